import { z } from 'zod';
import { cursor, limit, notePath, paged } from './fields';
import { defineTool, READS } from './tool';

const linkKind = z.enum(['link', 'embed', 'markdown', 'frontmatter']);
const direction = z.enum(['both', 'out', 'in']).default('both').describe('Which way.');

export const getLinks = defineTool({
  name: 'get_links',
  title: 'Get links of a note',
  family: 'find',
  risk: READS,
  description:
    'Lists where a note links to and what links to it (backlinks), with lines and their text: wikilinks, Markdown links, embeds, links in properties. ' +
    'Use it before moving or to follow a thread.',
  input: z.strictObject({
    path: notePath,
    direction,
    withContext: z.boolean().default(true).describe('Add the line.'),
    includeUnlinked: z.boolean().default(false).describe('Add mentions of it without a link.'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: z.object({
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
    ...paged,
  }),
  rest: 'Pass `withContext: false`, or read the lines with `read_note`.',
  failures: [
    'too_large',
    'storage_error',
    'invalid_path',
    'not_found',
    'unsupported_file',
    'invalid_cursor',
    'busy',
  ],
  run: (query, { services, signal }) => services.linkListings.of(query, signal),
});

export const checkLinks = defineTool({
  name: 'check_links',
  title: 'Check links',
  family: 'find',
  risk: READS,
  description:
    'Finds broken links, with near notes that may be meant; or notes that no other links to (orphans) or that link to no other (deadends).',
  input: z.strictObject({
    path: z.string().optional().describe('Note or folder.'),
    kind: z.enum(['broken', 'orphans', 'deadends']).default('broken').describe('What to find.'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: z.object({
    items: z.array(
      z.object({
        path: z.string().optional().describe('An orphan or dead end.'),
        source: z.string().optional().describe('The note with the broken link.'),
        line: z.int().optional(),
        link: z.string().optional(),
        suggestions: z.array(z.string()).optional(),
      }),
    ),
    ...paged,
  }),
  failures: ['invalid_path', 'not_found', 'unsupported_file', 'invalid_cursor', 'busy'],
  run: (query, { services, signal, progress }) => services.linkCheck.check(query, signal, progress),
});

export const exploreGraph = defineTool({
  name: 'explore_graph',
  title: 'Explore the graph',
  family: 'find',
  risk: READS,
  description:
    'The notes within `depth` links of a note, nearest first, and the links among them. ' +
    'With `to` it also answers the shortest path to that note, empty when none leads there.',
  input: z.strictObject({
    path: notePath,
    depth: z.int().min(1).max(4).default(1).describe('Links away.'),
    to: z.string().optional().describe('A note.'),
    direction,
    limit: z.int().min(1).max(1000).default(100).describe('At most so many.'),
  }),
  output: z.object({
    nodes: z.array(z.object({ path: z.string(), title: z.string(), distance: z.int() })),
    edges: z.array(z.object({ source: z.string(), target: z.string() })),
    shortestPath: z.array(z.string()).optional(),
    truncated: z
      .boolean()
      .optional()
      .describe('There are more notes than `limit`; ask with a higher one or less depth.'),
  }),
  rest: 'Ask for less depth or a lower `limit`.',
  failures: ['too_large', 'storage_error', 'invalid_path', 'not_found', 'unsupported_file', 'busy'],
  run: (query, { services, signal }) => services.graph.explore(query, signal),
});

export const resolveLink = defineTool({
  name: 'resolve_link',
  title: 'Resolve a link',
  family: 'find',
  risk: READS,
  description:
    'Tells which file a link points to, as the app resolves it, and the lines of the heading or block it names. ' +
    'Aliases do not resolve but are candidates.',
  input: z.strictObject({
    link: z.string().describe('`[[Note#Heading]]`, brackets optional.'),
    from: z.string().optional().describe('Note that holds it.'),
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

export const findRelated = defineTool({
  name: 'find_related',
  title: 'Find related notes',
  family: 'find',
  risk: READS,
  description:
    'Finds notes tied to a note, best first, with the reasons: links either way, shared neighbours, tags and rare words.',
  input: z.strictObject({
    path: notePath,
    limit: z.int().min(1).max(50).default(10).describe('At most so many.'),
  }),
  output: z.object({
    path: z.string(),
    related: z.array(
      z.object({ path: z.string(), title: z.string(), score: z.number(), reasons: z.array(z.string()) }),
    ),
  }),
  rest: 'Ask for a lower `limit`.',
  failures: ['too_large', 'storage_error', 'invalid_path', 'not_found', 'unsupported_file', 'busy'],
  run: ({ path, limit: most }, { services, signal }) => services.related.of(path, most, signal),
});
