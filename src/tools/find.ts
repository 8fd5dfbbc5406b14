import { z } from 'zod';
import { counted } from '../utils/text/counted';
import { jsonLine, oneLine } from '../utils/text/one-line';
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
import { hinted, hintLines, moreLines } from './hinted';
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
  truncated: z.literal(true).optional().describe('A slow pattern: not all notes were searched yet.'),
  ...hinted,
});

export const search = defineTool({
  name: 'search',
  profile: 'core',
  alwaysLoaded: true,
  title: 'Search',
  family: 'find',
  risk: READS,
  description:
    'Searches text, titles, aliases, headings, tags and properties of notes; answers the lines that match, best notes first. ' +
    'For notes by properties, dates or links use `query_notes`. ' +
    'In `query` all words must occur, in any order: "winter plans". "…" is a phrase, A OR B either word, -word excludes, tag:x path:x file:x filter. ' +
    'Case and diacritics do not count.',
  input: z.strictObject({
    query: z.string().describe('The words to look for, such as \'sourdough OR rye -"gluten free"\'.'),
    mode: z
      .enum(['words', 'phrase', 'regex', 'wildcard', 'fuzzy'])
      .default('words')
      .describe(
        'How to match: words (default, see the tool); phrase; regex for single lines, without look-around; wildcard with * and ? in words; fuzzy for typing errors.',
      ),
    caseSensitive: z.boolean().default(false).describe('True matches letter case.'),
    wholeWord: z.boolean().default(false).describe('True matches whole words only.'),
    path: z.string().optional().describe('Only notes in this folder or below it.'),
    includes,
    excludes,
    tag,
    modifiedSince,
    modifiedUntil,
    contextLength: z.int().min(20).max(500).default(100).describe('Length of each snippet in characters.'),
    matchesPerNote: z.int().min(1).max(50).default(3).describe('Largest number of snippets per note.'),
    limit: limit(20, 200),
    cursor,
  }),
  output: searchOutput,
  rest: 'Ask for fewer or shorter snippets, or use `read_note`.',
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor', 'busy'],
  run: (request, { services, signal, progress }) => services.noteSearch.search(request, signal, progress),
  text: renderHits,
});

/** Like grep, a paragraph for each note: path, title where it is not the name, then `line: text` with new headings. */
function renderHits(answer: z.input<typeof searchOutput>): string {
  const { results, totalCount, totalMatches, nextCursor, suggestions } = answer;
  const notes = results.map(({ path, title, modified, matches, moreMatches, extracted }) => {
    let shown = title;
    const lines = matches.map(({ line, field, heading, text }) => {
      const where = field === 'body' || field === 'heading' ? '' : ` [${field}]`;
      const isNew = heading !== undefined && heading !== shown && field !== 'heading';
      shown = heading ?? shown;
      return oneLine(`${line}:${where}${isNew ? ` (${belowTitle(heading, title)})` : ''} ${text}`);
    });
    const more = moreMatches === undefined ? [] : [`(${moreMatches} more)`];
    const kind = extracted === undefined ? '' : ' · extracted text';
    const name = path.endsWith(`${title}.md`) ? '' : ` · ${title}`;
    return [oneLine(`${path}${name} · ${modified.slice(0, 10)}${kind}`), ...lines, ...more].join('\n');
  });
  return [
    `${counted(totalCount, 'note')}, ${counted(totalMatches, 'match', 'matches')}`,
    ...notes,
    ...(suggestions === undefined ? [] : [`Near words: ${suggestions.map(oneLine).join(', ')}`]),
    ...hintLines(answer),
    ...moreLines(nextCursor),
  ].join('\n\n');
}

/** The headings above a line without the one that only repeats the title. */
function belowTitle(heading: string, title: string): string {
  return heading.startsWith(`${title}::`) ? heading.slice(title.length + 2) : heading;
}

const aggregated = {
  aggregates: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Values by the names given in `aggregate`; null where there is none.'),
  valuesLeftOut: z
    .record(z.string(), z.int())
    .optional()
    .describe('How many empty or unfit values each aggregate left out.'),
};

const row = z.record(z.string(), z.unknown());

const queryOutput = z.object({
  rows: z.array(row).optional(),
  groups: z
    .array(
      z.object({
        key: z.unknown(),
        count: z.int(),
        ...aggregated,
        rows: z.array(row).describe('The first 50.'),
      }),
    )
    .optional(),
  ...aggregated,
  ...paged,
  ...hinted,
});

type Chosen = Readonly<Partial<Record<'select' | 'aggregate', readonly string[] | undefined>>>;

/** The names of the chosen fields, then a line for each row. Totals of groups come without their rows. */
function renderRows(answer: z.input<typeof queryOutput>, { select = [], aggregate }: Chosen): string {
  const { rows = [], groups, totalCount, nextCursor } = answer;
  const areRowsShown = aggregate === undefined || select.length > 0;
  const inGroups = (groups ?? []).flatMap(group => [
    `${shownValue(group.key)}: ${[counted(group.count, 'note'), ...aggregateTexts(group)].join(' · ')}`,
    ...(areRowsShown ? group.rows.map(rowLine).map(line => `  ${line}`) : []),
  ]);
  return [
    counted(totalCount, groups === undefined ? 'note' : 'group'),
    ...aggregateTexts(answer),
    ...(select.length === 0 ? [] : [oneLine(['path', ...select].join(' · '))]),
    ...rows.map(rowLine),
    ...inGroups,
    ...hintLines(answer),
    ...moreLines(nextCursor),
  ].join('\n');
}

