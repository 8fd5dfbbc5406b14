/** The texts of all notes, folded for searching. Its owner adds the notes, and supplies texts or a function that reads them. */
import { drive, type SliceLimits, type SliceTurn, type TimeSlicer } from '../../utils/slicing/time-slicer';
import { severalAtOnce } from '../../utils/slicing/several-at-once';
import { CharacterKinds } from '../text/character-kinds';
import { TextFolder } from '../text/folded-text';
import { NoteText } from './note-text';
import { type NoteAttributes, StoredNote } from './stored-note';
import { TextBudget } from './memory/text-budget';
import { TextReads } from './memory/text-reads';
import { factsFrom, type FillOptions, type ReadOptions, type TextStoreOptions } from './text-store-options';
import { dropGone } from './stored-numbers';
import { ScopedVocabularies, Vocabulary } from './vocabulary';
import { WordIndex } from './word-index';

/** More concurrent reads only wait for each other. */
const readsAtOnce = 32;
/** Longer texts are folded in slices. */
const longText = 200_000;

export class TextStore {
  readonly folder = new TextFolder();
  readonly kinds = new CharacterKinds();
  /** The words of all notes. */
  readonly vocabulary = new Vocabulary(this.kinds);
  readonly wordIndex = new WordIndex();
  /** Notes whose texts were added since `prepare`; undefined before. */
  #unprepared: Set<StoredNote> | undefined;
  readonly #vocabularies = new ScopedVocabularies(this.kinds);
  readonly #notes = new Map<string, StoredNote>();
  /** See `all`; undefined after a change. */
  #all: readonly StoredNote[] | undefined;
  readonly #missing = new Set<string>();
  readonly #reads = new TextReads();
  #restoring: Promise<void> | undefined;
  #restored = 0;
  readonly #options: TextStoreOptions;
  readonly #budget: TextBudget;
  #removals = 0;

  constructor(options: TextStoreOptions) {
    this.#options = options;
    this.#budget = new TextBudget(options.maxBytes);
  }

  get size(): number {
    return this.#notes.size;
  }

  /** Approximate memory of the texts. */
  get bytes(): number {
    return this.#budget.bytes;
  }

  /** Paths of notes whose text was not read yet. */
  get missing(): ReadonlySet<string> {
    return this.#missing;
  }

  /** How many notes an earlier run knew as they were at the first `fill`. */
  get restored(): number {
    return this.#restored;
  }

  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** The vocabulary for callers who see only some notes. @param scope identifies what they see */
  vocabularyFor(scope: string | undefined): Vocabulary {
    return scope === undefined ? this.vocabulary : this.#vocabularies.of(scope);
  }

  /** Number of notes that were removed or replaced so far. */
  get removals(): number {
    return this.#removals;
  }

  get(path: string): StoredNote | undefined {
    return this.#notes.get(path);
  }

  /** The notes as they are now, in a list that later changes leave as it is. */
  all(): readonly StoredNote[] {
    this.#all ??= [...this.#notes.values()];
    return this.#all;
  }

  /** The notes, with those that are added meanwhile. */
  notes(): IterableIterator<StoredNote> {
    return this.#notes.values();
  }

