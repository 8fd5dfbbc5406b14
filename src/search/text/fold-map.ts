import { itemAt } from '../../utils/item-at';
import { countBefore } from '../../utils/bisect';
/**
 * Maps folded text to its original. A text whose fold changes no length needs no map; otherwise only the
 * places are stored where the distance between both texts changes.
 *
 * Two numbers per segment: its start in the folded text, and twice its start in the original, plus one for a
 * cluster. A cluster is mapped as a whole; in other segments each unit maps to one unit.
 */
export class FoldMap {
  readonly #segments: Int32Array;

  constructor(
    segments: readonly number[],
    /** Length of the original text. */
    private readonly length: number,
    private readonly foldedLength: number,
  ) {
    this.#segments = Int32Array.from(segments);
  }

  get bytes(): number {
    return this.#segments.byteLength + 160;
  }

  /** Appends its segments to those of a longer text, at these places of both texts. */
  appendTo(segments: number[], folded: number, original: number): void {
    for (let index = 0; index < this.#segments.length; index += 2)
      segments.push(itemAt(this.#segments, index) + folded, itemAt(this.#segments, index + 1) + original * 2);
  }

  /** The start of the original character of the folded unit at `at`. */
  startOf(at: number): number {
    if (at >= this.foldedLength) return this.length;
    const segment = this.#segmentOf(0, at);
    return this.#isCluster(segment)
      ? this.#original(segment)
      : this.#original(segment) + at - this.#folded(segment);
  }

  /** The end of the original character of the last folded unit before `end`. */
  endOf(end: number): number {
    if (end <= 0) return 0;
    const segment = this.#segmentOf(0, end - 1);
    if (this.#isCluster(segment)) return this.#original(segment + 1);
    return this.#original(segment) + end - this.#folded(segment);
  }

  /** The folded place of an original offset; inside a cluster, its start. */
  foldedStart(offset: number): number {
    if (offset >= this.length) return this.foldedLength;
    const segment = this.#segmentOf(1, offset * 2 + 1);
    const start = this.#folded(segment);
    return this.#isCluster(segment) ? start : start + offset - this.#original(segment);
  }

  /** The folded place of an exclusive end; inside a cluster, its end. */
  foldedEnd(end: number): number {
    if (end <= 0) return 0;
    const segment = this.#segmentOf(1, end * 2 - 1);
    if (this.#isCluster(segment)) return this.#folded(segment + 1);
    return this.#folded(segment) + end - this.#original(segment);
  }

  /** The last segment whose number in `column` is at most `limit`. */
  #segmentOf(column: 0 | 1, limit: number): number {
    const segments = this.#segments;
    const begun = countBefore(segments.length / 2, at => (segments[at * 2 + column] ?? Infinity) <= limit);
    return Math.max(0, begun - 1);
  }

  #folded(segment: number): number {
    return this.#segments[segment * 2] ?? this.foldedLength;
  }

  #original(segment: number): number {
    const packed = this.#segments[segment * 2 + 1];
    return packed === undefined ? this.length : packed >> 1;
  }

  #isCluster(segment: number): boolean {
    return (itemAt(this.#segments, segment * 2 + 1) & 1) === 1;
  }
}
