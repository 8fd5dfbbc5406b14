import type { NoteText } from '../text/note-text';
import type { Sliceable } from './snippets';

/** Parts that are cut from the differences of a text, each from the first on, in less time than the text is built. */
const fewParts = 3;

/** A note's text as it is in the file, for one use: built at most once, and not for a few parts. */
export class OriginalText implements Sliceable {
  #whole: string | undefined;
  #parts = 0;

  constructor(private readonly text: NoteText) {}

  get whole(): string {
    return (this.#whole ??= this.text.original);
  }

  /** A text with the same length, lines and marks of Markdown: the whole one only where the fold has other lengths. */
  get alike(): string {
    return this.text.map === undefined ? this.text.folded : this.whole;
  }

  slice(start: number, end: number): string {
    this.#parts += 1;
    const isCut = this.#whole === undefined && this.text.hasCheapParts && this.#parts <= fewParts;
    return isCut ? this.text.slice(start, end) : this.whole.slice(start, end);
  }
}
