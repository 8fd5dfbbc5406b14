import type { NoteText } from './note-text';

/** A text of more bytes than this counts as large. */
const largeText = 1_000_000;
/** Large texts take at most this fraction of the memory: a few of them must leave enough for the others. */
const largeShare = 1 / 16;

/** Counts the memory of the kept texts, and decides whether another fits. */
export class TextBudget {
  #bytes = 0;
  #largeBytes = 0;

  /** @param maxBytes current limit for all texts */
  constructor(private readonly maxBytes: () => number) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the texts exceed the current limit. */
  isExceeded(): boolean {
    const most = this.maxBytes();
    return this.#bytes > most || this.#largeBytes > most * largeShare;
  }

  allows({ bytes }: NoteText): boolean {
    const most = this.maxBytes();
    if (this.#bytes + bytes > most) return false;
    return bytes <= largeText || this.#largeBytes + bytes <= most * largeShare;
  }

  add({ bytes }: NoteText): void {
    this.#bytes += bytes;
    if (bytes > largeText) this.#largeBytes += bytes;
  }

  remove({ bytes }: NoteText): void {
    this.#bytes -= bytes;
    if (bytes > largeText) this.#largeBytes -= bytes;
  }
}
