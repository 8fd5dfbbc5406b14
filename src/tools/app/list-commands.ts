import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { cursor, hinted, limit, paged } from '../shared/fields';
import { withReason } from '../shared/text-lines';
import { defineTool, READS_AS_OWNER } from '../tool';

export const listCommands = defineTool({
  name: 'list_commands',
  title: 'List commands',
  summary: 'Lists the commands of the app.',
  family: 'app',
  risk: READS_AS_OWNER,
  description: 'List the commands of the app and its plugins.',
  seeAlso: [{ tool: 'execute_command', sentence: 'To run one use execute_command.' }],
  input: z.strictObject({
    filter: z.string().max(200).optional().describe('Only commands with this text.'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: z.object({
    commands: z.array(z.object({ id: z.string(), name: z.string() })),
    ...paged,
    hints: hinted.hints,
  }),
  failures: ['invalid_cursor'],
  run: (query, { services }) => {
    const found = services.commands.list(query);
    const why = query.filter === undefined ? 'There are no commands.' : 'No command has this text.';
    return withReason(found, found.totalCount === 0, why);
  },
  text: ({ commands, totalCount }) => [
    counted(totalCount, 'command'),
    ...commands.map(({ id, name }) => `${id} · ${name}`),
  ],
});
