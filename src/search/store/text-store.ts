/**
 * The texts of all notes, folded for searching. It reads no files: whoever owns it tells what is there, and feeds
 * it or lets it ask for texts that are missing.
 */

import { drive, type SliceLimits, type SliceTurn, type TimeSlicer } from '../../utils/slicing/time-slicer';
import { CharacterKinds } from '../text/character-kinds';
import { TextFolder } from '../text/folded-text';
import { NoteText } from '../text/note-text';
import { type NoteAttributes, StoredNote } from './stored-note';
import { Vocabulary } from './vocabulary';

export interface TextStoreOptions {
  /** The text of a note that is missing or not held; may reject. */
  readonly readText: (path: string) => Promise<string>;
  /** What texts may take in memory, bytes, now. Those beyond are read anew by each search that may find them. */
  readonly maxBytes: () => number;
}

export interface FillOptions extends SliceLimits {
  readonly slicer: TimeSlicer;
  /** Which of the missing notes are wanted; all by default. */
  readonly wants?: ((path: string) => boolean) | undefined;
  readonly onProgress?: (missing: number) => void;
  /** Asked before each note: true leaves the rest missing. The notes that were told last are read first. */
  readonly isEnough?: (() => boolean) | undefined;
}

/** More readings at once only wait for each other. */
const readsAtOnce = 32;
const keptVocabularies = 4;
/** Longer texts are folded in slices. */
const longText = 200_000;

export class TextStore {
  readonly folder = new TextFolder();
  readonly kinds = new CharacterKinds();
  /** The words of all notes. */
  readonly vocabulary = new Vocabulary(this.kinds);
  readonly #vocabularies = new Map<string, Vocabulary>();
  readonly #notes = new Map<string, StoredNote>();
  readonly #missing = new Set<string>();
  readonly #reading = new Map<StoredNote, Promise<void>>();
  readonly #options: TextStoreOptions;
  #bytes = 0;
  #removals = 0;

  constructor(options: TextStoreOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#notes.size;
  }

