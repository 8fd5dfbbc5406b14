import type { Finder } from '../query/finders/finder';

/** Values per match: its start, its end, and how its word differs from the searched one. */
const width = 3;
const firstLength = 32 * width;
const none = new Int32Array(0);
const variants = [undefined, 'form', 'near'] as const;

/** The occurrences of one term in one text: a list of spans as numbers, reused for each text. */
export class Occurrences {
  /** Made with the first match: a question has many terms that a note lacks. */
  #numbers = none;
  #count = 0;
  #exact = 0;

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#count = 0;
    this.#exact = 0;
  }

  /** Whether an exact match is among them. */
  get hasExact(): boolean {
    return this.#exact > 0;
  }

  add(start: number, end: number, variant: Finder['variant']): void {
    const at = this.#count * width;
    if (at === this.#numbers.length) {
      const larger = new Int32Array(Math.max(firstLength, at * 2));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[at] = start;
    this.#numbers[at + 1] = end;
    this.#numbers[at + 2] = variants.indexOf(variant);
    if (variant === undefined) this.#exact += 1;
    this.#count += 1;
  }

  /** Infinity after the last. */
  startOf(index: number): number {
    return index < this.#count ? (this.#numbers[index * width] ?? Infinity) : Infinity;
  }

  endOf(index: number): number {
    return this.#numbers[index * width + 1] ?? 0;
  }

  variantOf(index: number): Finder['variant'] {
    return variants[this.#numbers[index * width + 2] ?? 0];
  }
}

/** How many matches several terms have together: overlapping ones count once. */
export function countTogether(lists: readonly Occurrences[]): number {
  const [first, ...others] = lists;
  if (first === undefined) return 0;
  if (others.length === 0) return first.count;
  const places = lists.map(() => 0);
  let count = 0;
  let end = -1;
  for (;;) {
    let next = -1;
    let start = Infinity;
    for (let index = 0; index < lists.length; index += 1) {
      const candidate = lists[index]?.startOf(places[index] ?? 0) ?? Infinity;
      if (candidate < start) [next, start] = [index, candidate];
    }
    const list = lists[next];
    if (list === undefined) return count;
    const place = places[next] ?? 0;
    if (start >= end) count += 1;
    end = Math.max(end, list.endOf(place));
    places[next] = place + 1;
  }
}
