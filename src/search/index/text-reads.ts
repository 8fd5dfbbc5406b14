import type { NoteText, StoredNote } from './stored-note';

/** Bytes. Larger files are read and folded one at a time: each takes several times its size meanwhile. */
const largeFile = 1_000_000;

type Read = () => Promise<NoteText | undefined>;

/** Texts that are being read or, if they are large, in use: concurrent calls share them. */
export class TextReads {
  readonly #underWay = new Map<StoredNote, Promise<NoteText | undefined>>();
  /** Large texts that are not kept. */
  readonly #passing = new WeakMap<StoredNote, WeakRef<NoteText>>();
  #lastLarge: Promise<unknown> = Promise.resolve();

  /** The text of a note, which `read` reads if no other call does. */
  async textOf(note: StoredNote, read: Read): Promise<NoteText | undefined> {
    while (note.text === undefined) {
      const passing = this.#passing.get(note)?.deref();
      if (passing !== undefined) return passing;
      const underWay = this.#underWay.get(note);
      if (underWay === undefined) return this.#start(note, read);
      // It stops if the call that started it is aborted.
      const done = await underWay.then(
        text => ({ text }),
        () => undefined,
      );
      // A very large text that is read ahead is only measured.
      const isMeasured = note.isRead && done?.text === undefined;
      if (done !== undefined && !isMeasured) return done.text;
    }
    return note.text;
  }

  /** Shares a text that is not kept, as long as a call uses it. */
  pass(note: StoredNote, text: NoteText): void {
    if (text.bytes > largeFile) this.#passing.set(note, new WeakRef(text));
  }

  #start(note: StoredNote, read: Read): Promise<NoteText | undefined> {
    const isLargeFile = note.size > largeFile;
    const reading = (isLargeFile ? this.#lastLarge.then(read) : read()).finally(() =>
      this.#underWay.delete(note),
    );
    // Not the text itself, which may not be needed any more.
    if (isLargeFile)
      this.#lastLarge = reading.then(
        () => undefined,
        () => undefined,
      );
    this.#underWay.set(note, reading);
    return reading;
  }
}
