import { z } from 'zod';
import { oneLine } from '../utils/one-line';
import {
  cursor,
  excludes,
  includes,
  limit,
  modifiedSince,
  modifiedUntil,
  order,
  paged,
  tag,
  where,
} from './fields';
import { defineTool, READS } from './tool';

const hit = z.object({
  path: z.string(),
  title: z.string(),
  score: z.number(),
  modified: z.string(),
  matches: z.array(
    z.object({
      line: z.int(),
      field: z.string().describe('title, alias, heading, tag, frontmatter or body.'),
      heading: z.string().optional().describe('The headings above, with `::` between.'),
      text: z.string(),
      ranges: z.array(z.array(z.int())).describe('[start, end) of each match in `text`, in UTF-16 units.'),
    }),
  ),
  moreMatches: z.int().optional().describe('Matches beyond those shown.'),
  extracted: z.literal(true).optional().describe('The text of a PDF or image, read by another plugin.'),
});

const searchOutput = z.object({
  ...paged,
  totalMatches: z.int().describe('In all notes.'),
  results: z.array(hit),
  suggestions: z.array(z.string()).optional().describe('Near words, when nothing was found.'),
});

export const search = defineTool({
  name: 'search',
  title: 'Search',
  family: 'find',
  risk: READS,
  description:
    'Searches text, titles, aliases, headings, tags and properties of notes; answers the lines that match, best notes first. ' +
    'words: all must occur; "…" is a phrase, -word excludes, tag:x path:x file:x filter. ' +
    'regex: single lines, no look-around. wildcard: * and ? in words. fuzzy: forgives typing errors. ' +
    'Case and diacritics do not count. Without a hit, `suggestions` has near words.',
  input: z.strictObject({
    query: z.string().describe('What to find.'),
    mode: z
      .enum(['words', 'phrase', 'regex', 'wildcard', 'fuzzy'])
      .default('words')
      .describe('How to match.'),
    caseSensitive: z.boolean().default(false).describe('Case counts.'),
    wholeWord: z.boolean().default(false).describe('No parts of words.'),
    path: z.string().optional().describe('Within this folder.'),
    includes,
    excludes,
    tag,
    modifiedSince,
    modifiedUntil,
    contextLength: z.int().min(20).max(500).default(100).describe('Characters a snippet.'),
    matchesPerNote: z.int().min(1).max(50).default(3).describe('Snippets a note.'),
    limit: limit(20, 200),
    cursor,
  }),
  output: searchOutput,
  rest: 'Ask for fewer or shorter snippets, or use `read_note`.',
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor', 'busy'],
  run: (request, { services, signal, progress }) => services.searches.search(request, signal, progress),
  text: renderHits,
});

/** Like grep, a note a paragraph: path, title and score, then `line: text`. */
function renderHits({
  results,
  totalCount,
  totalMatches,
  nextCursor,
  suggestions,
}: z.input<typeof searchOutput>): string {
  const notes = results.map(({ path, title, score, modified, matches, moreMatches, extracted }) => {
    const lines = matches.map(({ line, field, heading, text }) => {
      const where = field === 'body' ? '' : ` [${field}]`;
      return oneLine(`${line}:${where}${heading === undefined ? '' : ` (${heading})`} ${text}`);
    });
    const more = moreMatches === undefined ? [] : [`(${moreMatches} more)`];
    const kind = extracted === undefined ? '' : ' · extracted text';
    return [
      oneLine(`${path} · ${title} · ${score} · ${modified.slice(0, 10)}${kind}`),
      ...lines,
      ...more,
    ].join('\n');
  });
  return [
    `${totalCount} notes, ${totalMatches} matches`,
    ...notes,
    ...(suggestions === undefined ? [] : [`Near words: ${suggestions.map(oneLine).join(', ')}`]),
    ...(nextCursor === undefined ? [] : [`More with cursor: ${nextCursor}`]),
  ].join('\n\n');
}

export const queryNotes = defineTool({
  name: 'query_notes',
  title: 'Query notes',
  family: 'find',
  risk: READS,
  description:
    'Finds notes by what is known of them, not by text; answers chosen fields, sorted or grouped. ' +
    'Fields: path, name, folder, title, tags, aliases, frontmatter.KEY, links, backlinks, wordCount, size, created, modified, tasks.open, tasks.done. ' +
    '`where` is often enough; `filter` is JsonLogic over fields, as {">":[{"var":"tasks.open"},0]}, ' +
    'with {"glob":[pattern,value]}, {"regexp":[pattern,value]}, {"date":["last monday"]}.',
  input: z.strictObject({
    filter: z.record(z.string(), z.unknown()).optional().describe('JsonLogic.'),
    where,
    tag,
    path: z.string().optional().describe('Within this folder.'),
    includes,
    excludes,
    select: z.array(z.string()).max(50).optional().describe('Fields beside the path.'),
    sort: z.string().optional().describe('A field.'),
    order,
    groupBy: z.string().optional().describe('A field.'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: z.object({
    rows: z.array(z.record(z.string(), z.unknown())).optional(),
    groups: z
      .array(
        z.object({
          key: z.unknown(),
          count: z.int(),
          rows: z.array(z.record(z.string(), z.unknown())).describe('The first 50.'),
        }),
      )
      .optional(),
    ...paged,
  }),
  rest: 'Select fewer fields, or use `get_frontmatter` and `get_links`.',
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor', 'busy'],
  run: (query, { services, signal, progress }) => services.queries.run(query, signal, progress),
});

export const listProperties = defineTool({
  name: 'list_properties',
  title: 'List properties',
  family: 'find',
  risk: READS,
  description:
    'Lists properties with their types and how many notes have them, or the values of one `property` with their notes. ' +
    'Use it before filtering by `where`.',
  input: z.strictObject({
    property: z.string().optional().describe('List its values.'),
    path: z.string().optional().describe('Within this folder.'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: z.object({
    properties: z
      .array(
        z.object({
          name: z.string(),
          types: z
            .array(z.string())
            .describe('text, list, number, checkbox, date, datetime, object or empty.'),
          count: z.int(),
        }),
      )
      .optional(),
    values: z.array(z.object({ value: z.unknown(), count: z.int(), files: z.array(z.string()) })).optional(),
    ...paged,
  }),
  rest: 'For all notes with a value use `query_notes` with `where`.',
  failures: ['invalid_path', 'not_found', 'invalid_cursor', 'busy'],
  run: (query, { services, signal }) => services.propertyList.list(query, signal),
});
