import type { CallerContext } from '../caller-context';
import { isNote } from '../access/visible-files';
import { forEachInTurn, someInTurn } from '../../utils/slicing/time-slicer';

interface GraphQuery {
  readonly path: string;
  /** Number of links to follow, 1 to 4. */
  readonly depth: number;
  readonly to?: string | undefined;
  readonly direction: 'out' | 'in' | 'both';
  readonly limit: number;
}

interface GraphView {
  nodes: { path: string; title: string; distance: number }[];
  edges: { source: string; target: string }[];
  /** From the note to `to`, both included; empty if there is none. */
  shortestPath?: string[];
  truncated?: boolean;
}

export class GraphWalk {
  constructor(private readonly context: CallerContext) {}

  async explore(query: GraphQuery, signal: AbortSignal): Promise<GraphView> {
    const { files, notes } = this.context;
    const start = (await notes.textFile(query.path)).path;
    const goal = query.to === undefined ? undefined : files.note(query.to).path;
    const { distances, truncated } = await this.spread(start, query, signal);
    const shortestPath =
      goal === undefined ? undefined : await this.pathBetween(start, goal, query.direction, signal);
    for (const [index, path] of (shortestPath ?? []).entries())
      if (!distances.has(path)) distances.set(path, index);
    return {
      nodes: [...distances].map(([path, distance]) => ({ path, title: this.titleOf(path), distance })),
      edges: await this.edgesAmong(distances, signal),
      ...(shortestPath === undefined ? {} : { shortestPath }),
      ...(truncated ? { truncated } : {}),
    };
  }

  /** The notes within `depth` links, nearest first, with their distance. */
  private async spread(
    start: string,
    query: GraphQuery,
    signal: AbortSignal,
  ): Promise<{ distances: Map<string, number>; truncated: boolean }> {
    const distances = new Map([[start, 0]]);
    const { slicer } = this.context;
    // The loop also visits the entries that it adds.
    const truncated = await someInTurn(distances, { slicer, signal }, async ([path, distance]) => {
      const neighbours = distance === query.depth ? [] : await this.neighbours(path, query.direction, signal);
      for (const neighbour of neighbours) {
        if (distances.has(neighbour)) continue;
        if (distances.size >= query.limit) return true;
        distances.set(neighbour, distance + 1);
      }
      return false;
    });
    return { distances, truncated };
  }

  private async pathBetween(
    start: string,
    goal: string,
    direction: GraphQuery['direction'],
    signal: AbortSignal,
  ): Promise<string[]> {
    const cameFrom = new Map<string, string | undefined>([[start, undefined]]);
    const { slicer } = this.context;
    const isFound = await someInTurn(cameFrom.keys(), { slicer, signal }, async path => {
      if (path === goal) return true;
      for (const neighbour of await this.neighbours(path, direction, signal)) {
        if (!cameFrom.has(neighbour)) cameFrom.set(neighbour, path);
      }
      return false;
    });
    return isFound ? trail(cameFrom, goal) : [];
  }

  private async edgesAmong(
    nodes: ReadonlyMap<string, number>,
    signal: AbortSignal,
  ): Promise<GraphView['edges']> {
    const edges: GraphView['edges'] = [];
    const { links, slicer } = this.context;
    const graph = await links.whole(signal);
    await forEachInTurn(nodes.keys(), { slicer, signal }, source => {
      for (const target of graph.outgoing(source)) {
        if (nodes.has(target) && target !== source) edges.push({ source, target });
      }
    });
    return edges;
  }

  /** Notes one link away, in the order of the graph. */
  private async neighbours(
    path: string,
    direction: GraphQuery['direction'],
    signal: AbortSignal,
  ): Promise<string[]> {
    const { links, app } = this.context;
    const graph = await links.whole(signal);
    const out = direction === 'in' ? [] : graph.outgoing(path);
    const back = direction === 'out' ? [] : graph.incoming(path);
    return [...out, ...back].filter(other => {
      const file = app.vault.getFileByPath(other);
      return file !== null && isNote(file);
    });
  }

  private titleOf(path: string): string {
    const file = this.context.app.vault.getFileByPath(path);
    return file === null ? path : this.context.facts.titleOf(file);
  }
}

function trail(cameFrom: ReadonlyMap<string, string | undefined>, goal: string): string[] {
  const path: string[] = [];
  for (let at: string | undefined = goal; at !== undefined; at = cameFrom.get(at)) path.push(at);
  return path.reverse();
}
