import type { FoldedText, TextFolder } from '../../text/folded-text';
import type { SearchText } from '../../text/search-text';

/** A short text other than a note: a path, a tag or the value of a property. */
export class PlainText implements SearchText {
  readonly #fold: FoldedText;

  constructor(
    readonly original: string,
    folder: TextFolder,
  ) {
    this.#fold = folder.fold(original);
  }

  get folded(): string {
    return this.#fold.folded;
  }

  originalSpan(start: number, end: number): readonly [start: number, end: number] {
    const { map } = this.#fold;
    return map === undefined ? [start, end] : [map.startOf(start), map.endOf(end)];
  }

  foldedSpan(start: number, end: number): readonly [start: number, end: number] {
    const { map } = this.#fold;
    return map === undefined ? [start, end] : [map.foldedStart(start), map.foldedEnd(end)];
  }
}
