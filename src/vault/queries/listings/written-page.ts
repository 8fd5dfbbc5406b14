import type { KeptRows } from '../../../utils/json/kept-rows';
import { PageRows } from '../../../utils/json/page-limit';
import { rowGroups } from '../../../utils/json/row-groups';
import type { SliceTurn } from '../../../utils/slicing/time-slicer';

/** What a row is made of, in addition to its path and to what was asked for; where less is needed, 0. */
export type RowFacts = readonly [number, number, number, number];

interface WithPath {
  readonly path: string;
}

/** How the rows of files are made. */
export interface RowSource<Item extends WithPath, Row extends WithPath> {
  /** Values that a later row has only if it is the same. */
  readonly factsOf: (file: Item) => RowFacts;
  readonly rowOf: (file: Item, facts: RowFacts) => Row;
  /** What all rows depend on, on one line. */
  readonly asked?: string | undefined;
  /** Rows of earlier calls; without them, all rows are made. */
  readonly kept?: KeptRows<Row> | undefined;
  /** Whether some rows take much longer than others. */
  readonly isUneven?: boolean;
}

interface PageSlices {
  /** The number of requested rows. */
  readonly limit: number;
  readonly turn: SliceTurn;
}

/** The rows of a page, up to the first that does not fit into a result; rows of unchanged files are not made again. */
export async function writtenPage<Item extends WithPath, Row extends WithPath>(
  page: readonly Item[],
  source: RowSource<Item, Row>,
  { limit, turn }: PageSlices,
): Promise<PageRows<Row>> {
  const { kept, asked = '', isUneven } = source;
  const made = new PageRows<Row>(limit);
  kept?.beginPage();
  for (const group of rowGroups(page)) {
    if (made.isFull) break;
    const key = `${asked}\n${group[0]?.path}`;
    // Read before the rows are made: what changes meanwhile is noticed by the next call.
    const facts = kept?.takes(key) === true ? await factsOfAll(group, source, turn) : [];
    const all = facts.flat();
    const found = facts.length === 0 ? undefined : kept?.find(key, group, all);
    if (found !== undefined) made.addWritten(found);
    else {
      const rows: Row[] = [];
      for (const [at, file] of group.entries()) {
        rows.push(source.rowOf(file, facts[at] ?? source.factsOf(file)));
        if (turn.due(isUneven)) await turn.pause();
      }
      const written = made.add(rows);
      if (facts.length > 0 && written !== undefined) kept?.keep(key, all, written);
    }
    if (turn.due(true)) await turn.pause();
  }
  return made;
}

async function factsOfAll<Item extends WithPath, Row extends WithPath>(
  group: readonly Item[],
  { factsOf, isUneven }: RowSource<Item, Row>,
  turn: SliceTurn,
): Promise<RowFacts[]> {
  const all: RowFacts[] = [];
  for (const file of group) {
    all.push(factsOf(file));
    if (turn.due(isUneven)) await turn.pause();
  }
  return all;
}
