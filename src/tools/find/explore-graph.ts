import { direction, notePath } from '../shared/fields';
import { hinted, withUnreadable } from '../shared/hinted';
import { defineTool, READS } from '../tool';
import { z } from 'zod';

export const exploreGraph = defineTool({
  name: 'explore_graph',
  profile: 'all',
  title: 'Explore the graph',
  family: 'find',
  risk: READS,
  description:
    'Lists the notes within `depth` links of a note, nearest first, and the links among them. ' +
    'With `to` it also answers the shortest path to that note, empty when none leads there.',
  input: z.strictObject({
    path: notePath,
    depth: z.int().min(1).max(4).default(1).describe('How many links away, 1 to 4.'),
    to: z.string().optional().describe('The note to find the shortest path to.'),
    direction,
    limit: z.int().min(1).max(1000).default(100).describe('Largest number of notes.'),
  }),
  output: z.object({
    nodes: z.array(z.object({ path: z.string(), title: z.string(), distance: z.int() })),
    edges: z.array(z.object({ source: z.string(), target: z.string() })),
    shortestPath: z.array(z.string()).optional(),
    truncated: z
      .boolean()
      .optional()
      .describe('There are more notes than `limit`; ask with a higher one or less depth.'),
    ...hinted,
  }),
  rest: 'Ask for less depth or a lower `limit`.',
  failures: ['too_large', 'storage_error', 'invalid_path', 'not_found', 'unsupported_file', 'busy'],
  run: (query, context) =>
    withUnreadable(context.services.graph.explore(query, context.signal), undefined, context),
});
