import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import {
  anyObject,
  byCommas,
  cursor,
  excludes,
  folder,
  hinted,
  includes,
  limit,
  order,
  paged,
  rare,
  tag,
  where,
} from '../shared/fields';
import { hintsForWordArguments, severalTags } from '../unknown-argument';
import { minute, shownValue } from '../shared/text-lines';
import { flagged } from '../field-flags';
import { defineTool, READS } from '../tool';

const aggregated = {
  aggregates: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Values by the names given in `aggregate`; null if there is none.'),
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

const conditions = {
  type: 'array',
  items: { type: 'object', properties: { var: { type: 'string' } } },
} as const;
const jsonLogic = flagged(anyObject({ or: conditions }), { example: '{"==":[{"var":"status"},"done"]}' });

export const queryNotes = defineTool({
  name: 'query_notes',
  profile: 'core',
  title: 'Query notes',
  summary: 'Finds notes by properties, tags, links, dates and tasks.',
  family: 'find',
  risk: READS,
  description:
    'Find notes by properties and other fields: a table, sorted or grouped, with totals. Fields: path, name, folder, title, tags, aliases, links, backlinks, wordCount, size, created, modified, tasks.open, tasks.done, and every property by its name.',
  seeAlso: [{ tool: 'search', sentence: 'For words in the text use `search`.' }],
  input: z.strictObject({
    filter: rare(
      jsonLogic
        .optional()
        .describe(
          'JsonLogic, for "or": {"or":[{">":[{"var":"size"},999]},{"in":["book",{"var":"tags"}]}]}; also {"glob":[pattern,value]}, "regexp", {"date":["friday"]}.',
        ),
    ),
    where,
    tag,
    path: folder,
    includes: rare(includes),
    excludes: rare(excludes),
    select: byCommas(z.array(z.string()).max(50).optional().describe('Fields to show beside the path.')),
    sort: z.string().optional().describe('Sort field; groups: `count` or a total. Default: path.'),
    order,
    groupBy: z.string().optional().describe('Field to group by.'),
    aggregate: byCommas(
      z.array(z.string()).max(20).optional().describe('Totals: `count`, `sum(size)`, avg, min, max.'),
    ),
    limit: limit(100, 1000),
    cursor,
  }),
  output: queryOutput,
  rest: 'Select fewer fields, or read the note.',
  insteadOf: { ...hintsForWordArguments, tags: severalTags },
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor'],
  run: (query, { services, signal, progress }) => services.queries.run(query, signal, progress),
  text: renderRows,
});

/** The names of the chosen fields and totals, then a line for each row. Totals of groups come without their rows. */
function renderRows(answer: z.input<typeof queryOutput>, { select = [], aggregate }: Chosen): string[] {
  const { rows = [], groups, totalCount } = answer;
  // Each row begins with its path.
  const fields = select.filter(field => field !== 'path');
  const areRowsShown = aggregate === undefined || select.length > 0;
  const totals = Object.keys(groups?.[0]?.aggregates ?? {});
  const inGroups = (groups ?? []).flatMap(group => [
    `${shownValue(group.key)}: ${[counted(group.count, 'note'), ...aggregateTexts(group, false)].join(' · ')}`,
    ...(areRowsShown ? group.rows.map(rowLine).map(line => `  ${line}`) : []),
  ]);
  return [
    counted(totalCount, groups === undefined ? 'note' : 'group'),
    ...aggregateTexts(answer),
    // The caller knows the name of a single field.
    ...(fields.length < 2 ? [] : [['path', ...fields].join(' · ')]),
    ...(totals.length === 0 ? [] : [['group: notes', ...totals].join(' · ')]),
    ...rows.map(rowLine),
    ...inGroups,
  ];
}

function rowLine({ path, ...fields }: z.input<typeof row>): string {
  const values = Object.entries(fields).map(([name, value]) => shownField(name, value));
  return [String(path), ...values].join(' · ');
}

/** File times to the minute, as in all texts; values of notes unchanged. */
function shownField(name: string, value: unknown): string {
  const isMoment =
    typeof value === 'string' && /^(?:created|modified|(?:min|max)\((?:created|modified)\))$/iu.test(name);
  return isMoment ? minute(value) : shownValue(value);
}

/** @param isNamed whether each value is preceded by its name */
function aggregateTexts(
  { aggregates = {}, valuesLeftOut = {} }: Pick<z.input<typeof queryOutput>, 'aggregates' | 'valuesLeftOut'>,
  isNamed = true,
): string[] {
  return Object.entries(aggregates).map(([name, value]) => {
    const left = valuesLeftOut[name];
    return `${isNamed ? `${name} = ` : ''}${shownField(name, value)}${left === undefined ? '' : ` (${counted(left, 'value')} left out)`}`;
  });
}
