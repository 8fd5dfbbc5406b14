import { sorting } from './sorting';
import type { Steps } from './steps';

/** Segments up to this length are sorted by insertion. */
const shortSegment = 12;
/** Comparisons in one step. */
const stride = 128;
/** If at least this fraction of the items is needed, sorting all of them is cheaper. */
const largeShare = 0.25;
/** After this many comparisons per item the pivots were bad, and the rest is sorted completely. */
const maxComparisons = 8;

interface Entry<T> {
  readonly item: T;
  /** Original index: equal items keep their order. */
  readonly index: number;
}

export interface SortOptions<T> {
  readonly compare: (a: T, b: T) => number;
  /** Whether the last comparison was so slow that other work should run. */
  readonly isSlow?: () => boolean;
}

/**
 * A list that is sorted from the front as far as it is read, stable like `toSorted`: the first hundred of n
 * items cost about 3 n comparisons (incremental quicksort).
 */
export class SortedAsNeeded<T> {
  private readonly entries: Entry<T>[];
  /** Entries before this index are in their final position. */
  private placed = 0;
  /** Indexes after `placed` of entries in their final position; the nearest last. */
  private readonly pivots: number[] = [];
  private comparisons = 0;

  constructor(
    items: readonly T[],
    private readonly options: SortOptions<T>,
  ) {
    this.entries = items.map((item, index) => ({ item, index }));
  }

  get length(): number {
    return this.entries.length;
  }

  /** The items from index `start` to before `end`, sorted. */
  *between(start: number, end: number): Steps<T[]> {
    if (end - this.placed > this.length * largeShare) yield* this.sortRest();
    while (this.placed < Math.min(end, this.length)) yield* this.placeMore();
    return this.entries.slice(start, end).map(({ item }) => item);
  }

  private *placeMore(): Steps<void> {
    const { pivots, placed } = this;
    const end = pivots.at(-1) ?? this.length;
    if (end === placed) {
      pivots.pop();
      this.placed += 1;
    } else if (this.comparisons > maxComparisons * this.length) yield* this.sortRest();
    else if (end - placed <= shortSegment) {
      yield* this.insertAll(placed, end);
      this.placed = end;
    } else pivots.push(yield* this.partition(placed, end));
  }

  private *sortRest(): Steps<void> {
    const rest = this.entries.slice(this.placed);
    const sorted = yield* sorting(rest, (a, b) => this.compare(a, b));
    for (const [at, entry] of sorted.entries()) this.entries[this.placed + at] = entry;
    this.placed = this.length;
    this.pivots.length = 0;
  }

  /** @returns the index of an entry that is then in its final position */
  private *partition(start: number, end: number): Steps<number> {
    const { entries } = this;
    const last = end - 1;
    this.swap(this.median(start, (start + last) >>> 1, last), last);
    const pivot = entries[last];
    let split = start;
    for (let at = start; at < last; at += 1) {
      const entry = entries[at];
      if (entry !== undefined && pivot !== undefined && this.compare(entry, pivot) < 0)
        this.swap(at, split++);
      if ((at - start) % stride === stride - 1 || this.options.isSlow?.() === true) yield;
    }
    this.swap(split, last);
    return split;
  }

  private *insertAll(start: number, end: number): Steps<void> {
    for (let next = start + 1; next < end; next += 1) {
      for (let at = next; at > start && this.isBefore(at, at - 1); at -= 1) this.swap(at, at - 1);
      if (this.options.isSlow?.() === true) yield;
    }
  }

  private median(a: number, b: number, c: number): number {
    const [low, high] = this.isBefore(b, a) ? [b, a] : [a, b];
    if (this.isBefore(c, low)) return low;
    return this.isBefore(c, high) ? c : high;
  }

  private isBefore(a: number, b: number): boolean {
    const [first, second] = [this.entries[a], this.entries[b]];
    return first !== undefined && second !== undefined && this.compare(first, second) < 0;
  }

  private compare(a: Entry<T>, b: Entry<T>): number {
    this.comparisons += 1;
    const order = this.options.compare(a.item, b.item);
    return order === 0 ? a.index - b.index : order;
  }

  private swap(a: number, b: number): void {
    const [first, second] = [this.entries[a], this.entries[b]];
    if (first === undefined || second === undefined) return;
    this.entries[a] = second;
    this.entries[b] = first;
  }
}
