import * as z from 'zod';
import { writeCall } from '../shared/write-call';
import { COMMANDS, defineTool } from '../tool';

export const executeCommand = defineTool({
  name: 'execute_command',
  title: 'Execute command',
  summary: 'Runs a command of the app that you allow.',
  family: 'app',
  risk: COMMANDS,
  offByDefault: true,
  description: 'Run a command of the app that the settings allow.',
  seeAlso: [{ tool: 'list_commands', sentence: 'list_commands shows the ids.' }],
  input: z.strictObject({
    commandId: z.string().min(1).max(500).describe('Id of the command.'),
  }),
  output: z.object({
    commandId: z.string(),
    executed: z.boolean().describe('False if the command is not available now.'),
  }),
  failures: ['not_found', 'approval_refused'],
  run: ({ commandId: id }, context) => context.services.commands.execute(id, writeCall({}, context)),
  text: ({ commandId, executed }) => [`${executed ? 'executed' : 'not available now:'} ${commandId}`],
});
