import type { NoteText } from '../note-text';
import type { StoredNote } from '../stored-note';

/** A text of more bytes than this counts as large. */
const largeText = 1_000_000;
/** In bytes of the file: what is to be known of a longer text, if it is dropped, is computed in steps before. */
const longText = 200_000;
/** In folded characters: fewer take less than a large text but where folding drops very many marks. */
const surelySmall = 40_000;
/** Large texts take at most this fraction of the memory: a few of them must leave enough for the others. */
const largeShare = 1 / 16;

export function isLarge(text: NoteText): boolean {
  return text.folded.length >= surelySmall && text.bytes > largeText;
}

/** Counts the memory of the kept texts, and decides whether another fits. */
export class TextBudget {
  #bytes = 0;
  #largeBytes = 0;
  /** Where the next text is dropped. */
  #around: IterableIterator<StoredNote> | undefined;

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

  allows(text: NoteText): boolean {
    const most = this.maxBytes();
    // Most texts that do not fit are known without being packed.
    if (this.#bytes + text.leastBytes > most || this.#bytes + text.bytes > most) return false;
    return !isLarge(text) || this.#largeBytes + text.bytes <= most * largeShare;
  }

  /**
   * Drops texts until this one fits: the next ones around, without those that were shown since this last came by, and without
   * long ones that are not prepared. So nothing has to be stored of the order in which texts were shown.
   * @param drop removes the text here, too
   * @returns false if it does not fit; a large text never takes the place of others
   */
  makesRoomFor(
    text: NoteText,
    notes: ReadonlyMap<string, StoredNote>,
    drop: (note: StoredNote, text: NoteText) => void,
  ): boolean {
    const most = this.maxBytes();
    if (this.allows(text)) return true;
    if (text.leastBytes > most || text.bytes > most || isLarge(text)) return false;
    for (let left = 2 * notes.size; left >= 0; left -= 1) {
      const next = (this.#around ??= notes.values()).next();
      if (next.done === true) {
        this.#around = undefined;
        continue;
      }
      const note = next.value;
      const isStale = !note.wasShown && (note.isPrepared || note.size <= longText);
      note.wasShown = false;
      if (!isStale || note.text === undefined) continue;
      drop(note, note.text);
      if (this.allows(text)) return true;
    }
    return false;
  }

  add(text: NoteText): void {
    this.#bytes += text.bytes;
    if (isLarge(text)) this.#largeBytes += text.bytes;
  }

  remove(text: NoteText): void {
    this.#bytes -= text.bytes;
    if (isLarge(text)) this.#largeBytes -= text.bytes;
  }
}