function rowLine({ path, ...fields }: z.input<typeof row>): string {
  return oneLine([String(path), ...Object.values(fields).map(shownValue)].join(' · '));
}

function aggregateTexts({
  aggregates = {},
  valuesLeftOut = {},
}: Pick<z.input<typeof queryOutput>, 'aggregates' | 'valuesLeftOut'>): string[] {
  return Object.entries(aggregates).map(([name, value]) => {
    const left = valuesLeftOut[name];
    return `${name} = ${shownValue(value)}${left === undefined ? '' : ` (${counted(left, 'value')} left out)`}`;
  });
}

/** A text as it is, unless it could be taken for two values; anything else as JSON. */
function shownValue(value: unknown): string {
  const isPlain = typeof value === 'string' && !value.includes(' · ');
  return isPlain ? oneLine(value) : jsonLine(value ?? null);
}

export const queryNotes = defineTool({
  name: 'query_notes',
  title: 'Query notes',
  family: 'find',
  risk: READS,
  description:
    'Finds notes by their metadata: properties, tags, links, folders, dates, word and task counts. Answers a table of chosen fields, sorted or grouped, with totals if asked. ' +
    'For words in the text use `search`. ' +
    'Most questions need only `where`, for example ["status=done","modified>2026-10-01","folder=Projects","tags=book/novel"]. ' +
    'Fields that every note has: path, name, folder, title, tags, aliases, links, backlinks, wordCount, size, created, modified, tasks.open, tasks.done; a property is frontmatter.NAME. ' +
    '`filter` takes JsonLogic over these fields, for "or" and calculations: {"or":[{">":[{"var":"tasks.open"},0]},{"in":["book",{"var":"tags"}]}]}, ' +
    'with {"glob":[pattern,value]}, {"regexp":[pattern,value]} and {"date":["last monday"]}.',
  input: z.strictObject({
    filter: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('A JsonLogic rule over fields, such as {">":[{"var":"frontmatter.rating"},3]}.'),
    where,
    tag,
    path: z.string().optional().describe('Only notes in this folder or below it.'),
    includes,
    excludes,
    select: z
      .array(z.string())
      .max(50)
      .optional()
      .describe('The fields to answer beside the path, such as ["title","frontmatter.status"].'),
    sort: z.string().optional().describe('The field to sort by; by default the path.'),
    order,
    groupBy: z
      .string()
      .optional()
      .describe('The field to group by; each group has its count and first rows.'),
    aggregate: z
      .array(z.string())
      .max(20)
      .optional()
      .describe(
        'Totals over each group or all rows: "count", "sum(wordCount)", "avg(frontmatter.rating)", "min(modified)", "max(size)".',
      ),
    limit: limit(100, 1000),
    cursor,
  }),
  output: queryOutput,
  rest: 'Select fewer fields, or use `get_frontmatter` and `get_links`.',
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor', 'busy'],
  run: (query, { services, signal, progress }) => services.queries.run(query, signal, progress),
  text: renderRows,
});

const propertiesOutput = z.object({
  properties: z
    .array(
      z.object({
        name: z.string(),
        types: z.array(z.string()).describe('text, list, number, checkbox, date, datetime, object or empty.'),
        count: z.int(),
        spellings: z.array(z.string()).optional().describe('If there are several, the most frequent first.'),
      }),
    )
    .optional(),
  values: z.array(z.object({ value: z.unknown(), count: z.int(), files: z.array(z.string()) })).optional(),
  ...paged,
  ...hinted,
});

/** A line for each property, or for each value with its notes. */
function renderProperties(answer: z.input<typeof propertiesOutput>): string {
  const { properties, values = [], totalCount, nextCursor } = answer;
  const lines = (properties ?? []).map(({ name, types, count, spellings }) => {
    const written = spellings === undefined ? '' : ` · written ${spellings.map(oneLine).join(', ')}`;
    return `${oneLine(name)} · ${types.join(', ')} · ${counted(count, 'note')}${written}`;
  });
  const ofValues = values.map(
    ({ value, count, files }) =>
      `${shownValue(value)} · ${counted(count, 'note')}: ${files.map(oneLine).join(', ')}`,
  );
  return [
    counted(
      totalCount,
      properties === undefined ? 'value' : 'property',
      properties === undefined ? 'values' : 'properties',
    ),
    ...lines,
    ...ofValues,
    ...hintLines(answer),
    ...moreLines(nextCursor),
  ].join('\n');
}

export const listProperties = defineTool({
  name: 'list_properties',
  title: 'List properties',
  family: 'find',
  risk: READS,
  description:
    'Lists the properties of the notes with their types and how many notes have each, or the values of one `property` with their notes. ' +
    'Use it to learn names and values before filtering by `where`.',
  input: z.strictObject({
    property: z.string().optional().describe('Lists the values of this property instead.'),
    path: z.string().optional().describe('Only notes in this folder or below it.'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: propertiesOutput,
  rest: 'For all notes with a value use `query_notes` with `where`.',
  failures: ['invalid_path', 'not_found', 'invalid_cursor', 'busy'],
  run: (query, { services, signal }) => services.propertyList.list(query, signal),
  text: renderProperties,
});
