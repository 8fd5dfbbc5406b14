import { cursor, limit, paged } from '../shared/fields';
import { defineTool, READS_AS_OWNER } from '../tool';
import { z } from 'zod';

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
