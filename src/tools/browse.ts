import { z } from 'zod';
import { cursor, limit, paged } from './fields';
import { defineTool, READS } from './tool';

const item = z.object({
  kind: z.enum(['file', 'directory']),
  name: z.string(),
  path: z.string(),
  extension: z.string().optional().describe('Without the dot; files only.'),
  size: z.int().optional().describe('Bytes; files only.'),
  created: z.string().optional().describe('ISO 8601 UTC; files only.'),
  modified: z.string().optional().describe('ISO 8601 UTC; files only.'),
  childrenCount: z.int().optional().describe('Direct children; directories only.'),
});

export const list = defineTool({
  name: 'list',
  title: 'List files and folders',
  family: 'browse',
  risk: READS,
  description:
    'Lists files and folders of the vault or of one folder, with sizes and dates. ' +
    'Folders come before files at each level, then by name; with `recursive` as a tree. Answers page by page.',
  input: z.strictObject({
    path: z.string().default('').describe('The folder; the whole vault if left out.'),
    recursive: z.boolean().default(false).describe('Also list what is in its folders.'),
    only: z
      .enum(['files', 'directories', 'any'])
      .default('any')
      .describe('List only files or only directories.'),
    limit: limit(200, 10_000),
    cursor,
  }),
  output: z.object({ items: z.array(item), ...paged }),
  failures: ['invalid_path', 'not_found', 'invalid_cursor'],
  run: (query, { services, signal }) => services.folders.list(query, signal),
});
