import { itemAt } from '../../utils/item-at';
import { countBefore } from '../../utils/bisect';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { sortSliced } from '../../utils/slicing/sorting';

/** So many are kept in order while they come, a page and the one behind it; more are sorted in the end. */
const mostInOrder = 1001;

/** Keeps the best of many in their order: of a hundred thousand, twenty are asked for. */
export class Best<T> {
  readonly #items: T[] = [];

  /** @param most so many are kept @param compare a total order, the better first */
  constructor(
    private readonly most: number,
    private readonly compare: (a: T, b: T) => number,
  ) {}

  /** The worst of those kept, once nothing worse is taken; undefined before, and where all are sorted in the end. */
  get bound(): T | undefined {
    return this.#items.length < this.most || this.most > mostInOrder ? undefined : this.#items.at(-1);
  }

  offer(item: T): void {
    if (this.most > mostInOrder) this.#items.push(item);
    else this.#insert(item);
  }

  async sorted(turn: SliceTurn): Promise<readonly T[]> {
    if (this.most <= mostInOrder) return this.#items;
    return (await sortSliced(this.#items, this.compare, turn)).slice(0, this.most);
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
