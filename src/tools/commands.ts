import { z } from 'zod';
import { cursor, limit, paged } from './fields';
import { COMMANDS, defineTool, READS_AS_OWNER } from './tool';
import { writeCall } from './write-call';

export const listCommands = defineTool({
  name: 'list_commands',
  profile: 'all',
  title: 'List commands',
  family: 'app',
  risk: READS_AS_OWNER,
  description:
    'Lists the commands of the app and its plugins by name, without running any. To run one use `execute_command`.',
  input: z.strictObject({
    filter: z.string().max(200).optional().describe('Only commands with this text in id or name.'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: z.object({ commands: z.array(z.object({ id: z.string(), name: z.string() })), ...paged }),
  failures: ['invalid_cursor'],
  run: (query, { services }) => services.commands.list(query),
});

export const executeCommand = defineTool({
  name: 'execute_command',
  profile: 'all',
  title: 'Execute command',
  family: 'app',
  risk: COMMANDS,
  offByDefault: true,
  description: "Runs one command of the app, if it is on the user's allow-list.",
  input: z.strictObject({
    commandId: z.string().min(1).max(500).describe('The id of the command, from `list_commands`.'),
  }),
  output: z.object({
    commandId: z.string(),
    executed: z.boolean().describe('False where the command is not available now.'),
  }),
  failures: ['not_found', 'permission_denied', 'approval_refused'],
  run: ({ commandId: id }, context) =>
    context.services.commands.execute(id, writeCall('execute_command', {}, context)),
});
