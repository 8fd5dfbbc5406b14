import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { cursor, folder, hinted, limit, paged } from '../shared/fields';
import { namesInLine } from '../shared/text-lines';
import { hintForArguments } from '../unknown-argument';
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
  profile: 'standard',
  title: 'List tags',
  summary: 'Lists the tags of the vault.',
  family: 'find',
  risk: READS,
  description:
    'List the tags: `count` is the number of notes with the tag itself, `total` includes nested tags.',
  input: z.strictObject({
    path: folder,
    prefix: z.string().optional().describe('Only tags that begin with this.'),
    withFiles: z.boolean().default(false).describe('Add the paths of the notes. Default: false.'),
    sort: z.enum(['count', 'name']).default('count').describe('Default: count.'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: tagsOutput,
  rest: [
    'For all notes with a tag use `list_notes` with `tag`.',
    'For all notes with a tag use `query_notes` with `tag`.',
    'Ask for one folder or prefix.',
  ],
  insteadOf: hintForArguments(
    ['tag', 'tags'],
    [
      '`prefix` takes the beginning of a tag; `list_notes` with `tag` lists the notes that have it.',
      '`prefix` takes the beginning of a tag.',
    ],
  ),
  failures: ['invalid_path', 'not_found', 'invalid_cursor'],
  run: (query, { services, signal }) => services.tags.list(query, signal),
  text: renderTags,
});

function renderTags(answer: z.input<typeof tagsOutput>): string[] {
  const lines = answer.tags.map(({ tag, count, total, files }) => {
    const nested = total === count ? '' : ` (${total} with nested tags)`;
    return `#${tag} · ${counted(count, 'note')}${nested}${files === undefined ? '' : `: ${namesInLine(files)}`}`;
  });
  return [counted(answer.totalCount, 'tag'), ...lines];
}