  /** Adds a new or changed note, whose text is read later. */
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
    if (note.text !== undefined) this.#budget.remove(note.text);
    if (note.number !== undefined) this.wordIndex.forget();
    this.#removals += 1;
    this.#all = undefined;
    this.#notes.delete(path);
    this.#missing.delete(path);
  }

  rename(from: string, to: string): void {
    const note = this.#notes.get(from);
    if (note === undefined || from === to) return;
    this.remove(from);
    this.#replace(note.movedTo(to, this.kinds));
    const moved = this.#notes.get(to);
    if (moved?.text !== undefined) {
      this.#budget.add(moved.text);
      this.#unprepared?.add(moved);
    }
    if (!note.isComplete) this.#missing.add(to);
  }

  /**
   * Reads the missing notes. Concurrent calls share the work. A note that cannot be read stays missing.
   * @returns false if it was more work than allowed
   * @throws like `SliceTurn.pause`
   */
  async fill(options: FillOptions): Promise<boolean> {
    const { slicer, wants = () => true, leavesRestored = false, maxWork = Infinity } = options;
    const turn = slicer.slice(options);
    await turn.share(shared => (this.#restoring ??= this.#restore(shared).catch(this.#stopped)));
    await this.#shrink(turn);
    const isLeft = (path: string): boolean => leavesRestored && this.#notes.get(path)?.isRestored === true;
    const missing = [...this.#missing].filter(path => wants(path) && !isLeft(path));
    const until = turn.worked() + maxWork;
    let isCut = false;
    const isOver = (): boolean => (isCut ||= turn.worked() >= until) || options.isEnough?.() === true;
    const isEnough = maxWork === Infinity ? options.isEnough : isOver;
    await this.#readAll(missing, { ...options, isEnough }, turn);
    await this.#prepareChanged(turn);
    return !isCut;
  }

  /** Reads those of the notes that are known from an earlier run only, as `fill` does. @throws like `SliceTurn.pause` */
  async readRestored(notes: readonly StoredNote[], options: ReadOptions, turn: SliceTurn): Promise<void> {
    const restored = notes.flatMap(note => (note.isRestored ? note.path : []));
    await this.#readAll(restored, options, turn);
  }

  async #readAll(paths: readonly string[], options: ReadOptions, turn: SliceTurn): Promise<void> {
    if (paths.length === 0) return;
    const { isEnough, onProgress } = options;
    let left = paths.length;
    const read = async (path: string): Promise<void> => {
      const note = this.#notes.get(path);
      const isWanted = note?.isComplete === false;
      if (isWanted) await this.textOf(note, turn);
      left -= 1;
      if (isWanted) onProgress?.(left);
    };
    const queue = isEnough === undefined ? paths : paths.toReversed();
    await severalAtOnce(queue, read, { ...options, atOnce: readsAtOnce, turn });
  }

  /**
   * Computes what later searches need: word counts, outlines, signatures. Call it in the background once the
   * store is filled; a search does it itself for notes that change later.
   */
  async prepare({ slicer, ...limits }: SliceLimits & { readonly slicer: TimeSlicer }): Promise<void> {
    const turn = slicer.slice(limits);
    this.#unprepared ??= new Set();
    for (const note of this.all()) {
      await this.#prepare(note, note.text, turn);
      if (turn.due()) await turn.pause();
    }
  }

  /**
   * The text of a note, read again if it is not in memory; undefined if it cannot be read or has changed
   * since. Concurrent calls share the work.
   * @throws like `SliceTurn.pause`
   */
  async textOf(note: StoredNote, turn: SliceTurn): Promise<NoteText | undefined> {
    if (note.text !== undefined) return note.text;
    return this.#reads.textOf(note, () => this.#read(note, turn));
  }

  /** The same for a note that is found or shown, see `keepShown`. @throws like `SliceTurn.pause` */
  async shownTextOf(note: StoredNote, turn: SliceTurn): Promise<NoteText | undefined> {
    const text = note.text ?? (await this.textOf(note, turn));
    if (text !== undefined) this.keepShown(note, text);
    return text;
  }

  /**
   * Keeps a text of a note that was found or is shown, in place of texts that were not shown for longer: the same notes
   * are found again and again. A text that a search only looks at never takes the place of others: it may look at all.
   */
  keepShown(note: StoredNote, text: NoteText): void {
    note.wasShown = true;
    if (note.text !== undefined || this.#notes.get(note.path) !== note) return;
    if (this.#budget.makesRoomFor(text, this.#notes, this.#drop)) this.#hold(note, text);
  }

  /** The next call restores again. */
  readonly #stopped = (error: unknown): never => {
    this.#restoring = undefined;
    throw error;
  };

  async #restore(turn: SliceTurn): Promise<void> {
    const next = await factsFrom(this.#options);
    for (let known = next(); known !== undefined; known = next()) {
      // Before a pause, in which the note may change.
      if (this.#notes.get(known[0])?.restore(known[1]) === true) this.#restored += 1;
      if (turn.due()) await turn.pause();
    }
  }

  async #read(note: StoredNote, turn: SliceTurn): Promise<NoteText | undefined> {
    const text = await this.#options.readText(note.path).catch(() => undefined);
    if (text === undefined || this.#notes.get(note.path) !== note) return this.#notes.get(note.path)?.text;
    const isLong = text.length > longText;
    const folded = isLong ? await drive(this.folder.foldInSteps(text), turn) : undefined;
    const read = new NoteText(text, this.folder, folded);
    if (isLong) await note.measuringInTurns(read, turn);
    if (isLong && !this.#budget.allows(read)) await this.#prepare(note, read, turn);
    if (this.#notes.get(note.path) !== note) return this.#notes.get(note.path)?.text;
    this.#keep(note, read);
    return read;
  }

  async #prepareChanged(turn: SliceTurn): Promise<void> {
    for (const note of this.#unprepared ?? []) {
      this.#unprepared?.delete(note);
      if (turn.due()) await turn.pause();
      await this.#prepare(note, note.text, turn);
    }
    if (this.wordIndex.isWasteful)
      await drive(
        dropGone(this.wordIndex, this.#notes, note => this.#unprepared?.add(note)),
        turn,
      );
  }

  async #prepare(note: StoredNote, text: NoteText | undefined, turn: SliceTurn): Promise<void> {
    if (this.#notes.get(note.path) !== note) return;
    await drive(note.prepare(text, this.kinds, this.wordIndex), turn);
    if (this.#notes.get(note.path) !== note && note.number !== undefined) this.wordIndex.forget();
  }

  /** Drops texts if the memory limit was lowered. */
  async #shrink(turn: SliceTurn): Promise<void> {
    if (!this.#budget.isExceeded()) return;
    for (const note of this.all().toReversed()) {
      if (!this.#budget.isExceeded()) return;
      const { text } = note;
      if (text === undefined || this.#notes.get(note.path) !== note) continue;
      await this.#prepare(note, text, turn);
      if (this.#notes.get(note.path)?.text !== text) continue;
      this.#drop(note, text);
      if (turn.due()) await turn.pause();
    }
  }

  readonly #drop = (note: StoredNote, text: NoteText): void => {
    this.#budget.remove(text);
    note.measure(text, this.kinds, this.wordIndex);
  };

  #hold(note: StoredNote, text: NoteText): void {
    note.hold(text);
    this.#budget.add(text);
    this.#unprepared?.add(note);
  }

  #replace(note: StoredNote): void {
    this.remove(note.path);
    this.#all = undefined;
    this.#notes.set(note.path, note);
  }

  #keep(note: StoredNote, text: NoteText): void {
    this.#missing.delete(note.path);
    if (note.text !== undefined) return;
    if (this.#budget.allows(text)) this.#hold(note, text);
    else {
      note.measure(text, this.kinds, this.wordIndex);
      this.#reads.pass(note, text);
    }
  }
}
