import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { hinted, limit, notePath } from '../shared/fields';
import { shownValue, withReason } from '../shared/text-lines';
import { defineTool, READS } from '../tool';

const dataviewResult = z.object({
  type: z.enum(['table', 'list', 'task', 'calendar']),
  headers: z.array(z.string()).optional(),
  rows: z
    .array(z.unknown())
    .describe('Tables: a list of cells for each row. Tasks may come in {key, rows}. Long answers are cut.'),
  totalCount: z.int(),
  hints: hinted.hints,
});

export const queryDataview = defineTool({
  name: 'query_dataview',
  title: 'Query Dataview',
  summary: 'Runs a Dataview query. Needs the Dataview plugin.',
  family: 'find',
  risk: READS,
  needsWholeVault: true,
  description: 'Run a query of the Dataview plugin (DQL). The token must see the whole vault.',
  seeAlso: [{ tool: 'query_notes', sentence: 'Otherwise use query_notes.' }],
  input: z.strictObject({
    query: z.string().min(1).max(10_000).describe('DQL, such as `LIST FROM #book`.'),
    path: notePath.optional().describe('Note that `this` stands for.'),
    limit: limit(100, 1000),
  }),
  output: dataviewResult,
  failures: ['plugin_missing', 'invalid_query', 'invalid_path', 'not_found', 'unsupported_file'],
  run: async (request, { services, signal }) => {
    const found = await services.dataview.run(request, signal);
    return withReason(
      found,
      found.totalCount === 0,
      'Nothing matches: try fewer conditions, or a wider FROM.',
    );
  },
  text: renderResult,
});

/** A line for each row; the cells of a table between ` · `. */
function renderResult({ type, headers, rows, totalCount }: z.input<typeof dataviewResult>): string[] {
  const shown = rows.length < totalCount ? `${rows.length} of ` : '';
  return [
    `${type} · ${shown}${counted(totalCount, 'row')}`,
    ...(headers === undefined ? [] : [headers.join(' · ')]),
    ...rows.map(row =>
      type === 'table' && Array.isArray(row) ? row.map(shownValue).join(' · ') : shownValue(row),
    ),
  ];
}
