import type { Sliceable } from '../store/kept-text';
import type { NoteText } from '../store/note-text';

/** Assumed: for each character, a part takes about three times as long as the whole text. */
const partCost = 3;

/** A note's text as it is in the file, for one use: built at most once, and only where its parts take as long. */
export class OriginalText implements Sliceable {
  #whole: string | undefined;
  readonly #parts: Sliceable | undefined;
  /** Characters that were cut from `#parts`. */
  #cut = 0;

  constructor(private readonly text: NoteText) {
    this.#parts = text.parts;
  }

  /** Kept from the first use on. */
  get whole(): string {
    return (this.#whole ??= this.text.original);
  }

  /** A text with the same length, lines and marks of Markdown: the whole one only where the fold has other lengths. */
  get alike(): string {
    return this.text.map === undefined ? this.text.folded : this.whole;
  }

  slice(start: number, end: number): string {
    this.#cut += end - start;
    const isMuch = this.#cut * partCost > this.text.folded.length;
    const source = this.#whole ?? (isMuch ? undefined : this.#parts) ?? this.whole;
    return source.slice(start, end);
  }
}
