import { countBefore } from '../../utils/bisect';
/** Ranges of a text in order, not nested: half-open, in UTF-16 units. */
export class Regions {
  readonly #bounds: Int32Array;

  /** @param bounds start and end of each */
  constructor(bounds: readonly number[]) {
    this.#bounds = Int32Array.from(bounds);
  }

  get count(): number {
    return this.#bounds.length / 2;
  }

  /** Infinity after the last. */
  startOf(index: number): number {
    return this.#bounds[index * 2] ?? Infinity;
  }

  endOf(index: number): number {
    return this.#bounds[index * 2 + 1] ?? Infinity;
  }

  *spans(): Generator<readonly [start: number, end: number], void> {
    for (let index = 0; index < this.count; index += 1) yield [this.startOf(index), this.endOf(index)];
  }

  /** The last that begins at or before a place; -1 if there is none. */
  before(place: number): number {
    return countBefore(this.count, index => this.startOf(index) <= place) - 1;
  }

  /** Whether one of them contains a place. */
  has(place: number): boolean {
    const index = this.before(place);
    return index >= 0 && place < this.endOf(index);
  }

  /** The ranges of both, which must not overlap. */
  mergedWith(others: Regions): Regions {
    const bounds: number[] = [];
    for (let [own, other] = [0, 0]; own < this.count || other < others.count;) {
      const isOwn = this.startOf(own) <= others.startOf(other);
      const [from, index] = isOwn ? [this, own] : [others, other];
      bounds.push(from.startOf(index), from.endOf(index));
      if (isOwn) own += 1;
      else other += 1;
    }
    return new Regions(bounds);
  }

  /** The parts of the ranges between two places, counted from the first. */
  within(start: number, end: number): Regions {
    const bounds: number[] = [];
    for (let index = Math.max(0, this.before(start)); this.startOf(index) < end; index += 1) {
      const from = Math.max(start, this.startOf(index));
      const to = Math.min(end, this.endOf(index));
      if (from < to) bounds.push(from - start, to - start);
    }
    return new Regions(bounds);
  }
}
