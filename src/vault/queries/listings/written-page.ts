import type { TAbstractFile } from 'obsidian';
import type { KeptRows } from '../../../utils/json/kept-rows';
import { PageRows } from '../../../utils/json/page-limit';
import { rowGroups } from '../../../utils/json/row-groups';
import type { SliceTurn } from '../../../utils/slicing/time-slicer';

/** How the rows of files are made. */
export interface RowSource<Item extends TAbstractFile, Row> {
  readonly rowOf: (file: Item) => Row;
  /** Appends what the row is made of, in addition to the file and its path. */
  readonly factsOf: (file: Item, facts: unknown[]) => void;
  /** What all rows depend on. */
  readonly asked?: string | undefined;
  /** Rows of earlier calls; without them, all rows are made. */
  readonly kept?: KeptRows<TAbstractFile, Row> | undefined;
  /** Whether some rows take much longer than others. */
  readonly isUneven?: boolean;
}

export interface PageSlices {
  /** The number of requested rows. */
  readonly limit: number;
  readonly turn: SliceTurn;
}

/** The rows of a page, up to the first that does not fit into a result; rows of unchanged files are not made again. */
export async function writtenPage<Item extends TAbstractFile, Row>(
  page: readonly Item[],
  source: RowSource<Item, Row>,
  { limit, turn }: PageSlices,
): Promise<PageRows<Row>> {
  const made = new PageRows<Row>(limit);
  const facts: unknown[] = [];
  for (const group of rowGroups(page)) {
    if (made.isFull) break;
    readFacts(group, source, facts);
    const [first] = group;
    const kept = first && source.kept?.find(first, facts);
    if (kept !== undefined) made.addWritten(kept);
    else {
      // Read before the rows are made: what changes meanwhile is noticed by the next call.
      const readBefore = source.kept && [...facts];
      const rows: Row[] = [];
      for (const file of group) {
        rows.push(source.rowOf(file));
        if (turn.due(source.isUneven)) await turn.pause();
      }
      const written = made.add(rows);
      if (first !== undefined && readBefore !== undefined && written !== undefined)
        source.kept?.keep(first, readBefore, written);
    }
    if (turn.due(true)) await turn.pause();
  }
  return made;
}

function readFacts<Item extends TAbstractFile, Row>(
  group: readonly Item[],
  { kept, asked, factsOf }: RowSource<Item, Row>,
  facts: unknown[],
): void {
  facts.length = 0;
  if (kept === undefined) return;
  facts.push(asked);
  for (const file of group) {
    facts.push(file, file.path);
    factsOf(file, facts);
  }
}