  /** What the texts take in memory, about. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Paths of notes whose text is still to come. */
  get missing(): ReadonlySet<string> {
    return this.#missing;
  }

  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** One for callers who see only a part: in theirs the words of other notes take no room. @param scope names what they see */
  vocabularyFor(scope: string | undefined): Vocabulary {
    if (scope === undefined) return this.vocabulary;
    const known = this.#vocabularies.get(scope) ?? new Vocabulary(this.kinds);
    this.#vocabularies.delete(scope);
    this.#vocabularies.set(scope, known);
    const [oldest = scope] = this.#vocabularies.keys();
    if (this.#vocabularies.size > keptVocabularies) this.#vocabularies.delete(oldest);
    return known;
  }

  /** How many notes were taken out so far, others put in their places included. */
  get removals(): number {
    return this.#removals;
  }

  get(path: string): StoredNote | undefined {
    return this.#notes.get(path);
  }

  notes(): IterableIterator<StoredNote> {
    return this.#notes.values();
  }

  /** Tells of a note whose text is to be read later; what was known of its text no longer holds. */
  expect(path: string, facts: NoteAttributes): void {
    this.#replace(new StoredNote(path, facts, this.folder));
    this.#missing.add(path);
  }

  put(path: string, text: string, facts: NoteAttributes): StoredNote {
    const note = new StoredNote(path, facts, this.folder);
    this.#replace(note);
    this.#keep(note, new NoteText(text, this.folder));
    return note;
  }

  remove(path: string): void {
    const note = this.#notes.get(path);
    if (note === undefined) return;
    this.#bytes -= note.text?.bytes ?? 0;
    this.#removals += 1;
    this.#notes.delete(path);
    this.#missing.delete(path);
  }

  rename(from: string, to: string): void {
    const note = this.#notes.get(from);
    if (note === undefined || from === to) return;
    this.remove(from);
    this.#replace(note.movedTo(to, this.kinds));
    this.#bytes += note.text?.bytes ?? 0;
    if (!note.isComplete) this.#missing.add(to);
  }

  clear(): void {
    this.#removals += this.#notes.size;
    this.#notes.clear();
    this.#missing.clear();
    this.#bytes = 0;
  }

  /**
   * Reads the missing notes. Several calls at once share the work. A note that cannot be read stays missing.
   * @throws what `SliceTurn.pause` throws.
   */
  async fill(options: FillOptions): Promise<void> {
    const { slicer, wants = () => true, onProgress, isEnough } = options;
    const turn = slicer.slice(options);
    await this.#shrink(turn);
    const missing = [...this.#missing].filter(path => wants(path));
    const queue = (isEnough === undefined ? missing : missing.reverse()).values();
    // One pause for all that read: one each had every reader begin a slice of its own within one turn of the loop.
    let pausing: Promise<void> | undefined;
    const pause = (): Promise<void> => (pausing ??= turn.pause().finally(() => (pausing = undefined)));
    const readOn = async (): Promise<void> => {
      for (const path of queue) {
        if (isEnough?.() === true) return;
        while (pausing !== undefined || options.signal?.aborted === true || turn.due()) await pause();
        await this.#readMissing(path, turn);
        onProgress?.(this.#missing.size);
      }
    };
    await Promise.all(Array.from({ length: readsAtOnce }, readOn));
  }

  /**
   * Works out what makes later questions fast: word counts, outlines, signatures. Call it in the background once
   * the store is filled; notes that are put later are as right, but slower, without it.
   */
  async prepare({ slicer, ...limits }: SliceLimits & { readonly slicer: TimeSlicer }): Promise<void> {
    const turn = slicer.slice(limits);
    for (const note of [...this.#notes.values()]) {
      await drive(note.prepare(note.text, this.kinds), turn);
      if (turn.due()) await turn.pause();
    }
  }

  /** The text of a note, read anew where it is not held; undefined when it cannot be read or has changed since. */
  async textOf(note: StoredNote, turn?: SliceTurn): Promise<NoteText | undefined> {
    if (note.text !== undefined) return note.text;
    const text = await this.#options.readText(note.path).catch(() => undefined);
    if (text === undefined || this.#notes.get(note.path) !== note) return this.#notes.get(note.path)?.text;
    const isLong = turn !== undefined && text.length > longText;
    const read = isLong
      ? new NoteText(text, this.folder, await drive(this.folder.foldInSteps(text), turn))
      : new NoteText(text, this.folder);
    if (isLong) await drive(note.prepare(read, this.kinds), turn);
    if (this.#notes.get(note.path) !== note) return this.#notes.get(note.path)?.text;
    this.#keep(note, read);
    return read;
  }

  /** Lets go of texts where fewer may be held than were before. */
  async #shrink(turn: SliceTurn): Promise<void> {
    if (this.#bytes <= this.#options.maxBytes()) return;
    for (const note of [...this.#notes.values()].reverse()) {
      if (this.#bytes <= this.#options.maxBytes()) return;
      const { text } = note;
      if (text === undefined || this.#notes.get(note.path) !== note) continue;
      await drive(note.prepare(text, this.kinds), turn);
      if (this.#notes.get(note.path)?.text !== text) continue;
      this.#bytes -= text.bytes;
      note.measure(text, this.kinds);
      if (turn.due()) await turn.pause();
    }
  }

  async #readMissing(path: string, turn: SliceTurn): Promise<void> {
    const note = this.#notes.get(path);
    if (note === undefined || note.isComplete) return;
    const underWay = this.#reading.get(note);
    if (underWay !== undefined) return underWay;
    const reading = this.#readNow(note, turn);
    this.#reading.set(note, reading);
    await reading;
  }

  async #readNow(note: StoredNote, turn: SliceTurn): Promise<void> {
    await this.textOf(note, turn).finally(() => this.#reading.delete(note));
  }

  #replace(note: StoredNote): void {
    this.remove(note.path);
    this.#notes.set(note.path, note);
  }

  #keep(note: StoredNote, text: NoteText): void {
    this.#missing.delete(note.path);
    if (note.text !== undefined) return;
    if (this.#bytes + text.bytes > this.#options.maxBytes()) {
      note.measure(text, this.kinds);
    } else {
      note.hold(text);
      this.#bytes += text.bytes;
    }
  }
}
