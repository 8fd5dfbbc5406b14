/**
 * Pages of a sorted list. A cursor stands for the sort key of the page's last item, so it survives all changes to
 * the list: the next page begins after that key, whatever is there. In a search, whose scores change, it stands for
 * the notes that were shown. A page ends early when its rows fill an answer.
 */

import { countBefore, itemAt } from './collections';
import { ToolFailure } from '../errors';
import { jsonSize, MeasuredList } from './json';
import type { SlicedLoop } from './slicing/time-slicer';

/** The sort key of an item, most important part first; unique. Numbers are finite. */
export type SortKey = readonly (string | number)[];

/** What a cursor is valid for. */
interface PageBinding {
  readonly tool: string;
  /** The arguments of the call, without `cursor` and `limit`; the order of keys does not matter. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Identifies the caller's rules. */
  readonly access: string;
}

export interface PageOf<T> {
  /** All items, sorted by key. */
  readonly items: readonly T[];
  readonly keyOf: (item: T) => SortKey;
  /** The order of the items; `compareSortKeys` by default. */
  readonly compare?: (a: SortKey, b: SortKey) => number;
}

export interface PageRequest<T> extends PageOf<T> {
  /** At most this many items, 1 or more. */
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly binding: PageBinding;
  readonly cursors: Cursors;
}

export interface PageFields {
  totalCount: number;
  hasMore: boolean;
  nextCursor?: string;
}

export interface Page<T> extends PageFields {
  readonly page: readonly T[];
}

const cursorLength = 24;
/** Total characters of the keys that are kept, some 50,000 paths. */
const maxKept = 4_000_000;

/** Remembers the keys that cursors stand for: a key can be as long as a title, and a model has to copy the cursor. */
export class Cursors {
  /** The newest are at the end. */
  readonly #keys = new Map<string, SortKey>();
  #kept = 0;

  /** @param digest a hash of a text as an ASCII word, with a secret */
  constructor(private readonly digest: (text: string) => string) {}

  /** The same key and binding always give the same cursor. */
  for(key: SortKey, binding: PageBinding): string {
    const cursor = this.#nameOf(key, binding);
    this.#forget(cursor);
    this.#keys.set(cursor, key);
    this.#kept += sizeOf(key);
    for (const oldest of this.#keys.keys()) {
      if (this.#kept <= maxKept || oldest === cursor) break;
      this.#forget(oldest);
    }
    return cursor;
  }

  /** The key at which a page ended. @throws ToolFailure `invalid_cursor` for one that is forged, forgotten, or of another query */
  keyOf(cursor: string, binding: PageBinding): SortKey {
    const key = this.#keys.get(cursor);
    if (key === undefined || this.#nameOf(key, binding) !== cursor)
      throw new ToolFailure('invalid_cursor', 'The cursor is unknown, too old, or from another query.');
    return key;
  }

  #nameOf(key: SortKey, { tool, query, access }: PageBinding): string {
    const { cursor: _cursor, limit: _limit, ...asked } = query;
    return this.digest(canonicalJson([tool, asked, access, key])).slice(0, cursorLength);
  }

  #forget(cursor: string): void {
    const key = this.#keys.get(cursor);
    if (key === undefined) return;
    this.#keys.delete(cursor);
    this.#kept -= sizeOf(key);
  }
}

/** @throws ToolFailure `invalid_cursor`, see `Cursors` */
export function paginate<T>(request: PageRequest<T>): Page<T> {
  const { items, cursor, cursors, binding, limit } = request;
  const start = cursor === undefined ? 0 : placeBehind(cursors.keyOf(cursor, binding), request);
  return paginateFrom({
    ...request,
    items: items.slice(start, start + limit + 1),
    totalCount: items.length,
  });
}

type PageFrom<T> = Omit<PageRequest<T>, 'compare'> & {
  readonly totalCount: number;
  /** The key to continue after, if there are more than these items. */
  readonly goOn?: SortKey | undefined;
};

/** Like `paginate`, but `items` are only those after the cursor's key; one more than the page holds is enough. */
export function paginateFrom<T>(request: PageFrom<T>): Page<T> {
  const { items, limit, totalCount, goOn, keyOf, cursors, binding } = request;
  const page = items.slice(0, limit);
  const last = page.at(-1);
  const end = items.length > page.length && last !== undefined ? keyOf(last) : goOn;
  if (end === undefined) return { page, totalCount, hasMore: false };
  return { page, totalCount, hasMore: true, nextCursor: cursors.for(end, binding) };
}

/** Ascending, element by element: numbers before texts, texts by code units, a shorter key before a longer. */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    const order = compareElements(itemAt(a, index), itemAt(b, index));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareElements(a: string | number, b: string | number): number {
  if (typeof a === typeof b) return a === b ? 0 : a < b ? -1 : 1;
  return typeof a === 'number' ? -1 : 1;
}

/** The first index whose item comes after a key. */
function placeBehind<T>(key: SortKey, request: PageRequest<T>): number {
  const { items, keyOf, compare = compareSortKeys } = request;
  return countBefore(items.length, index => compare(keyOf(itemAt(items, index)), key) <= 0);
}

function sizeOf(key: SortKey): number {
  return key.reduce<number>((sum, part) => sum + String(part).length, cursorLength);
}

/** JSON with sorted keys of objects, so that equal arguments are equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compareElements(a, b)))
      : inner,
  );
}

/** Limit for an answer in bytes of JSON, unless its caller asked for more. */
export const defaultPageBytes = 100_000;
/** Limit for any answer: some 8,500 rows of files. */
export const maxPageBytes = 2_000_000;
/** Bytes per row if a call asks for more rows than usual. */
const bytesOfRow = 1000;
/** Bytes for the rest of an answer, without its rows. */
const bytesBeside = 1000;

/** Limit for an answer with this many rows, in bytes of JSON. */
export function bytesOfPage(limit: number): number {
  return Math.min(maxPageBytes, Math.max(defaultPageBytes, limit * bytesOfRow));
}

/**
 * The rows of the first items, up to the first row that does not fit; one always does. Later rows are not made.
 * @param limit number of rows that were asked for
 * @param rowOf undefined for an item that has no row
 */
export async function rowsOfPage<Item, Row>(
  items: readonly Item[],
  limit: number,
  rowOf: (item: Item) => Row | undefined | Promise<Row | undefined>,
  loop: SlicedLoop,
): Promise<MeasuredList<Row>> {
  const rows = new MeasuredList<Row>();
  const most = bytesOfPage(limit) - bytesBeside;
  const turn = loop.slicer.slice(loop);
  for (const item of items) {
    const made = rowOf(item);
    const row = made instanceof Promise ? await made : made;
    if (row !== undefined) {
      const left = most - rows.bytes;
      const bytes = jsonSize(row, left);
      if (bytes > left && rows.length > 0) break;
      rows.push(row);
      // Measuring ends where a row does not fit.
      rows.bytes += bytes > left ? Infinity : bytes + 1;
      if (bytes > left) break;
    }
    if (turn.due()) await turn.pause();
  }
  return rows;
}
