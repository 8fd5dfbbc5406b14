import { counted } from '../../utils/text/counted';
import { oneLine } from '../../utils/text/one-line';
import { cursor, direction, limit, notePath, paged } from '../shared/fields';
import { hinted, hintLines, withUnreadable } from '../shared/hinted';
import { moreLines } from '../shared/text-lines';
import { defineTool, READS } from '../tool';
import { z } from 'zod';

const linkKind = z.enum(['link', 'embed', 'markdown', 'frontmatter', 'canvas', 'base']);

const linksOutput = z.object({
  path: z.string(),
  outgoing: z
    .array(
      z.object({
        target: z.string().describe("A vault path; the link's own words where nothing is there."),
        resolved: z.boolean(),
        link: z.string(),
        kind: linkKind,
        line: z.int(),
        text: z.string().optional(),
      }),
    )
    .optional(),
  incoming: z
    .array(
      z.object({
        source: z.string(),
        link: z.string(),
        kind: linkKind,
        line: z.int(),
        text: z.string().optional(),
      }),
    )
    .optional(),
  unlinked: z.array(z.object({ source: z.string(), line: z.int(), text: z.string() })).optional(),
  ...hinted,
  ...paged,
});

export const getLinks = defineTool({
  name: 'get_links',
  title: 'Get links of a file',
  family: 'find',
  risk: READS,
  description:
    'Lists where a note links to and what links to it (backlinks), with lines and their text: wikilinks, Markdown links, embeds, links in properties, canvases and bases. ' +
    'Use it before moving or to follow a thread.',
  input: z.strictObject({
    path: notePath.describe('The note, as in `read_note`, or any other file with its extension.'),
    direction,
    withContext: z.boolean().default(true).describe('True adds the line of text of each link.'),
    includeUnlinked: z
      .boolean()
      .default(false)
      .describe('True adds mentions of its name that are not linked.'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: linksOutput,
  rest: 'Pass `withContext: false`, or read the lines with `read_note`.',
  failures: [
    'too_large',
    'storage_error',
    'invalid_path',
    'not_found',
    'unsupported_file',
    'target_ambiguous',
    'invalid_cursor',
    'busy',
  ],
  async run(query, context) {
    const listing = context.services.linkListings.of(query, context.signal);
    return query.direction === 'out' ? listing : withUnreadable(listing, undefined, context);
  },
  text: renderLinks,
});

/** A line for each link: from where, to where, its kind unless it is a wikilink, and the line of text. */
function renderLinks(answer: z.input<typeof linksOutput>): string {
  const { path, outgoing, incoming, unlinked, totalCount, nextCursor } = answer;
  const ofKind = (kind: string): string => (kind === 'link' ? '' : ` [${kind}]`);
  const behind = (text: string | undefined): string => (text === undefined ? '' : `: ${text}`);
  const parts = [
    outgoing && [
      'Links in it',
      ...outgoing.map(
        one =>
          `${one.line} → ${one.target}${one.resolved ? '' : ' (broken)'}${ofKind(one.kind)}${behind(one.text)}`,
      ),
    ],
    incoming && [
      'Links to it',
      ...incoming.map(one => `${one.source}:${one.line}${ofKind(one.kind)}${behind(one.text)}`),
    ],
    unlinked && [
      'Mentions without a link',
      ...unlinked.map(one => `${one.source}:${one.line}${behind(one.text)}`),
    ],
  ];
  const lines = parts.flatMap(part =>
    part === undefined ? [] : part.length === 1 ? [`${part[0] ?? ''}: none`] : part,
  );
  return [
    `${path} · ${counted(totalCount, 'link')}`,
    ...lines,
    ...hintLines(answer),
    ...moreLines(nextCursor),
  ]
    .map(oneLine)
    .join('\n');
}
