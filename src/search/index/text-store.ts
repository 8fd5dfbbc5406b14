/** The notes with their texts, folded for searching, and their words. Its owner adds the notes, and reads the texts. */

import { mapDefined } from '../../utils/collections';
import { bodyWordsInTurns } from '../../markdown/text/word-count';
import { type NoteAttributes, NoteText, StoredNote } from './stored-note';
import { maxCountedLength, WordIndex } from './word-index';
import { CharacterKinds } from '../text/character-kinds';
import { TextFolder } from '../text/folded-text';
import {
  severalAtOnce,
  type SliceLimits,
  type SliceTurn,
  type TimeSlicer,
} from '../../utils/slicing/time-slicer';

/** More concurrent reads only wait for each other. */
const readsAtOnce = 32;
/** Longer texts are folded with pauses. */
const longText = 200_000;

/** How much of the memory for texts is used before the words are counted: the index takes as much afterwards. */
const memoryBefore = 1.5;

interface TextStoreOptions {
  /** Reads the text of a note that is not in memory; may reject. */
  readonly readText: (path: string) => Promise<string>;
  /**
   * Current memory limit for texts in bytes, a sixteenth of it for texts of more than 1 MB. Other texts are
   * read again by each search that looks at them. Until the first `prepare` ends there is room for half as many
   * again, since until then a search has to look at every text.
   */
  readonly maxBytes: () => number;
}

export interface FillOptions extends SliceLimits {
  readonly slicer: TimeSlicer;
  /** Which missing notes to read; all by default. */
  readonly wants?: ((path: string) => boolean) | undefined;
  /** Called after each note that was read, with the number that this call has still to read. */
  readonly onProgress?: ((left: number) => void) | undefined;
  /** Called before each note: true leaves the rest missing. The notes that were added last are read first. */
  readonly isEnough?: (() => boolean) | undefined;
}

export class TextStore {
  readonly folder = new TextFolder();
  readonly kinds = new CharacterKinds();
  readonly index = new WordIndex(this.kinds);
  /** Notes whose texts were added since `prepare`; undefined before. */
  #uncounted: Set<StoredNote> | undefined;
  #isPrepared = false;
  readonly #notes = new Map<string, StoredNote>();
  /** See `all`; undefined after a change. */
  #all: readonly StoredNote[] | undefined;
  readonly #missing = new Set<string>();
  readonly #reads = new TextReads();
  readonly #budget: TextBudget;

