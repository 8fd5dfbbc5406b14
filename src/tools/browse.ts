import { z } from 'zod';
import { counted } from '../utils/text/counted';
import { jsonLine, oneLine } from '../utils/text/one-line';
import {
  cursor,
  excludes,
  includes,
  itemError,
  limit,
  modifiedSince,
  modifiedUntil,
  order,
  paged,
  tag,
  versionId,
  where,
} from './fields';
import { hinted, hintLines, minute, moreLines } from './hinted';
import { defineTool, READS } from './tool';
import { renderVaultInfo, vaultInfo } from './vault-info';

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
  cutProperties: z
    .array(z.string())
    .optional()
    .describe('Those cut to 5 kB; `get_frontmatter` has them whole.'),
  childrenCount: z.int().optional().describe('Direct children; directories only.'),
});

const listing = z.object({ items: z.array(item), ...paged, ...hinted });

interface ListArguments {
  readonly sort: string;
  readonly createdSince?: string | undefined;
  readonly createdUntil?: string | undefined;
}

export const list = defineTool({
  name: 'list',
  profile: 'core',
  alwaysLoaded: true,
  title: 'List files and folders',
  family: 'browse',
  risk: READS,
  description:
    'Lists files and folders with sizes and dates, folders first. ' +
    'Use it to look around, or to find files of any kind by globs, dates, size or properties. ' +
    'For notes with titles, tags and word counts use `list_notes`; for a table of properties `query_notes`.',
  input: z.strictObject({
    path: z.string().default('').describe('The folder to list; by default the root.'),
    recursive: z.boolean().default(false).describe('True lists all levels below the folder.'),
    includes,
    excludes,
    only: z
      .enum(['any', 'files', 'directories'])
      .default('any')
      .describe('Files, folders or both (default).'),
    withFrontmatterSummary: z.boolean().default(false).describe('True adds the properties of notes.'),
    fields: z.array(z.string()).optional().describe('Adds only these properties of notes, such as ["due"].'),
    sort: z
      .enum(['path', 'name', 'modified', 'created', 'size'])
      .default('path')
      .describe('The field to sort by; by default the path.'),
    order,
    modifiedSince,
    modifiedUntil,
    createdSince: z.string().optional().describe('Created since this date.'),
    createdUntil: z.string().optional().describe('Created until this date, inclusive.'),
    minSize: z.int().min(0).optional().describe('Smallest size in bytes.'),
    maxSize: z.int().min(0).optional().describe('Largest size in bytes.'),
    where,
    limit: limit(200, 10_000),
    cursor,
  }),
  output: listing,
  rest: 'Name the properties wanted in `fields`, or use `get_frontmatter`.',
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor'],
  run: (query, { services, signal }) => services.fileList.list(query, signal),
  text: renderListing,
});

/** A line for each item: a third of the JSON, and as easy to read. */
function renderListing(
  answer: z.input<typeof listing>,
  { sort, createdSince, createdUntil }: ListArguments,
): string {
  const { items, totalCount, nextCursor } = answer;
  const withCreated = sort === 'created' || createdSince !== undefined || createdUntil !== undefined;
  const lines = linesOf(
    items,
    ({ kind, path, size, modified, created, childrenCount, frontmatterSummary, cutProperties = [] }) => {
      if (kind === 'directory') return `${oneLine(path)}/ · ${counted(childrenCount ?? 0, 'item')}`;
      const properties = frontmatterSummary === undefined ? '' : ` · ${jsonLine(frontmatterSummary)}`;
      const made = withCreated ? ` · created ${minute(created)}` : '';
      const cut = cutProperties.length === 0 ? '' : ` · cut: ${cutProperties.map(oneLine).join(', ')}`;
      return `${oneLine(path)} · ${size ?? 0} B · modified ${minute(modified)}${made}${properties}${cut}`;
    },
  );
  return [
    `${items.length} of ${counted(totalCount, 'item')}`,
    ...lines,
    ...hintLines(answer),
    ...moreLines(nextCursor),
  ].join('\n');
}

const linesJoined = 100;

/**
 * The lines of rows, some in each text: a line is a dozen pieces until it is joined, and those of ten thousand at once
 * are copied over and over by the collector.
 */
