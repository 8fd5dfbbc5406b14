import * as z from 'zod';
import { addTo } from '../../utils/collections';
import { counted } from '../../utils/text/pieces';
import { direction, file, hinted, noteName } from '../shared/fields';
import { namesInLine, titledPath, withReason, withUnreadable } from '../shared/text-lines';
import { defineTool, noteFailures, READS } from '../tool';

const graphOutput = z.object({
  nodes: z.array(z.object({ path: z.string(), title: z.string(), distance: z.int() })),
  edges: z.array(z.object({ source: z.string(), target: z.string() })),
  shortestPath: z.array(z.string()).optional(),
  truncated: z
    .boolean()
    .optional()
    .describe('There are more notes than `limit`; use a higher one or less `depth`.'),
  ...hinted,
});

export const exploreGraph = defineTool({
  name: 'explore_graph',
  title: 'Explore the graph',
  summary: 'Follows the links around a note.',
  family: 'links',
  risk: READS,
  description:
    'List the notes within `depth` links of a note, the links between them, or the shortest path to another note.',
  input: z.strictObject({
    path: noteName,
    depth: z.int().min(1).max(4).default(1).describe('Number of links to follow. Default: 1.'),
    to: file.optional().describe('Note to find the shortest path to.'),
    direction,
    limit: z.int().min(1).max(1000).default(100).describe('Max notes. Default: 100.'),
  }),
  output: graphOutput,
  rest: 'Ask for less depth or a lower `limit`.',
  failures: noteFailures,
  run: async (query, context) => {
    const found = await context.services.graph.explore(query, context.signal);
    const isAlone = found.nodes.length === 1 && found.truncated !== true;
    const isEmpty = query.to === undefined ? isAlone : found.shortestPath?.length === 0;
    return withUnreadable(
      withReason(found, isEmpty, whyAlone(query.direction, query.to)),
      undefined,
      context,
    );
  },
  text: renderGraph,
});

function whyAlone(way: z.output<typeof direction>, to: string | undefined): string {
  const other = to === undefined ? 'another note' : '`to`';
  if (way === 'both') return `No links join the note with ${other}.`;
  const places = way === 'out' ? `from the note to ${other}` : `from ${other} to the note`;
  return `No links lead ${places}; \`direction: both\` follows links either way.`;
}

/** A line for each note with its distance, then one for each note that links to others of them. */
function renderGraph(answer: z.input<typeof graphOutput>): string[] {
  const { nodes, edges, shortestPath, truncated } = answer;
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges) addTo(targets, source, target);
  const way = shortestPath?.length === 0 ? 'none' : shortestPath?.join(' → ');
  return [
    `${counted(nodes.length, 'note')}, ${counted(edges.length, 'link')}`,
    ...(way === undefined ? [] : [`Shortest path: ${way}`]),
    ...nodes.map(node => `${node.distance} ${titledPath(node)}`),
    ...(targets.size === 0 ? [] : ['Links:']),
    ...[...targets].map(([source, all]) => `${source} → ${namesInLine(all)}`),
    ...(truncated === true ? ['There are more notes: use a higher `limit` or less `depth`.'] : []),
  ];
}