  constructor(private readonly options: TextStoreOptions) {
    this.#budget = new TextBudget(options.maxBytes, () => (this.#isPrepared ? 1 : memoryBefore));
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

  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** Whether the words of all notes that were read are counted, but for notes with too many. */
  get isCounted(): boolean {
    return this.#uncounted?.size === 0;
  }

  get(path: string): StoredNote | undefined {
    return this.#notes.get(path);
  }

  /** The notes as they are now, in a list that later changes leave as it is. */
  all(): readonly StoredNote[] {
    this.#all ??= [...this.#notes.values()];
    return this.#all;
  }

  /** Adds a new or changed note, whose text is read later. */
  expect(path: string, attributes: NoteAttributes): void {
    this.#replace(new StoredNote(path, attributes, this.folder));
    this.#missing.add(path);
  }

  put(path: string, text: string, attributes: NoteAttributes): StoredNote {
    const note = new StoredNote(path, attributes, this.folder);
    this.#replace(note);
    this.#keep(note, new NoteText(text, this.folder));
    return note;
  }

  remove(path: string): void {
    const note = this.#notes.get(path);
    if (note === undefined) return;
    if (note.text !== undefined) this.#budget.remove(note.text);
    if (note.number !== undefined) this.index.forget();
    this.#all = undefined;
    this.#notes.delete(path);
    this.#missing.delete(path);
    this.#uncounted?.delete(note);
  }

  rename(from: string, to: string): void {
    const note = this.#notes.get(from);
    if (note === undefined || from === to) return;
    this.remove(from);
    const moved = note.movedTo(to);
    this.#replace(moved);
    if (moved.text !== undefined) this.#budget.add(moved.text);
    if (moved.isRead) this.#uncounted?.add(moved);
    else this.#missing.add(to);
  }

  /**
   * Reads the missing notes. Concurrent calls share the work. A note that cannot be read stays missing.
   * @throws like `SliceTurn.pause`
   */
  async fill(options: FillOptions): Promise<void> {
    const { slicer, wants = () => true, isEnough, onProgress } = options;
    const turn = slicer.slice(options);
    await this.#shrink(turn);
    const missing = [...this.#missing].filter(wants);
    let left = missing.length;
    const read = async (path: string): Promise<void> => {
      const note = this.#notes.get(path);
      const isWanted = note?.isRead === false;
      if (isWanted) await this.#reads.textOf(note, () => this.#read(note, turn, true));
      left -= 1;
      if (isWanted) onProgress?.(left);
    };
    const queue = isEnough === undefined ? missing : missing.toReversed();
    await severalAtOnce(queue, read, { ...options, atOnce: readsAtOnce, turn });
    await this.#countChanged(turn);
  }

  /** Counts the words of all notes. Call it in the background once the store is filled; `fill` counts those of notes that change later. */
  async prepare({ slicer, ...limits }: SliceLimits & { readonly slicer: TimeSlicer }): Promise<void> {
    this.#uncounted ??= new Set(this.all().filter(({ isRead, number }) => isRead && number === undefined));
    const turn = slicer.slice(limits);
    await this.#countChanged(turn);
    this.#isPrepared = true;
    await this.#shrink(turn);
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

  /** @param isAhead whether no search looks at it yet: then a very large text is measured without being folded */
  async #read(note: StoredNote, turn: SliceTurn, isAhead = false): Promise<NoteText | undefined> {
    if (isAhead && note.isRead) return note.text;
    const text = await this.options.readText(note.path).catch(() => undefined);
    if (text === undefined || this.#notes.get(note.path) !== note) return this.#notes.get(note.path)?.text;
    if (isAhead && text.length > maxCountedLength) {
      note.measure(text, await bodyWordsInTurns(text, turn), this.kinds);
      // Another note may have taken its path meanwhile.
      if (this.#notes.get(note.path) === note) this.#missing.delete(note.path);
      return undefined;
    }
    const folded = text.length > longText ? await this.folder.foldLong(text, turn) : undefined;
    if (this.#notes.get(note.path) !== note) return this.#notes.get(note.path)?.text;
    const read = new NoteText(text, this.folder, folded);
    if (folded !== undefined && !this.#budget.allows(read)) {
      note.measure(text, await bodyWordsInTurns(text, turn), this.kinds);
      if (read.folded.length <= maxCountedLength) await this.#count(note, read, turn);
    }
    if (this.#notes.get(note.path) !== note) return this.#notes.get(note.path)?.text;
    this.#keep(note, read);
    return read;
  }

  async #countChanged(turn: SliceTurn): Promise<void> {
    for (const note of this.#uncounted ?? []) {
      if (turn.due()) await turn.pause();
      const text = note.textLength > maxCountedLength ? undefined : await this.textOf(note, turn);
      if (text !== undefined) await this.#count(note, text, turn);
      this.#uncounted?.delete(note);
    }
    if (!this.index.isWasteful) return;
    const counted = this.all().filter(({ number }) => number !== undefined);
    const numbers = mapDefined(counted, ({ number }) => number).sort((a, b) => a - b);
    const renumbered = await this.index.compact(numbers, turn);
    if (renumbered === undefined) return;
    for (const note of counted) if (note.number !== undefined) note.number = renumbered[note.number];
  }

  /** The outline of the text takes as long as counting it: each is a step. */
  async #count(note: StoredNote, text: NoteText, turn: SliceTurn): Promise<void> {
    text.prepare();
    if (turn.due()) await turn.pause();
    this.#uncounted?.delete(note);
    const number = note.number ?? (await this.index.countInTurns(note.title.folded, text, turn));
    const isPresent = this.#notes.get(note.path) === note;
    if (isPresent) note.number ??= number;
    // Another call has counted it meanwhile, or it is gone.
    if (number !== undefined && (!isPresent || note.number !== number)) this.index.forget();
  }

  /** Drops texts if the memory limit was lowered. */
  async #shrink(turn: SliceTurn): Promise<void> {
    if (!this.#budget.isExceeded()) return;
    for (const note of this.all().toReversed()) {
      if (turn.due()) await turn.pause();
      const { text } = note;
      if (text === undefined || this.#notes.get(note.path) !== note) continue;
      this.#budget.remove(text);
      this.#release(note, text);
      if (!this.#budget.isExceeded()) return;
    }
  }

  #replace(note: StoredNote): void {
    this.remove(note.path);
    this.#all = undefined;
    this.#notes.set(note.path, note);
  }

  #keep(note: StoredNote, text: NoteText): void {
    this.#missing.delete(note.path);
    if (note.text !== undefined) return;
    if (this.#budget.allows(text)) {
      if (note.number === undefined) this.#uncounted?.add(note);
      note.hold(text);
      this.#budget.add(text);
    } else {
      this.#release(note, text);
    }
  }

  /**
   * Its words are counted now: else its text would have to be read again, as `prepare` does with those that did not
   * fit before it. The first search after a start would have to wait for that.
   */
  #release(note: StoredNote, text: NoteText): void {
    if (this.#uncounted !== undefined) note.number ??= this.index.count(note.title.folded, text);
    note.release(text, this.kinds);
    this.#uncounted?.delete(note);
  }
}

/** A text of more bytes than this counts as large. */
const largeText = 1_000_000;
/** Large texts take at most this fraction of the memory: a few of them must leave enough for the others. */
const largeShare = 1 / 16;

/** Counts the memory of the kept texts, and decides whether another fits. */
class TextBudget {
  #bytes = 0;
  #largeBytes = 0;

  /** @param maxBytes current limit for all texts @param share how much of it is used; more than 1 for a while */
  constructor(
    private readonly maxBytes: () => number,
    private readonly share: () => number,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the texts exceed the current limit. */
  isExceeded(): boolean {
    const most = this.maxBytes();
    return this.#bytes > most * this.share() || this.#largeBytes > most * largeShare;
  }

  allows({ bytes }: NoteText): boolean {
    const most = this.maxBytes();
    if (this.#bytes + bytes > most * this.share()) return false;
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

/** Bytes. Larger files are read and folded one at a time: each takes several times its size meanwhile. */
const largeFile = 1_000_000;

type Read = () => Promise<NoteText | undefined>;

/** Texts that are being read: concurrent calls share them. */
class TextReads {
  readonly #underWay = new Map<StoredNote, Promise<NoteText | undefined>>();
  #lastLarge: Promise<unknown> = Promise.resolve();

  /** The text of a note, which `read` reads if no other call does. */
  async textOf(note: StoredNote, read: Read): Promise<NoteText | undefined> {
    while (note.text === undefined) {
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
