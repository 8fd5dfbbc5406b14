/** The results for the items that have one. */
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

/** The number of a key that is counted, 0 at first. */
export function countOf<Key>(counts: ReadonlyMap<Key, number>, key: Key): number {
  return counts.get(key) ?? 0;
}

/** Counts a key once more, or several times. */
export function countUp<Key>(counts: Map<Key, number>, key: Key, times = 1): void {
  counts.set(key, countOf(counts, key) + times);
}

/** The items of a key; none where the map does not have it. */
export function itemsOf<Key, Item>(lists: ReadonlyMap<Key, readonly Item[]>, key: Key): readonly Item[] {
  return lists.get(key) ?? [];
}

/** Adds an item to those of a key. */
export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
