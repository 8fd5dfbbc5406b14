import { itemError, versionId } from '../shared/fields';
import { defineTool, READS } from '../tool';
import { z } from 'zod';

const statItem = z.object({
  path: z.string(),
  exists: z.boolean(),
  kind: z.enum(['file', 'directory']).optional(),
  size: z.int().optional().describe('Bytes.'),
  created: z.string().optional(),
  modified: z.string().optional(),
  versionId: versionId.optional(),
  title: z.string().optional(),
  tags: z.array(z.string()).optional(),
  aliases: z.array(z.string()).optional(),
  error: itemError.optional(),
});

export const stat = defineTool({
  name: 'stat',
  title: 'Look up paths',
  family: 'browse',
  risk: READS,
  description:
    'Checks whether up to 100 paths exist, and answers kind, size and dates, of notes also title, tags, aliases and `versionId`. ' +
    'To read the text use `read_notes`.',
  input: z.strictObject({
    paths: z.array(z.string()).max(100).default([]).describe('The paths or names to check.'),
  }),
  output: z.object({ items: z.array(statItem) }),
  rest: 'Ask for fewer paths, or use `get_tags`.',
  failures: [],
  run: async ({ paths }, { services, signal }) => ({ items: await services.stat.of(paths, signal) }),
});
