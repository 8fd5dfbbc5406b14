import { itemAt } from './item-at';
import { countBefore } from './bisect';

/** Up to this many are kept in order, a page and one more; more are sorted at the end. */
const maxInOrder = 1001;

/** Keeps the best of many items in order: of a hundred thousand, twenty are returned. */
export class Best<T> {
  readonly #items: T[] = [];

  /** @param most number of items to keep @param compare a total order, the better first */
  constructor(
    private readonly most: number,
    private readonly compare: (a: T, b: T) => number,
  ) {}

  /** The worst kept item, once only better ones are accepted; undefined before, and if all are sorted at the end. */
  get bound(): T | undefined {
    return this.#items.length < this.most || this.most > maxInOrder ? undefined : this.#items.at(-1);
  }

  offer(item: T): void {
    if (this.most > maxInOrder) this.#items.push(item);
    else this.#insert(item);
  }

  sorted(): readonly T[] {
    if (this.most <= maxInOrder) return this.#items;
    return this.#items.toSorted(this.compare).slice(0, this.most);
  }

  #insert(item: T): void {
    const { bound } = this;
    if (bound !== undefined && this.compare(item, bound) >= 0) return;
    const items = this.#items;
    items.splice(
      countBefore(items.length, index => this.compare(itemAt(items, index), item) < 0),
      0,
      item,
    );
    if (this.#items.length > this.most) this.#items.pop();
  }
}
