/**
 * Pages of a sorted list. A cursor holds the sort key of the page's last item, so it survives all changes of
 * the list: the next page begins after that key, whatever is there.
 */

import { countBefore } from './bisect';
import { ToolFailure } from '../errors';
import { itemAt } from './item-at';

/** The sort key of an item, most important part first; unique. Numbers are finite. */
export type SortKey = readonly (string | number)[];

/** What a cursor is valid for. */
export interface PageBinding {
  readonly tool: string;
  /** The arguments of the call, without `cursor` and `limit`; the order of keys does not matter. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Identifies the caller's rules. */
  readonly access: string;
}

export interface PageRequest<T> {
  /** All items, sorted by key. */
  readonly items: readonly T[];
  readonly keyOf: (item: T) => SortKey;
  /** The order of the items; `compareSortKeys` by default. */
  readonly compare?: ((a: SortKey, b: SortKey) => number) | undefined;
  /** At most this many items, 1 or more. */
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly binding: PageBinding;
  /** A hash of a text as a short ASCII word, with a secret of this installation. */
  readonly digest: (text: string) => string;
}

export interface Page<T> {
  readonly page: readonly T[];
  readonly totalCount: number;
  readonly hasMore: boolean;
  readonly nextCursor?: string;
}

const maxCursorLength = 32_768;
const digestLength = 16;
const cursorAlphabet = /^[\w-]+$/u;

/** @throws ToolFailure `invalid_cursor` for a cursor that is malformed, forged, or of another query. */
export function paginate<T>(request: PageRequest<T>): Page<T> {
  const { items, cursor, limit } = request;
  const start = cursor === undefined ? 0 : placeBehind(placeOf(cursor, request), request);
  const page = items.slice(start, start + limit);
  const last = page.at(-1);
  const hasMore = start + page.length < items.length;
  if (!hasMore || last === undefined) return { page, totalCount: items.length, hasMore };
  return { page, totalCount: items.length, hasMore, nextCursor: writeCursor(request.keyOf(last), request) };
}

export type PageFrom<T> = Omit<PageRequest<T>, 'compare'> & {
  /** Of all pages. */
  readonly totalCount: number;
  /** The key to continue after the last item, if there is more than these items. */
  readonly goOn?: SortKey | undefined;
};

/** Like `paginate`, but `items` are only those after `placeOf`; one more than the page holds is enough. */
export function paginateFrom<T>(request: PageFrom<T>): Page<T> {
  const { items, limit, totalCount, goOn } = request;
  const page = items.slice(0, limit);
  const last = page.at(-1);
  const hasMore = items.length > page.length;
  if (!hasMore && goOn !== undefined)
    return { page, totalCount, hasMore: true, nextCursor: writeCursor(goOn, request) };
  if (!hasMore || last === undefined) return { page, totalCount, hasMore };
  return { page, totalCount, hasMore, nextCursor: writeCursor(request.keyOf(last), request) };
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

type Seal = Pick<PageRequest<unknown>, 'binding' | 'digest'>;

function writeCursor(key: SortKey, { binding, digest }: Seal): string {
  const { tool, query, access } = binding;
  const { cursor: _cursor, limit: _limit, ...asked } = query;
  const seal = digest(canonicalJson([tool, asked, access, key])).slice(0, digestLength);
  return toBase64Url(JSON.stringify([seal, ...key]));
}

/** The key at which the last page ended. @throws ToolFailure `invalid_cursor` like `paginate` */
export function placeOf(cursor: string, seal: Seal): SortKey {
  const key = cursor.length <= maxCursorLength && cursorAlphabet.test(cursor) ? readKey(cursor) : undefined;
  // Writing it again must give the same text: that proves the seal, and that there is only one encoding.
  if (key === undefined || writeCursor(key, seal) !== cursor) {
    throw new ToolFailure('invalid_cursor', 'The cursor is malformed or belongs to another query.');
  }
  return key;
}

function readKey(cursor: string): SortKey | undefined {
  try {
    const parsed: unknown = JSON.parse(fromBase64Url(cursor));
    return Array.isArray(parsed) && parsed.every(isKeyElement) ? parsed.slice(1) : undefined;
  } catch {
    return undefined;
  }
}

function isKeyElement(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** JSON with sorted keys of objects, so that equal arguments are equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compareElements(a, b)))
      : inner,
  );
}

/** All non-ASCII characters are escaped first, as JSON allows, so that each character is one byte. */
function toBase64Url(json: string): string {
  const ascii = json.replace(/[^ -~]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return btoa(ascii).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): string {
  return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
}
