/** Lists and maps: items that must exist, counts, values by key, and the best of many. */

export function mapDefined<Item, Result>(
  items: Iterable<Item>,
  resultOf: (item: Item) => Result | null | undefined,
): Result[] {
  const results: Result[] = [];
  for (const item of items) {
    const result = resultOf(item);
    if (result !== undefined && result !== null) results.push(result);
  }
  return results;
}

export function countOf<Key>(counts: ReadonlyMap<Key, number>, key: Key): number {
  return counts.get(key) ?? 0;
}

export function countUp<Key>(counts: Map<Key, number>, key: Key, times = 1): void {
  counts.set(key, countOf(counts, key) + times);
}

/** The items of a key; none where the map does not have it. */
export function itemsOf<Key, Item>(lists: ReadonlyMap<Key, readonly Item[]>, key: Key): readonly Item[] {
  return lists.get(key) ?? [];
}

export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Some key's value, made when it is first asked for; like `Map.prototype.getOrInsertComputed` of later engines. */
export function getOrInsert<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Anything that is read by index: an array, typed or not. */
interface Indexed<Item> {
  readonly length: number;
  readonly [index: number]: Item;
}

/** The item at an index that must exist: a wrong index is a bug, not a missing value. */
export function itemAt<Item>(items: Indexed<Item>, index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index} among ${items.length}.`);
  return item;
}

/** `itemAt` for whole numbers: one function for arrays of every type makes a parse a fifth slower. */
export function numberAt(numbers: Int32Array, index: number): number {
  const number = numbers[index];
  if (number === undefined) throw new RangeError(`There is no number ${index} among ${numbers.length}.`);
  return number;
}

/**
 * Binary search: the number of items of a sorted list before a position; about log2(length) tests.
 * @param length the number of items
 * @param isBefore whether the item at an index comes before; true up to some index, false from there on
 */
export function countBefore(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Keeps the best of many items, in order: twenty of a hundred thousand, for example. */
export class Best<T> {
  readonly #items: T[] = [];

  /** @param most number of items to keep @param compare a total order, the better first */
  constructor(
    private readonly most: number,
    private readonly compare: (a: T, b: T) => number,
  ) {}

  /** The worst kept item, once only better ones are accepted. */
  get bound(): T | undefined {
    return this.#items.length < this.most ? undefined : this.#items.at(-1);
  }

  sorted(): readonly T[] {
    return this.#items;
  }

  offer(item: T): void {
    const { bound } = this;
    if (bound !== undefined && this.compare(item, bound) >= 0) return;
    const items = this.#items;
    const place = countBefore(items.length, index => this.compare(itemAt(items, index), item) < 0);
    items.splice(place, 0, item);
    if (items.length > this.most) items.pop();
  }
}

/** Several distinct values per key. */
export class ValuesByKey<Key, Value> {
  private readonly byKey = new Map<Key, Set<Value>>();

  of(key: Key): Iterable<Value> {
    return this.byKey.get(key) ?? [];
  }

  add(key: Key, value: Value): void {
    getOrInsert(this.byKey, key, () => new Set()).add(value);
  }

  delete(key: Key, value: Value): void {
    const held = this.byKey.get(key);
    held?.delete(value);
    if (held?.size === 0) this.byKey.delete(key);
  }
}

/** Like `ValuesByKey`, for values that are added and removed with all of their keys. */
export class KeysOfValues<Key, Value> {
  private readonly values = new ValuesByKey<Key, Value>();
  private readonly entered = new Map<Value, readonly Key[]>();

  of(key: Key): Iterable<Value> {
    return this.values.of(key);
  }

  enter(value: Value, keys: readonly Key[]): void {
    this.leave(value);
    this.entered.set(value, keys);
    for (const key of keys) this.values.add(key, value);
  }

  leave(value: Value): void {
    for (const key of itemsOf(this.entered, value)) this.values.delete(key, value);
    this.entered.delete(value);
  }
}
