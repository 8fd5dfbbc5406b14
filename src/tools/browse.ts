import { z } from 'zod';
import {
  cursor,
  excludes,
  includes,
  limit,
  modifiedSince,
  modifiedUntil,
  order,
  paged,
  where,
} from './fields';
import { defineTool, READS } from './tool';

const item = z.object({
  kind: z.enum(['file', 'directory']),
  name: z.string(),
  path: z.string(),
  extension: z.string().optional().describe('Without the dot; files only.'),
  size: z.int().optional().describe('Bytes; files only.'),
  created: z.string().optional().describe('ISO 8601 UTC; files only.'),
  modified: z.string().optional().describe('ISO 8601 UTC; files only.'),
  frontmatterSummary: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Properties of a note, on request.'),
  childrenCount: z.int().optional().describe('Direct children; directories only.'),
});

export const list = defineTool({
  name: 'list',
  title: 'List files and folders',
  family: 'browse',
  risk: READS,
  description:
    'Lists files and folders of the vault or of one folder, with sizes and dates. ' +
    'Folders come before files at each level, then by name; with `recursive` as a tree. ' +
    'Narrow it by globs, dates, size or properties; `withFrontmatterSummary` adds the properties of notes without reading them. ' +
    'Size, date and `where` leave folders out. Answers page by page.',
  input: z.strictObject({
    path: z.string().default('').describe('The folder; the whole vault if left out.'),
    recursive: z.boolean().default(false).describe('Also list what is in its folders.'),
    includes,
    excludes,
    only: z
      .enum(['files', 'directories', 'any'])
      .default('any')
      .describe('List only files or only directories.'),
    withFrontmatterSummary: z.boolean().default(false).describe('Add the properties of each note.'),
    fields: z.array(z.string()).optional().describe('Which properties the summary holds; all if left out.'),
    sort: z
      .enum(['path', 'name', 'modified', 'created', 'size'])
      .default('path')
      .describe('What to sort by.'),
    order,
    modifiedSince,
    modifiedUntil,
    createdSince: z.string().optional().describe('Created at or after this date.'),
    createdUntil: z.string().optional().describe('Created at or before this date.'),
    minSize: z.int().min(0).optional().describe('Bytes at least.'),
    maxSize: z.int().min(0).optional().describe('Bytes at most.'),
    where,
    limit: limit(200, 10_000),
    cursor,
  }),
  output: z.object({ items: z.array(item), ...paged }),
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor'],
  run: (query, { services, signal }) => services.folders.list(query, signal),
});
