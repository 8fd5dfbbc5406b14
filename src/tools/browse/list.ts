import * as z from 'zod';
import { ToolFailure } from '../../errors';
import { counted, jsonLine, oneLine } from '../../utils/text/one-line';
import {
  cursor,
  excludes,
  fileOrFolder,
  includes,
  limit,
  modifiedSince,
  modifiedUntil,
  order,
  paged,
  where,
} from '../shared/fields';
import { hintForArguments, hintsForWordArguments } from '../argument-names';
import { hinted, hintLines } from '../shared/hinted';
import { minute, moreLines } from '../shared/text-lines';
import { defineTool, READS } from '../tool';

const item = z.object({
  kind: z.enum(['file', 'directory']).optional(),
  name: z.string().optional(),
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

/** A terabyte: no file has more. */
const maxBytes = 1_000_000_000_000;

interface ListArguments {
  readonly format: 'rows' | 'paths';
  readonly sort: string;
  readonly createdSince?: string | undefined;
  readonly createdUntil?: string | undefined;
}

export const list = defineTool({
  name: 'list',
  profile: 'core',
  alwaysLoaded: true,
  title: 'List files and folders',
  summary: 'Lists files and folders.',
  family: 'browse',
  risk: READS,
  description: 'Lists files and folders. For notes use list_notes, for tables query_notes.',
  input: z.strictObject({
    path: fileOrFolder.default('').describe('Names the folder (default root).'),
    recursive: z.boolean().default(false).describe('True includes all levels.'),
    includes,
    excludes,
    only: z.enum(['any', 'files', 'directories']).default('any').describe('Keeps any (default) or one kind.'),
    withFrontmatterSummary: z.boolean().default(false).describe('True adds all properties.'),
    fields: z.array(z.string()).optional().describe('Adds these properties.'),
    sort: z
      .enum(['path', 'name', 'modified', 'created', 'size'])
      .default('path')
      .describe('Sorts by this (default path).'),
    order,
    modifiedSince,
    modifiedUntil,
    createdSince: z.string().optional().describe('Starts at a creation date.'),
    createdUntil: z.string().optional().describe('Ends at a creation date.'),
    minSize: z.int().min(0).max(maxBytes).optional().describe('Sets the least bytes.'),
    maxSize: z.int().min(0).max(maxBytes).optional().describe('Sets the most bytes.'),
    where,
    format: z.enum(['rows', 'paths']).default('rows').describe('Gives rows (default) or paths alone.'),
    limit: limit(200, 10_000),
    cursor,
  }),
  output: listing,
  rest: 'Name the properties wanted in `fields`, or use `get_frontmatter`.',
  insteadOf: {
    ...hintsForWordArguments,
    ...hintForArguments(['tag', 'tags'], '`list_notes` takes `tag`; here write `where: ["tags=idea"]`.'),
  },
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor'],
  run(query, { services, signal }) {
    if (query.format === 'paths' && (query.fields !== undefined || query.withFrontmatterSummary))
      throw new ToolFailure('invalid_argument', 'A list of paths has no properties.', {
        hint: 'Leave `fields` and `withFrontmatterSummary` out, or use `format: "rows"`.',
      });
    return services.fileList.list(query, signal);
  },
  text: renderListing,
});

/** A line for each item: a third of the JSON, and as easy to read. */
function renderListing(
  answer: z.input<typeof listing>,
  { format, sort, createdSince, createdUntil }: ListArguments,
): string {
  const { items, totalCount, nextCursor } = answer;
  if (format === 'paths') return renderPaths(answer);
  const withCreated = sort === 'created' || createdSince !== undefined || createdUntil !== undefined;
  return [
    `${items.length} of ${counted(totalCount, 'item')}`,
    ...items.map(one => (withCreated ? lineWithCreated(one) : itemLine(one))),
    ...hintLines(answer),
    ...moreLines(nextCursor),
  ].join('\n');
}

/** One path a line, and a count only where it says more than they do. */
function renderPaths(answer: z.input<typeof listing>): string {
  const { items, totalCount, nextCursor } = answer;
  const isAll = items.length === totalCount && items.length > 0;
  return [
    ...items.map(({ path }) => oneLine(path)),
    ...(isAll ? [] : [`${items.length} of ${counted(totalCount, 'item')}`]),
    ...hintLines(answer),
    ...moreLines(nextCursor),
  ].join('\n');
}

function lineWithCreated(one: z.input<typeof item>): string {
  return itemLine(one, one.kind === 'directory' ? '' : ` · created ${minute(one.created)}`);
}

/** @param made what follows the date of change */
function itemLine(one: z.input<typeof item>, made = ''): string {
  const { kind, path, size, modified, childrenCount, frontmatterSummary, cutProperties = [] } = one;
  if (kind === 'directory') return `${oneLine(path)}/ · ${counted(childrenCount ?? 0, 'item')}`;
  const properties = frontmatterSummary === undefined ? '' : ` · ${jsonLine(frontmatterSummary)}`;
  const cut = cutProperties.length === 0 ? '' : ` · cut: ${cutProperties.map(oneLine).join(', ')}`;
  return `${oneLine(path)} · ${size ?? 0} B · modified ${minute(modified)}${made}${properties}${cut}`;
}
