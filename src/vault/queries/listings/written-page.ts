import type { KeptRows } from '../../../utils/json/kept-rows';
import { jsonWeight } from '../../../utils/json/json-pieces';
import { maxStretchLength } from '../../../utils/json/json-size';
import { PageRows } from '../../../utils/json/page-limit';
import { rowGroups } from '../../../utils/json/row-groups';
import { itemAt } from '../../../utils/item-at';
import type { WrittenStretch } from '../../../utils/json/written-rows';
import type { SliceTurn } from '../../../utils/slicing/time-slicer';

/** The numbers that a row depends on, in addition to its path and the arguments; 0 for unused ones. */
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
  const { kept, asked = '' } = source;
  const made = new PageRows<Row>(limit);
  kept?.beginPage();
  for (const group of rowGroups(page)) {
    if (made.isFull) break;
    const key = `${asked}\n${group[0]?.path}`;
    // Read before the rows are made: what changes meanwhile is noticed by the next call.
    const facts = kept?.takes(key) === true ? await factsOfAll(group, source, turn) : undefined;
    const found = facts === undefined ? undefined : kept?.find(key, group, facts);
    if (found !== undefined) made.addWritten(found);
    else {
      const written = await addRows(made, group, { source, facts, turn });
      if (facts !== undefined && written !== undefined) kept?.keep(key, facts, written);
    }
    if (turn.due(true)) await turn.pause();
  }
  return made;
}

interface GroupWork<Item extends WithPath, Row extends WithPath> {
  readonly source: RowSource<Item, Row>;
  /** Of the whole group, if they were read before. */
  readonly facts: readonly number[] | undefined;
  readonly turn: SliceTurn;
}

/** @returns the rows of the group with their JSON if they were written together and all fit */
async function addRows<Item extends WithPath, Row extends WithPath>(
  made: PageRows<Row>,
  group: readonly Item[],
  { source, facts, turn }: GroupWork<Item, Row>,
): Promise<WrittenStretch<Row> | undefined> {
  let rows: Row[] = [];
  let weight = 0;
  for (const [at, file] of group.entries()) {
    const row = source.rowOf(file, facts === undefined ? source.factsOf(file) : factsAt(facts, at));
    rows.push(row);
    if (source.isUneven === true) weight += jsonWeight(row, maxStretchLength);
    if (weight > maxStretchLength) {
      // The page may be full long before the group ends.
      made.add(rows);
      if (made.isFull) return undefined;
      [rows, weight] = [[], 0];
    }
    if (turn.due(source.isUneven)) await turn.pause();
  }
  const written = rows.length === 0 ? undefined : made.add(rows);
  return written?.rows.length === group.length ? written : undefined;
}

/** Those of all files one after another, without a list for each: ten thousand of them are compared in every call. */
async function factsOfAll<Item extends WithPath, Row extends WithPath>(
  group: readonly Item[],
  { factsOf, isUneven }: RowSource<Item, Row>,
  turn: SliceTurn,
): Promise<number[]> {
  const all: number[] = [];
  for (const file of group) {
    const [first, second, third, fourth] = factsOf(file);
    all.push(first, second, third, fourth);
    if (turn.due(isUneven)) await turn.pause();
  }
  return all;
}

function factsAt(all: readonly number[], index: number): RowFacts {
  const at = index * 4;
  return [itemAt(all, at), itemAt(all, at + 1), itemAt(all, at + 2), itemAt(all, at + 3)];
}
