import * as z from 'zod';
import { fileOrFolder, itemError, versionId } from '../shared/fields';
import { errorText, minute, namesInLine, titledPath } from '../shared/text-lines';
import { defineTool, READS } from '../tool';

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
  candidates: z.array(z.string()).optional().describe('Similar paths, if this one does not exist.'),
});

export const stat = defineTool({
  name: 'stat',
  title: 'Look up paths',
  summary: 'Checks whether files exist, and their size and dates.',
  family: 'browse',
  risk: READS,
  description:
    'Check whether up to 100 paths exist, with kind, size and dates; for notes also title, tags, aliases and `versionId`.',
  input: z.strictObject({
    paths: z.array(fileOrFolder).max(100).default([]).describe('Paths or unique names.'),
  }),
  output: z.object({ items: z.array(statItem) }),
  rest: 'Ask for fewer paths.',
  failures: [],
  run: async ({ paths }, { services, signal }) => ({ items: await services.stat.of(paths, signal) }),
  text: ({ items }) => (items.length === 0 ? 'No paths given.' : items.map(statLine)),
});

function statLine(item: z.input<typeof statItem>): string {
  const { path, title, size = 0, created, modified, versionId: version, tags = [], aliases = [] } = item;
  if (item.error !== undefined) return `${path} · ${errorText(item.error)}`;
  const { candidates: near = [] } = item;
  if (!item.exists && near.length > 0) return `${path} · does not exist; similar: ${namesInLine(near)}`;
  if (!item.exists) return `${path} · does not exist`;
  if (item.kind === 'directory') return `${path}/ · folder`;
  return [
    title === undefined ? path : titledPath({ path, title }),
    `${size} B`,
    `modified ${minute(modified)}`,
    `created ${minute(created)}`,
    ...(version === undefined ? [] : [`versionId ${version}`]),
    ...(tags.length === 0 ? [] : [tags.map(tag => `#${tag}`).join(' ')]),
    ...(aliases.length === 0 ? [] : [`aliases: ${namesInLine(aliases)}`]),
  ].join(' · ');
}