function linesOf<Row>(rows: readonly Row[], lineOf: (row: Row) => string): string[] {
  const texts: string[] = [];
  for (let at = 0; at < rows.length; at += linesJoined)
    texts.push(
      rows
        .slice(at, at + linesJoined)
        .map(lineOf)
        .join('\n'),
    );
  return texts;
}

const noteList = z.object({
  totalNotes: z.int().describe('How many there are in all, after filters.'),
  vaultName: z.string(),
  vaultPath: z.string().optional(),
  notes: z.array(
    z.object({
      path: z.string(),
      title: z.string().describe('Of the frontmatter, else the file name.'),
      tags: z.array(z.string()).optional(),
      wordCount: z.int().describe('Without the frontmatter.'),
      modified: z.string(),
    }),
  ),
  hasMore: z.boolean(),
  nextCursor: z.string().optional().describe('Pass it as `cursor` for the next page.'),
  skipped: z
    .array(z.object({ path: z.string(), reason: z.string() }))
    .optional()
    .describe('Notes that could not be read.'),
  ...hinted,
});

export const listNotes = defineTool({
  name: 'list_notes',
  title: 'List notes',
  family: 'browse',
  risk: READS,
  description:
    'Lists notes with path, title, tags, word count and date. ' +
    'Filter them by folder, tag, globs, dates or properties. For folders and other files use `list`, for chosen fields `query_notes`.',
  input: z.strictObject({
    includeTags: z.boolean().default(true).describe('False leaves the tags out.'),
    tag,
    path: z.string().optional().describe('Only notes in this folder or below it.'),
    includes,
    excludes,
    modifiedSince,
    modifiedUntil,
    where,
    sort: z
      .enum(['title', 'path', 'modified', 'created', 'wordCount'])
      .default('title')
      .describe('The field to sort by; by default the title.'),
    order,
    limit: limit(200, 10_000),
    cursor,
  }),
  output: noteList,
  rest: 'Use `get_tags` for all tags of a note.',
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor'],
  run: (query, { services, signal }) => services.noteList.list(query, signal),
  text: renderNoteList,
});

/** A line for each note. */
function renderNoteList(answer: z.input<typeof noteList>): string {
  const { notes, totalNotes, vaultName, vaultPath, skipped = [], nextCursor } = answer;
  const lines = linesOf(notes, ({ path, title, tags = [], wordCount, modified }) => {
    const tagged = tags.map(tag => ` #${tag}`).join('');
    return oneLine(
      `${path} · ${title} · ${counted(wordCount, 'word')} · modified ${minute(modified)}${tagged}`,
    );
  });
  const unread = skipped.map(({ path, reason }) => oneLine(`${path} · skipped: ${reason}`));
  const place = vaultPath === undefined ? vaultName : `${vaultName} (${vaultPath})`;
  return [
    oneLine(`${notes.length} of ${counted(totalNotes, 'note')} in ${place}`),
    ...lines,
    ...unread,
    ...hintLines(answer),
    ...moreLines(nextCursor),
  ].join('\n');
}

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
});

export const stat = defineTool({
  name: 'stat',
  title: 'Look up paths',
  family: 'browse',
  risk: READS,
  description:
    'Checks whether up to 100 paths exist, and answers kind, size and dates, of notes also title, tags, aliases and `versionId`. ' +
    'To read the text use `read_notes`.',
  input: z.strictObject({
    paths: z.array(z.string()).max(100).default([]).describe('The paths or names to check.'),
  }),
  output: z.object({ items: z.array(statItem) }),
  rest: 'Ask for fewer paths, or use `get_tags`.',
  failures: [],
  run: async ({ paths }, { services, signal }) => ({ items: await services.stat.of(paths, signal) }),
});

export const getVaultInfo = defineTool({
  name: 'get_vault_info',
  profile: 'core',
  title: 'Get vault info',
  family: 'browse',
  risk: READS,
  description:
    'Answers what to know first about a vault: name and size, largest folders, most used tags, what this token may do, and the owner’s guide for agents. Call it once at the start.',
  input: z.strictObject({}),
  output: vaultInfo,
  rest: 'Use `list` and `list_tags`.',
  failures: [],
  run: (_input, { services, protocolVersion, signal }) =>
    services.vaultOverview.describe(protocolVersion, signal),
  text: renderVaultInfo,
});
