import { limit, notePath } from '../shared/fields';
import { defineTool, READS } from '../tool';
import { z } from 'zod';

export const queryDataview = defineTool({
  name: 'query_dataview',
  profile: 'all',
  plugin: 'dataview',
  title: 'Query Dataview',
  family: 'find',
  risk: READS,
  description:
    'Runs a DQL query (TABLE, LIST, TASK or CALENDAR, no JavaScript) in the Dataview plugin, if it is installed. ' +
    'It needs a token that sees the whole vault; otherwise use `query_notes`.',
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(10_000)
      .describe('The query, such as TABLE status FROM #book WHERE rating > 3.'),
    path: notePath.optional().describe('The note that `this` refers to.'),
    limit: limit(100, 1000),
  }),
  output: z.object({
    type: z.enum(['table', 'list', 'task', 'calendar']),
    headers: z.array(z.string()).optional(),
    rows: z
      .array(z.unknown())
      .describe('Tables: a list of cells for each row. Tasks may come in {key, rows}. Long answers are cut.'),
    totalCount: z.int(),
  }),
  failures: ['plugin_missing', 'invalid_query', 'invalid_path', 'not_found', 'unsupported_file'],
  run: (request, { services, signal }) => services.dataview.run(request, signal),
});
