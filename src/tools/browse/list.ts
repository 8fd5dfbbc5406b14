import * as z from 'zod';
import { ToolFailure } from '../../errors';
import { counted, jsonLine } from '../../utils/text/pieces';
import {
  byCommas,
  cursor,
  excludes,
  fileOrFolder,
  hinted,
  includes,
  limit,
  modifiedSince,
  modifiedUntil,
  order,
  paged,
  rare,
  shortWhere,
  where,
} from '../shared/fields';
import { hintForArguments, hintsForWordArguments, severalTags } from '../unknown-argument';
import { minute, namesInLine } from '../shared/text-lines';
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
  cutProperties: z.array(z.string()).optional().describe('Cut to 5 kB; the note has them in full.'),
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
  description: 'List files and folders, filtered by pattern or date.',
  seeAlso: [{ tool: 'query_notes', sentence: 'For a table of properties use query_notes.' }],
  input: z.strictObject({
    path: fileOrFolder.default('').describe('Folder to list. Default: the root of the vault.'),
    recursive: z.boolean().default(false).describe('Include all subfolders. Default: false.'),
    includes,
    excludes: rare(excludes),
    only: rare(z.enum(['any', 'files', 'directories']).default('any').describe('Default: any.')),
    withFrontmatterSummary: rare(z.boolean().default(false).describe('Add all properties. Default: false.')),
    fields: rare(byCommas(z.array(z.string()).optional().describe('Properties to add.'))),
    sort: z.enum(['path', 'name', 'modified', 'created', 'size']).default('path').describe('Default: path.'),
    order,
    modifiedSince,
    modifiedUntil: rare(modifiedUntil),
    createdSince: rare(z.string().optional().describe('Created since a date.')),
    createdUntil: rare(z.string().optional().describe('Created until a date.')),
    minSize: rare(z.int().min(0).max(maxBytes).optional().describe('Min size in bytes.')),
    maxSize: rare(z.int().min(0).max(maxBytes).optional().describe('Max size in bytes.')),
    where: rare(where.describe(shortWhere)),
    format: rare(z.enum(['rows', 'paths']).default('rows').describe('Rows, or paths alone. Default: rows.')),
    limit: limit(200, 10_000),
    cursor,
  }),
  output: listing,
  rest: 'Name the wanted properties in `fields`.',
  insteadOf: {
    ...hintsForWordArguments,
    ...hintForArguments(['tag', 'tags'], severalTags),
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

/** A line for each item: a third of the JSON's size, and as easy to read. */
function renderListing(
  answer: z.input<typeof listing>,
  { format, sort, createdSince, createdUntil }: ListArguments,
): string[] {
  const { items, totalCount } = answer;
  if (format === 'paths') return renderPaths(answer);
  const withCreated = sort === 'created' || createdSince !== undefined || createdUntil !== undefined;
  return [
    `${items.length} of ${counted(totalCount, 'item')}`,
    ...items.map(one => itemLine(one, withCreated)),
  ];
}

/** One path a line, and a count only where it adds something. */
function renderPaths(answer: z.input<typeof listing>): string[] {
  const { items, totalCount } = answer;
  const isAll = items.length === totalCount && items.length > 0;
  return [
    ...items.map(({ path }) => path),
    ...(isAll ? [] : [`${items.length} of ${counted(totalCount, 'item')}`]),
  ];
}

function itemLine(one: z.input<typeof item>, withCreated: boolean): string {
  const { kind, path, size, modified, childrenCount, frontmatterSummary, cutProperties = [] } = one;
  if (kind === 'directory') return `${path}/ · ${counted(childrenCount ?? 0, 'item')}`;
  const properties = frontmatterSummary === undefined ? '' : ` · ${jsonLine(frontmatterSummary)}`;
  const made = withCreated ? ` · created ${minute(one.created)}` : '';
  const cut = cutProperties.length === 0 ? '' : ` · cut: ${namesInLine(cutProperties)}`;
  return `${path} · ${size ?? 0} B · modified ${minute(modified)}${made}${properties}${cut}`;
}
