import type { CharacterKinds } from '../text/character-kinds';
import { joinedText } from '../text/joined-words';
import type { Regions } from '../text/regions';
import type { PartedText, RegionFinder, SearchText } from '../text/search-text';

/** A part of a text as a separate text. Offsets count from its beginning. */
export class TextSlice implements SearchText {
  readonly folded: string;
  /** In the original of the whole text. */
  readonly originalStart: number;
  readonly #originalEnd: number;

  constructor(
    private readonly whole: PartedText,
    readonly start: number,
    readonly end: number,
  ) {
    this.folded = whole.folded.slice(start, end);
    [this.originalStart, this.#originalEnd] = whole.originalSpan(start, end);
  }

  get original(): string {
    return this.whole.original.slice(this.originalStart, this.#originalEnd);
  }

  joinedBy(kinds: CharacterKinds): string {
    return joinedText(this.folded, kinds);
  }

  originalSpan(start: number, end: number): readonly [start: number, end: number] {
    const [from, to] = this.whole.originalSpan(this.start + start, this.start + end);
    return [from - this.originalStart, to - this.originalStart];
  }

  foldedSpan(start: number, end: number): readonly [start: number, end: number] {
    const [from, to] = this.whole.foldedSpan(this.originalStart + start, this.originalStart + end);
    return [from - this.start, to - this.start];
  }

  regionsIn(find: RegionFinder): Regions {
    const regions = this.whole.regionsIn(find);
    return regions.within(this.start, this.end);
  }
}
