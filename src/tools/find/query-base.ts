import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { cursor, file, hinted, limit, paged } from '../shared/fields';
import { shownValue } from '../shared/text-lines';
import { defineTool, noteFailures, READS } from '../tool';

const values = z.record(z.string(), z.unknown());

const baseRow = z.object({
  path: z.string(),
  group: z.unknown().optional().describe('The key of its group.'),
  values: values.describe('By column id; {"error"} where an expression failed.'),
});

const baseOutput = z.object({
  view: z.string(),
  columns: z.array(z.object({ id: z.string(), name: z.string() })),
  rows: z.array(baseRow).optional(),
  paths: z.array(z.string()).optional(),
  groups: z
    .array(z.object({ key: z.unknown(), count: z.int(), summaries: values.optional() }))
    .optional()
    .describe('In the order of the rows.'),
  summaries: values.optional().describe('By column id.'),
  ...paged,
  warnings: z.array(z.string()).describe('What is wrong with the base.'),
  ...hinted,
});

export const queryBase = defineTool({
  name: 'query_base',
  title: 'Query base',
  summary: 'Reads the rows of a base.',
  family: 'find',
  risk: READS,
  description:
    "Get the rows of a base: a .base file, a `base` block of a note, or YAML of your own, such as {filters: file.hasTag('book'), views: [{order: [file.name, rating]}]}.",
  input: z.strictObject({
    path: file.optional().describe('A .base file, or a note with a `base` block.'),
    block: z
      .int()
      .min(0)
      .max(1000)
      .optional()
      .describe('Which `base` block of the note, from 0. Default: 0.'),
    source: z.string().optional().describe('YAML of a base, instead of `path`.'),
    view: z.string().optional().describe('Name of the view. Default: the first.'),
    this: file.optional().describe('Note that `this` stands for.'),
    format: z
      .enum(['rows', 'paths'])
      .default('rows')
      .describe('Rows with values, or paths alone. Default: rows.'),
    limit: limit(50, 1000),
    cursor,
  }),
  output: baseOutput,
  rest: 'Ask for fewer rows with `limit`, or for `format: "paths"`.',
  failures: [...noteFailures, 'target_not_found', 'invalid_query', 'invalid_cursor'],
  run: (query, { services, signal }) => services.bases.run(query, signal),
  text: renderBase,
});

/** The names of the columns, then a line for each row, below its group's key. */
function renderBase(answer: z.input<typeof baseOutput>): string[] {
  const { view, columns, rows = [], paths = [], groups = [], summaries, totalCount, warnings } = answer;
  const keys = rows.some(({ group }) => group !== undefined) ? ['[group]'] : [];
  const names = ['path', ...keys, ...columns.map(({ name }) => name)];
  return [
    `${view}: ${counted(totalCount, 'row')}`,
    ...groups.map(
      ({ key, count, summaries: own }) => `${shownValue(key)}: ${counted(count, 'row')}${totals(own)}`,
    ),
    ...(rows.length === 0 ? [] : [names.join(' · ')]),
    ...rows.map(rowLine),
    ...paths,
    ...(summaries === undefined ? [] : [`Summaries${totals(summaries)}`]),
    ...warnings.map(warning => `Warning: ${warning}`),
  ];
}

function rowLine({ path, group, values: shown }: z.input<typeof baseRow>): string {
  const keys = group === undefined ? [] : [`[${shownValue(group)}]`];
  return [path, ...keys, ...Object.values(shown).map(shownValue)].join(' · ');
}

function totals(summaries: Record<string, unknown> | undefined): string {
  const shown = Object.entries(summaries ?? {}).map(([id, value]) => `${id} = ${shownValue(value)}`);
  return shown.length === 0 ? '' : ` · ${shown.join(' · ')}`;
}
