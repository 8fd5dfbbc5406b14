import { z } from 'zod';
import { counted } from '../utils/text/counted';
import { oneLine } from '../utils/text/one-line';
import { cursor, limit, notePath, paged, versionId } from './fields';
import { hinted, hintLines, moreLines } from './hinted';
import { defineTool, READS } from './tool';

const tagsOutput = z.object({
  tags: z.array(
    z.object({ tag: z.string(), count: z.int(), total: z.int(), files: z.array(z.string()).optional() }),
  ),
  ...paged,
  ...hinted,
});

/** A line for each tag. */
function renderTags(answer: z.input<typeof tagsOutput>): string {
  const lines = answer.tags.map(({ tag, count, total, files }) => {
    const nested = total === count ? '' : ` (${total} with nested tags)`;
    return oneLine(
      `#${tag} · ${counted(count, 'note')}${nested}${files === undefined ? '' : `: ${files.join(', ')}`}`,
    );
  });
  return [
    counted(answer.totalCount, 'tag'),
    ...lines,
    ...hintLines(answer),
    ...moreLines(answer.nextCursor),
  ].join('\n');
}

export const listTags = defineTool({
  name: 'list_tags',
  title: 'List tags',
  family: 'find',
  risk: READS,
  description:
    'Lists the tags of the vault with how many notes carry each: `count` notes with the tag itself, `total` those with it or a tag nested in it. ' +
    'A tag that only has nested ones has `count` 0. Use it to learn the tags before filtering by `tag`.',
  input: z.strictObject({
    path: z.string().optional().describe('Only notes in this folder or below it.'),
    prefix: z.string().optional().describe('Only tags that begin with this text.'),
    withFiles: z.boolean().default(false).describe('True adds the paths of the notes with each tag.'),
    sort: z
      .enum(['count', 'name'])
      .default('count')
      .describe('Sort by count, most used first (default), or by name.'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: tagsOutput,
  rest: 'For all notes with a tag use `list_notes` with `tag`.',
  failures: ['invalid_path', 'not_found', 'invalid_cursor'],
  run: (query, { services, signal }) => services.tags.list(query, signal),
  text: renderTags,
});

export const getTags = defineTool({
  name: 'get_tags',
  title: 'Get tags of a note',
  family: 'find',
  risk: READS,
  description:
    'Lists the tags of one note: all, those of its frontmatter, and those in its text with lines. Tags in code do not count. For the tags of the vault use `list_tags`.',
  input: z.strictObject({ path: notePath }),
  output: z.object({
    path: z.string(),
    tags: z.array(z.string()),
    frontmatterTags: z.array(z.string()),
    inlineTags: z.array(z.object({ tag: z.string(), line: z.int() })),
  }),
  rest: 'Read the note in parts with `read_note`.',
  failures: ['too_large', 'storage_error', 'invalid_path', 'not_found', 'unsupported_file'],
  run: ({ path }, { services, signal }) => services.tags.of(path, signal),
});

export const getFrontmatter = defineTool({
  name: 'get_frontmatter',
  title: 'Get properties of a note',
  family: 'find',
  risk: READS,
  description:
    'Reads the properties (YAML frontmatter) of one note, all or one by `key`. Dates come as written; a note without frontmatter gives {}. To set them use `update_frontmatter`.',
  input: z.strictObject({
    path: notePath,
    key: z.string().optional().describe('The name of the only property to return.'),
  }),
  output: z.object({
    path: z.string(),
    versionId,
    frontmatter: z.record(z.string(), z.unknown()).optional(),
    key: z.string().optional(),
    value: z.unknown().optional(),
  }),
  rest: 'Ask for one property by `key`, or read its lines with `read_note`.',
  failures: [
    'invalid_path',
    'not_found',
    'unsupported_file',
    'too_large',
    'invalid_frontmatter',
    'storage_error',
  ],
  run: ({ path, key }, { services }) =>
    key === undefined ? services.properties.of(path) : services.properties.value(path, key),
});
