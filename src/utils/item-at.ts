/** Anything that is read by index: an array, typed or not. */
export interface Indexed<Item> {
  readonly length: number;
  readonly [index: number]: Item;
}

/** The item at an index that must exist: a wrong index is a bug, not a missing value. */
export function itemAt<Item>(items: Indexed<Item>, index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index} among ${items.length}.`);
  return item;
}
