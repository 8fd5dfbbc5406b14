import type { NoteText } from '../text/note-text';

/** A text that takes more bytes than this is large. */
const largeText = 1_000_000;
/** Large texts take at most this part of all the memory: a few of them must not leave none for the other notes. */
const largeShare = 1 / 16;

export function isLarge({ bytes }: NoteText): boolean {
  return bytes > largeText;
}

/** Counts what the kept texts take in memory, and says which may be kept beside them. */
export class TextBudget {
  #bytes = 0;
  #largeBytes = 0;

  /** @param maxBytes what all texts may take now */
  constructor(private readonly maxBytes: () => number) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the texts take more than they may by now. */
  isExceeded(): boolean {
    const most = this.maxBytes();
    return this.#bytes > most || this.#largeBytes > most * largeShare;
  }

  allows(text: NoteText): boolean {
    const most = this.maxBytes();
    if (this.#bytes + text.bytes > most) return false;
    return !isLarge(text) || this.#largeBytes + text.bytes <= most * largeShare;
  }

  add(text: NoteText): void {
    this.#bytes += text.bytes;
    if (isLarge(text)) this.#largeBytes += text.bytes;
  }

  remove(text: NoteText): void {
    this.#bytes -= text.bytes;
    if (isLarge(text)) this.#largeBytes -= text.bytes;
  }

  clear(): void {
    this.#bytes = 0;
    this.#largeBytes = 0;
  }
}
