import { z } from 'zod';
import { counted } from '../utils/text/counted';
import { oneLine } from '../utils/text/one-line';
import { cursor, limit, notePath, paged } from './fields';
import { hinted, hintLines, moreLines, withUnreadable } from './hinted';
import { defineTool, READS } from './tool';

const linkKind = z.enum(['link', 'embed', 'markdown', 'frontmatter', 'canvas', 'base']);
const direction = z
  .enum(['both', 'out', 'in'])
  .default('both')
  .describe('Links out of the note, in to it, or both (default).');

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

const checkOutput = z.object({
  items: z.array(
    z.object({
      path: z.string().optional().describe('An orphan or dead end.'),
      source: z.string().optional().describe('The note with the broken link.'),
      line: z.int().optional(),
      link: z.string().optional(),
      suggestions: z.array(z.string()).optional(),
    }),
  ),
  ...hinted,
  ...paged,
});

/** A line for each broken link with what may be meant, or for each note. */
function renderCheck(answer: z.input<typeof checkOutput>): string {
  const { items, totalCount, nextCursor } = answer;
  const lines = items.map(({ path, source, line, link, suggestions = [] }) => {
    if (path !== undefined) return path;
    const meant = suggestions.length === 0 ? '' : ` → ${suggestions.join(' or ')}?`;
    return `${source ?? ''}:${line ?? 0} [[${link ?? ''}]]${meant}`;
  });
  return [`${totalCount} found`, ...lines, ...hintLines(answer), ...moreLines(nextCursor)]
    .map(oneLine)
    .join('\n');
}

export const checkLinks = defineTool({
  name: 'check_links',
  title: 'Check links',
  family: 'find',
  risk: READS,
  description:
    'Finds broken links with the notes that may be meant, best first; or notes that no other note links to (orphans), or that link to no other (deadends). ' +
    'For the links of one note use `get_links`.',
  input: z.strictObject({
    path: z.string().optional().describe('The note or folder to check; the whole vault if left out.'),
    kind: z
      .enum(['broken', 'orphans', 'deadends'])
      .default('broken')
      .describe(
        'What to find: broken links (default), notes without links to them (orphans), or without links in them (deadends).',
      ),
    limit: limit(100, 1000),
    cursor,
  }),
  output: checkOutput,
  failures: ['invalid_path', 'not_found', 'unsupported_file', 'invalid_cursor', 'busy'],
  run(query, context) {
    const { services, signal, progress } = context;
    const checked = services.linkCheck.check(query, signal, progress);
    return withUnreadable(checked, query.kind === 'orphans' ? undefined : query.path, context);
  },
  text: renderCheck,
});

export const exploreGraph = defineTool({
  name: 'explore_graph',
  profile: 'all',
  title: 'Explore the graph',
  family: 'find',
  risk: READS,
  description:
    'Lists the notes within `depth` links of a note, nearest first, and the links among them. ' +
    'With `to` it also answers the shortest path to that note, empty when none leads there.',
  input: z.strictObject({
    path: notePath,
    depth: z.int().min(1).max(4).default(1).describe('How many links away, 1 to 4.'),
    to: z.string().optional().describe('The note to find the shortest path to.'),
    direction,
    limit: z.int().min(1).max(1000).default(100).describe('Largest number of notes.'),
  }),
  output: z.object({
    nodes: z.array(z.object({ path: z.string(), title: z.string(), distance: z.int() })),
    edges: z.array(z.object({ source: z.string(), target: z.string() })),
    shortestPath: z.array(z.string()).optional(),
    truncated: z
      .boolean()
      .optional()
      .describe('There are more notes than `limit`; ask with a higher one or less depth.'),
    ...hinted,
  }),
  rest: 'Ask for less depth or a lower `limit`.',
  failures: ['too_large', 'storage_error', 'invalid_path', 'not_found', 'unsupported_file', 'busy'],
  run: (query, context) =>
    withUnreadable(context.services.graph.explore(query, context.signal), undefined, context),
});

export const resolveLink = defineTool({
  name: 'resolve_link',
  title: 'Resolve a link',
  family: 'find',
  risk: READS,
  description:
    'Finds the file that a link points to, as the app resolves it, and the lines of its heading or block. ' +
    'An alias is not resolved, but its note is a candidate.',
  input: z.strictObject({
    link: z.string().describe('The link, such as `[[Note#Heading]]` or `Note`.'),
    from: z.string().optional().describe('The note that holds the link.'),
  }),
  output: z.object({
    link: z.string(),
    path: z.string(),
    startLine: z.int().optional(),
    endLine: z.int().optional(),
  }),
  failures: ['invalid_path', 'not_found', 'target_not_found', 'target_ambiguous', 'unsupported_file'],
  run: ({ link, from }, { services, signal }) => services.resolver.resolve(link, from, signal),
});

const relatedOutput = z.object({
  path: z.string(),
  related: z.array(
    z.object({ path: z.string(), title: z.string(), score: z.number(), reasons: z.array(z.string()) }),
  ),
  ...hinted,
});

/** A line for each note with what ties it. */
function renderRelated(answer: z.input<typeof relatedOutput>): string {
  const lines = answer.related.map(
    ({ path, title, reasons }) => `${path} · ${title} · ${reasons.join('; ')}`,
  );
  const count = counted(answer.related.length, 'note');
  return [`${count} related to ${answer.path}`, ...lines, ...hintLines(answer)].map(oneLine).join('\n');
}

export const findRelated = defineTool({
  name: 'find_related',
  title: 'Find related notes',
  family: 'find',
  risk: READS,
  description:
    'Finds notes related to a note, best first, with the reasons: links, shared neighbours, tags and rare words. ' +
    'With `excludeLinked` it finds notes that a link could be made to. For more distant notes use `explore_graph`.',
  input: z.strictObject({
    path: notePath,
    excludeLinked: z
      .boolean()
      .default(false)
      .describe('True leaves out notes that it links to or that link to it.'),
    limit: z.int().min(1).max(50).default(10).describe('Largest number of notes.'),
  }),
  output: relatedOutput,
  rest: 'Ask for a lower `limit`.',
  failures: ['too_large', 'storage_error', 'invalid_path', 'not_found', 'unsupported_file', 'busy'],
  run: ({ path, ...query }, context) =>
    withUnreadable(context.services.related.of(path, query, context.signal), undefined, context),
  text: renderRelated,
});
