/** The notes with their texts, folded for searching, and their words. Its owner adds the notes, and reads the texts. */

import { mapDefined } from '../../utils/collections';
import { bodyWordsInTurns, countBodyWords } from '../../markdown/text/word-count';
import { WordIndex } from './word-index';
import { CharacterKinds } from '../text/character-kinds';
import { TextFolder } from '../text/folded-text';
import { NoteText, TitleText } from '../text/search-text';
import { severalAtOnce } from '../../utils/slicing/several-at-once';
import type { SliceLimits, SliceTurn, TimeSlicer } from '../../utils/slicing/time-slicer';
import { type Language, languageOf } from '../words/languages';

/** More concurrent reads only wait for each other. */
const readsAtOnce = 32;
interface TextStoreOptions {
  /** Reads the text of a note that is not in memory; may reject. */
  readonly readText: (path: string) => Promise<string>;
  /**
   * Current memory limit for texts in bytes, a sixteenth of it for texts of more than 1 MB. Other texts are
   * read again by each search that looks at them.
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

/** Facts about a note other than its text. */
interface NoteAttributes {
  /** When it was last changed, in epoch milliseconds. */
  readonly modified: number;
  /** Size of its file in bytes; 0, the default, if unknown. */
  readonly size?: number;
}

export class TextStore {
  readonly folder = new TextFolder();
  readonly kinds = new CharacterKinds();
  readonly index = new WordIndex(this.kinds);
  /** Notes whose texts were added since `prepare`; undefined before. */
  #uncounted: Set<StoredNote> | undefined;
  readonly #notes = new Map<string, StoredNote>();
  /** See `all`; undefined after a change. */
  #all: readonly StoredNote[] | undefined;
  readonly #missing = new Set<string>();
  readonly #reads = new TextReads();
  readonly #budget: TextBudget;

  constructor(private readonly options: TextStoreOptions) {
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
      if (isWanted) await this.#reads.textOf(note, () => this.#read(note, turn));
      left -= 1;
      if (isWanted) onProgress?.(left);
    };
    const queue = isEnough === undefined ? missing : missing.toReversed();
    await severalAtOnce(queue, read, { ...options, atOnce: readsAtOnce, turn });
    await this.#countChanged(turn);
  }

  /** Counts the words of all notes. Call it in the background once the store is filled; `fill` counts those of notes that change later. */
  async prepare({ slicer, ...limits }: SliceLimits & { readonly slicer: TimeSlicer }): Promise<void> {
    // A text that was read and is not in memory was counted before it was released.
    this.#uncounted ??= new Set(
      this.all().filter(({ text, number }) => text !== undefined && number === undefined),
    );
    await this.#countChanged(slicer.slice(limits));
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

  async #read(note: StoredNote, turn: SliceTurn): Promise<NoteText | undefined> {
    const original = await this.options.readText(note.path).catch(() => undefined);
    if (original === undefined || !this.#has(note)) return this.get(note.path)?.text;
    const text = new NoteText(original, this.folder, await this.folder.foldLong(original, turn));
    if (!this.#budget.allows(text)) {
      await note.countWords(text, turn);
      await this.#count(note, text, turn);
    }
    if (!this.#has(note)) return this.get(note.path)?.text;
    this.#keep(note, text);
    return text;
  }

  /** Whether it was not changed, removed or moved. */
  #has(note: StoredNote): boolean {
    return this.#notes.get(note.path) === note;
  }

  async #countChanged(turn: SliceTurn): Promise<void> {
    for (const note of this.#uncounted ?? []) {
      if (turn.due()) await turn.pause();
      const text = await this.textOf(note, turn);
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

  async #count(note: StoredNote, text: NoteText, turn: SliceTurn): Promise<void> {
    this.#uncounted?.delete(note);
    const number = note.number ?? (await this.index.countInTurns(note.title.folded, text, turn));
    if (this.#has(note)) note.number ??= number;
    // Another call has counted it meanwhile, or it is gone.
    if (number !== undefined && (!this.#has(note) || note.number !== number)) this.index.forget();
  }

  /** Drops texts if the memory limit was lowered. */
  async #shrink(turn: SliceTurn): Promise<void> {
    if (!this.#budget.isExceeded()) return;
    for (const note of this.all().toReversed()) {
      if (turn.due()) await turn.pause();
      const { text } = note;
      if (text === undefined || !this.#has(note)) continue;
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

  /** Its words are counted now: else its text would have to be read again. */
  #release(note: StoredNote, text: NoteText): void {
    note.number ??= this.index.count(note.title.folded, text);
    note.release(text, this.kinds);
    this.#uncounted?.delete(note);
  }
}

/** One note of the store. Every change of a note makes a new instance. */
export class StoredNote {
  readonly modified: number;
  /** Bytes of the file. */
  readonly size: number;
  /** Its number in the word index; undefined while its words are not counted, or if they are too many. */
  number: number | undefined;
  #title: TitleText | undefined;
  #text: NoteText | undefined;
  /** Of the folded text; these stay known when the text is dropped. */
  #textLength = 0;
  #wordCount: number | undefined;
  /** Null if its words do not tell. */
  #language: Language | null | undefined;
  #isRead = false;

  constructor(
    readonly path: string,
    attributes: NoteAttributes,
    private readonly folder: TextFolder,
  ) {
    this.modified = attributes.modified;
    this.size = attributes.size ?? 0;
  }

  /** The file's name without extension. */
  get title(): TitleText {
    return (this.#title ??= new TitleText(this.path, this.folder));
  }

  /** Undefined if the text is missing or not held in memory. */
  get text(): NoteText | undefined {
    return this.#text;
  }

  /** False until the text was read. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Words below the frontmatter; undefined while the text is missing. */
  get wordCount(): number | undefined {
    return (this.#wordCount ??= this.#text && countBodyWords(this.#text.original));
  }

  /** Length of the folded text; 0 while it is missing. */
  get textLength(): number {
    return this.#textLength;
  }

  /** The language of its text; undefined if unclear or not known yet. */
  languageBy(kinds: CharacterKinds): Language | undefined {
    if (this.#text !== undefined) this.#language ??= languageOf(this.#text.folded, kinds) ?? null;
    return this.#language ?? undefined;
  }

  hold(text: NoteText): void {
    this.#text = text;
    this.#textLength = text.folded.length;
    this.#isRead = true;
  }

  /** Counts the words of a text of any size. @throws like `SliceTurn.pause` */
  async countWords(text: NoteText, turn: SliceTurn): Promise<void> {
    this.#wordCount ??= await bodyWordsInTurns(text.original, turn);
  }

  /** Keeps what is known of the text, without the text. */
  release(text: NoteText, kinds: CharacterKinds): void {
    this.hold(text);
    this.#wordCount ??= countBodyWords(text.original);
    this.languageBy(kinds);
    this.#text = undefined;
  }

  /** The same note at another path; discard this one. */
  movedTo(path: string): StoredNote {
    const moved = new StoredNote(path, this, this.folder);
    moved.#text = this.#text;
    moved.#textLength = this.#textLength;
    moved.#wordCount = this.#wordCount;
    moved.#language = this.#language;
    moved.#isRead = this.#isRead;
    return moved;
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
      try {
        return await underWay;
      } catch {
        // The call that began to read it was aborted.
      }
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
