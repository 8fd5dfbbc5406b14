import { z } from 'zod';
import { rightsLevels } from '../utils/rights';
import { jsonLine, oneLine } from '../utils/one-line';
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
import { defineTool, READS } from './tool';

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
  childrenCount: z.int().optional().describe('Direct children; directories only.'),
});

const listing = z.object({ items: z.array(item), ...paged });

export const list = defineTool({
  name: 'list',
  title: 'List files and folders',
  family: 'browse',
  risk: READS,
  description:
    'Lists files and folders with sizes and dates, folders first. ' +
    'Use it to look around, or to find files by globs, dates, size or properties (the last three leave folders out).',
  input: z.strictObject({
    path: z.string().default('').describe('Folder.'),
    recursive: z.boolean().default(false).describe('The whole tree.'),
    includes,
    excludes,
    only: z.enum(['any', 'files', 'directories']).default('any').describe('Which kind.'),
    withFrontmatterSummary: z.boolean().default(false).describe('Add properties.'),
    fields: z.array(z.string()).optional().describe('Only these.'),
    sort: z.enum(['path', 'name', 'modified', 'created', 'size']).default('path').describe('Sort by.'),
    order,
    modifiedSince,
    modifiedUntil,
    createdSince: z.string().optional().describe('As above.'),
    createdUntil: z.string().optional().describe('As above.'),
    minSize: z.int().min(0).optional().describe('Bytes.'),
    maxSize: z.int().min(0).optional().describe('Bytes.'),
    where,
    limit: limit(200, 10_000),
    cursor,
  }),
  output: listing,
  rest: 'Name the properties wanted in `fields`, or use `get_frontmatter`.',
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor'],
  run: (query, { services, signal }) => services.folders.list(query, signal),
  text: renderListing,
});

/** A line an item: a third of the JSON, and as easy to read. */
function renderListing({ items, totalCount, nextCursor }: z.input<typeof listing>): string {
  const lines = linesOf(
    items,
    ({ kind, path, size, modified, created, childrenCount, frontmatterSummary }) => {
      if (kind === 'directory') return `${oneLine(path)}/ · ${childrenCount ?? 0} items`;
      const properties = frontmatterSummary === undefined ? '' : ` · ${jsonLine(frontmatterSummary)}`;
      return `${oneLine(path)} · ${size ?? 0} B · modified ${modified ?? ''} · created ${created ?? ''}${properties}`;
    },
  );
  return [`${items.length} of ${totalCount} items`, ...lines, ...more(nextCursor)].join('\n');
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

function more(nextCursor: string | undefined): string[] {
  return nextCursor === undefined ? [] : [`More with cursor: ${nextCursor}`];
}

const catalogue = z.object({
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
});

export const listNotes = defineTool({
  name: 'list_notes',
  title: 'List notes',
  family: 'browse',
  risk: READS,
  description:
    'The catalogue of notes: path, title, tags, word count and date of each. ' +
    'Narrow it by folder, tag, globs, dates or properties; for folders and other files use `list`.',
  input: z.strictObject({
    includeTags: z.boolean().default(true).describe('Add tags.'),
    tag,
    path: z.string().optional().describe('Within this folder.'),
    includes,
    excludes,
    modifiedSince,
    modifiedUntil,
    where,
    sort: z.enum(['title', 'path', 'modified', 'created', 'wordCount']).default('title').describe('Sort by.'),
    order,
    limit: limit(200, 10_000),
    cursor,
  }),
  output: catalogue,
  rest: 'Use `get_tags` for all tags of a note.',
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor'],
  run: (query, { services, signal }) => services.catalogue.list(query, signal),
  text: renderCatalogue,
});

/** A line a note. */
function renderCatalogue({ notes, skipped = [], nextCursor, ...facts }: z.input<typeof catalogue>): string {
  const lines = linesOf(notes, ({ path, title, tags = [], wordCount, modified }) => {
    const tagged = tags.map(tag => ` #${tag}`).join('');
    return `${oneLine(`${path} · ${title}`)} · ${wordCount} words · modified ${modified}${oneLine(tagged)}`;
  });
  const unread = skipped.map(({ path, reason }) => oneLine(`${path} · skipped: ${reason}`));
  return [jsonLine(facts), ...lines, ...unread, ...more(nextCursor)].join('\n');
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
    'Tells of up to 100 paths whether they exist, kind, size and dates, and of notes title, tags, aliases and `versionId`. ' +
    'Checks paths before editing.',
  input: z.strictObject({
    paths: z.array(z.string()).max(100).default([]).describe('Paths.'),
  }),
  output: z.object({ items: z.array(statItem) }),
  rest: 'Ask for fewer paths, or use `get_tags`.',
  failures: [],
  run: async ({ paths }, { services, signal }) => ({ items: await services.stat.of(paths, signal) }),
});

export const getVaultInfo = defineTool({
  name: 'get_vault_info',
  title: 'Get vault info',
  family: 'browse',
  risk: READS,
  description:
    'A good first call: the vault’s name, size, largest folders and most used tags, what this token may do, and its owner’s guide for agents.',
  input: z.strictObject({}),
  output: z.object({
    status: z.literal('ok'),
    vaultName: z.string(),
    vaultPath: z.string().optional(),
    counts: z.object({
      notes: z.int(),
      attachments: z.int(),
      folders: z.int(),
      totalSize: z.int().describe('Bytes.'),
    }),
    server: z.object({
      name: z.string(),
      version: z.string(),
      runtime: z.enum(['obsidian', 'headless']),
      appVersion: z.string(),
      protocolVersion: z.string(),
    }),
    access: z.object({
      token: z.string(),
      rights: z.enum(rightsLevels),
      readOnly: z.boolean(),
      folderRules: z.boolean(),
    }),
    plugins: z.array(z.object({ id: z.string(), enabled: z.boolean() })),
    index: z.object({ state: z.enum(['ready', 'reading']), notesIndexed: z.int() }),
    topFolders: z.array(z.object({ path: z.string(), notes: z.int() })),
    topTags: z
      .array(z.object({ tag: z.string(), count: z.int() }))
      .describe('None yet while `index.state` is `reading`.'),
    guide: z.object({ path: z.string(), text: z.string() }).optional(),
  }),
  rest: 'Use `list` and `list_tags`.',
  failures: [],
  run: (_input, { services, protocolVersion, signal }) =>
    services.orientation.describe(protocolVersion, signal),
});
