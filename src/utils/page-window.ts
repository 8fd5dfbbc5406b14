import type { SortKey } from './cursor-paginator';

/** Which items of a long list a page needs. */
export interface PageWindowOptions<T> {
  readonly keyOf: (item: T) => SortKey;
  readonly compare: (a: SortKey, b: SortKey) => number;
  /** The key of the last item before the page; undefined for the first page. */
  readonly behind: SortKey | undefined;
  /** Limit for kept items; one more than the page holds shows that more follow. */
  readonly most: number;
}

/** Goes through a sorted list whose items are created one by one, and keeps only those for one page. */
export class PageWindow<T> {
  readonly items: T[] = [];
  /** Number of all items, kept or not. */
  totalCount = 0;

  constructor(private readonly options: PageWindowOptions<T>) {}

  add(item: T): void {
    this.totalCount += 1;
    const { behind, compare, keyOf, most } = this.options;
    if (this.items.length >= most) return;
    if (behind === undefined || compare(keyOf(item), behind) > 0) this.items.push(item);
  }
}
