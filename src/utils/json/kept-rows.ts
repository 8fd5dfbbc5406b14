import type { WrittenStretch } from './written-rows';

/** Bytes of JSON: as much as the largest page has. */
const defaultPageBytes = 2_000_000;
/** Rows that this many later pages did not use are dropped. */
const maxIdlePages = 64;

interface Kept<Row> {
  readonly facts: Float64Array;
  readonly stretch: WrittenStretch<Row>;
  /** The number of the page that used it last. */
  usedBy: number;
}

export interface RowWithPath {
  readonly path: string;
}

/**
 * Written rows of earlier pages, for later ones: they are used again while everything that they were made of is the
 * same. While all kept rows are in use and fill the store, others are not taken: if they displaced the oldest, a
 * client that reads more pages in turn than the store holds would never find any.
 */
export class KeptRows<Row extends RowWithPath> {
  /** From the longest unused to the last used. */
  private readonly kept = new Map<string, Kept<Row>>();
  private pages = 0;
  private used = 0;
  /** Whether there was no space for the last rows. */
  private isFull = false;

  /**
   * @param onPage runs with each page
   * @param maxBytes of their JSON together
   */
  constructor(
    private readonly onPage: () => void,
    private readonly maxBytes = defaultPageBytes,
  ) {}

  /** Bytes of JSON that are kept now. */
  get bytes(): number {
    return this.used;
  }

  /** Call it before the rows of a page are looked up: rows that are no longer used make way. */
  beginPage(): void {
    this.onPage();
    this.pages += 1;
    for (const [key, { usedBy }] of this.kept) {
      if (usedBy >= this.pages - maxIdlePages) return;
      this.drop(key);
    }
  }

  /** Whether it is of use to gather the facts of these rows: there are some, or they would be kept. */
  takes(key: string): boolean {
    return !this.isFull || this.kept.has(key);
  }

  /**
   * @param items what the rows are about; their paths are compared with those of the rows
   * @param facts everything else that the rows are made of
   */
  find(
    key: string,
    items: readonly RowWithPath[],
    facts: readonly number[],
  ): WrittenStretch<Row> | undefined {
    const kept = this.kept.get(key);
    if (kept === undefined || !areSame(kept.facts, facts) || !haveSamePaths(kept.stretch.rows, items))
      return undefined;
    kept.usedBy = this.pages;
    this.kept.delete(key);
    this.kept.set(key, kept);
    return kept.stretch;
  }

  /** Instead of what was kept under the same key, unless the store is full. */
  keep(key: string, facts: readonly number[], stretch: WrittenStretch<Row>): void {
    this.drop(key);
    this.isFull = this.used + stretch.size > this.maxBytes;
    if (this.isFull) return;
    this.kept.set(key, { facts: Float64Array.from(facts), stretch, usedBy: this.pages });
    this.used += stretch.size;
  }

  clear(): void {
    this.kept.clear();
    this.used = 0;
    this.isFull = false;
  }

  private drop(key: string): void {
    this.used -= this.kept.get(key)?.stretch.size ?? 0;
    if (this.kept.delete(key)) this.isFull = false;
  }
}

function areSame(some: Float64Array, others: readonly number[]): boolean {
  if (some.length !== others.length) return false;
  // An ordinary loop: with a function for each number it took as long as gathering them.
  for (let at = 0; at < others.length; at += 1) if (some[at] !== others[at]) return false;
  return true;
}

function haveSamePaths(rows: readonly RowWithPath[], items: readonly RowWithPath[]): boolean {
  return rows.length === items.length && rows.every(({ path }, at) => path === items[at]?.path);
}
