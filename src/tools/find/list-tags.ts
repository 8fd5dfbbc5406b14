import { z } from 'zod';
import { counted, oneLine } from '../../utils/text/one-line';
import { cursor, limit, paged } from '../shared/fields';
import { hinted, hintLines } from '../shared/hinted';
import { moreLines } from '../shared/text-lines';
import { defineTool, READS } from '../tool';

const tagsOutput = z.object({
  tags: z.array(
    z.object({ tag: z.string(), count: z.int(), total: z.int(), files: z.array(z.string()).optional() }),
  ),
  ...paged,
  ...hinted,
});

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
