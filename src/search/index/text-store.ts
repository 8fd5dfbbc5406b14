/** The notes with their texts, folded for searching, and their words. Its owner adds the notes, and reads the texts. */

import { bodyWordsInTurns, countBodyWords } from '../../markdown/text/word-count';
import { mapDefined } from '../../utils/collections';
import {
  severalAtOnce,
  type SliceLimits,
  type SliceTurn,
  type TimeSlicer,
} from '../../utils/slicing/time-slicer';
import { TextFolder } from '../text/folded-text';
import { nameOf, NoteText, SearchText } from '../text/search-text';
import { CharacterKinds } from '../text/words';
import { type Language, languageOf } from '../words/word-forms';
import { WordIndex } from './word-index';

/** Beyond this, concurrent reads only wait for each other. */
const readsAtOnce = 32;

interface TextStoreOptions {
  /** Reads the text of a note that is not in memory; may reject. */
  readonly readText: (path: string) => Promise<string>;
  /**
   * Current memory limit for texts in bytes, a sixteenth of it for texts of more than 1 MB. Other texts are read
   * again by each search that needs them.
   */
  readonly maxBytes: () => number;
}

interface FillOptions extends SliceLimits {
  readonly slicer: TimeSlicer;
  /** Which missing notes to read; all by default. */
  readonly wants?: ((path: string) => boolean) | undefined;
  /** Called after each note, with the number that this call still has to read. */
  readonly onProgress?: ((left: number) => void) | undefined;
  /** Called before each note: true leaves the rest missing. The notes added last are read first. */
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
  /** Notes whose words some call is counting. */
  #counting = 0;
  readonly #reads = new TextReads();
  readonly #memory: TextMemory;

  constructor(private readonly options: TextStoreOptions) {
    this.#memory = new TextMemory(options.maxBytes);
  }

  get bytes(): number {
    return this.#memory.bytes;
  }

  /** Paths of notes whose text was not read yet. */
  get missing(): ReadonlySet<string> {
    return this.#missing;
  }

  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** Whether the words of all notes read so far are counted, except for notes with too many. */
  get isCounted(): boolean {
    return this.#uncounted?.size === 0 && this.#counting === 0;
  }

  get(path: string): StoredNote | undefined {
    return this.#notes.get(path);
  }

  /** The current notes, in a list that later changes do not touch. */
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
    this.#uncounted?.add(note);
    return note;
  }

  remove(path: string): void {
    const note = this.#notes.get(path);
    if (note === undefined) return;
    if (note.text !== undefined) this.#memory.add(-note.text.bytes);
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
    if (moved.text !== undefined) this.#memory.add(moved.text.bytes);
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

  /** @param isAhead whether no search needs it yet: then a very large text is measured without being folded */
  async #read(note: StoredNote, turn: SliceTurn, isAhead = false): Promise<NoteText | undefined> {
    if (isAhead && note.isRead) return note.text;
    const { kinds, folder } = this;
    const { path } = note;
    const original = await this.options.readText(path).catch(() => undefined);
    if (original === undefined || !this.#has(note)) return this.get(path)?.text;
    if (isAhead && !this.index.takes(original.length)) {
      note.measure(original, await bodyWordsInTurns(original, turn), kinds);
      if (this.#has(note)) this.#missing.delete(path);
      return undefined;
    }
    const text = new NoteText(original, folder, await folder.foldLong(original, turn));
    if (this.#has(note) && !note.isRead && !this.#memory.allows(text)) await this.#count(note, text, turn);
    // Another note may have taken its path meanwhile.
    if (!this.#has(note)) return this.get(path)?.text;
    this.#keep(note, text);
    return text;
  }

  #has(note: StoredNote): boolean {
    return this.#notes.get(note.path) === note;
  }

  async #countChanged(turn: SliceTurn): Promise<void> {
    for (const note of this.#uncounted ?? []) {
      if (turn.due()) await turn.pause();
      const text = this.index.takes(note.textLength) ? await this.textOf(note, turn) : undefined;
      if (text !== undefined) await this.#count(note, text, turn);
      this.#uncounted?.delete(note);
    }
    while (this.#counting > 0) await turn.pause();
    if (!this.index.isWasteful) return;
    const counted = this.all().filter(({ number }) => number !== undefined);
    const numbers = mapDefined(counted, ({ number }) => number).sort((a, b) => a - b);
    const renumbered = await this.index.compact(numbers, turn);
    if (renumbered === undefined) return;
    for (const note of counted) if (note.number !== undefined) note.number = renumbered[note.number];
  }

  /** Also counts texts that do not stay in memory, so that `prepare` need not read them again. */
  async #count(note: StoredNote, text: NoteText, turn: SliceTurn): Promise<void> {
    if (this.#uncounted === undefined) return;
    this.#uncounted.delete(note);
    this.#counting += 1;
    try {
      const number = note.number ?? (await this.index.count(note.title.folded, text, turn));
      if (this.#has(note)) note.number ??= number;
      // Another call has counted it meanwhile, or it is gone.
      if (number !== undefined && (!this.#has(note) || note.number !== number)) this.index.forget();
    } catch (error) {
      // The call was aborted: another one counts it.
      if (this.#has(note)) this.#uncounted.add(note);
      throw error;
    } finally {
      this.#counting -= 1;
    }
  }

  /** Drops texts if the memory limit was lowered. */
  async #shrink(turn: SliceTurn): Promise<void> {
    for (const note of this.#memory.isExceeded() ? this.all().toReversed() : []) {
      if (turn.due()) await turn.pause();
      const { text } = note;
      if (text === undefined) continue;
      await this.#count(note, text, turn);
      if (note.text !== text || !this.#has(note)) continue;
      this.#memory.add(-text.bytes);
      note.release(text, this.kinds);
      if (!this.#memory.isExceeded()) return;
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
    if (this.#memory.allows(text)) {
      if (note.number === undefined) this.#uncounted?.add(note);
      note.hold(text);
      this.#memory.add(text.bytes);
    } else {
      note.release(text, this.kinds);
    }
  }
}

/** Enough characters to tell the language of a text. */
const beginningLength = 4000;

/** One note of the store; only the store changes it. Every change of the file makes a new instance. */
export class StoredNote {
  readonly modified: number;
  readonly size: number;
  /** Its number in the word index; undefined while its words are not counted, or if there are too many. */
  number: number | undefined;
  /** Undefined if it is missing or not held in memory. */
  text: NoteText | undefined;
  isRead = false;
  /** Length of the folded text, 0 while it is missing; like the facts below, it survives dropping the text. */
  textLength = 0;
  #wordCount: number | undefined;
  /** Null if its words do not say. */
  #language: Language | null | undefined;

  constructor(
    readonly path: string,
    attributes: NoteAttributes,
    private readonly folder: TextFolder,
  ) {
    this.modified = attributes.modified;
    this.size = attributes.size ?? 0;
  }

  /** The file's name without extension. Keeping it would cost more memory than the time it saves is worth. */
  get title(): SearchText {
    const name = nameOf(this.path);
    const { folded, map } = this.folder.fold(name);
    return new SearchText(name, folded, map);
  }

  /** Words below the frontmatter; undefined while the text is missing. */
  get wordCount(): number | undefined {
    return (this.#wordCount ??= this.text && countBodyWords(this.text.original));
  }

  /** The language of its text; undefined if unclear or not known yet. */
  languageBy(kinds: CharacterKinds): Language | undefined {
    if (this.text !== undefined && this.#language === undefined)
      this.#language = languageOf(this.text.folded.slice(0, beginningLength), kinds) ?? null;
    return this.#language ?? undefined;
  }

  hold(text: NoteText): void {
    this.text = text;
    this.textLength = text.folded.length;
    this.isRead = true;
  }

  /** Keeps the facts about a long text without the text. @param text as in the file @param words below its frontmatter */
  measure(text: string, words: number, kinds: CharacterKinds): void {
    this.#wordCount ??= words;
    const beginning = this.folder.fold(text.slice(0, beginningLength)).folded;
    this.#language ??= languageOf(beginning, kinds) ?? null;
    this.textLength = text.length;
    this.isRead = true;
  }

  /** Keeps the facts about the text without the text. */
  release(text: NoteText, kinds: CharacterKinds): void {
    this.hold(text);
    this.#wordCount ??= countBodyWords(text.original);
    this.languageBy(kinds);
    this.text = undefined;
  }

  /** The same note at another path; discard this one. */
  movedTo(path: string): StoredNote {
    const moved = new StoredNote(path, this, this.folder);
    moved.text = this.text;
    moved.textLength = this.textLength;
    moved.#wordCount = this.#wordCount;
    moved.#language = this.#language;
    moved.isRead = this.isRead;
    return moved;
  }
}

/** A text of more bytes than this counts as large. */
const largeText = 1_000_000;
/** Large texts take at most this fraction of the memory: a few of them must leave enough for the others. */
const largeShare = 1 / 16;

/** Counts the memory of the kept texts, and decides whether another fits. */
class TextMemory {
  bytes = 0;
  #largeBytes = 0;

  /** @param most current limit for all texts */
  constructor(private readonly most: () => number) {}

  /** @param bytes of a text that is kept; negative for one that is dropped */
  add(bytes: number): void {
    this.bytes += bytes;
    if (Math.abs(bytes) > largeText) this.#largeBytes += bytes;
  }

  isExceeded(): boolean {
    return this.bytes > this.most() || this.#largeBytes > this.most() * largeShare;
  }

  allows({ bytes }: NoteText): boolean {
    if (this.bytes + bytes > this.most()) return false;
    return bytes <= largeText || this.#largeBytes + bytes <= this.most() * largeShare;
  }
}

/** In bytes. Larger files are read and folded one at a time: each takes several times its size while that lasts. */
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
      // The read stops if the call that started it is aborted.
      const done = await underWay.then(text => ({ text })).catch(() => undefined);
      // A very large text that is read ahead is only measured.
      if (done !== undefined && (done.text !== undefined || !note.isRead)) return done.text;
    }
    return note.text;
  }

  #start(note: StoredNote, read: Read): Promise<NoteText | undefined> {
    const isLargeFile = note.size > largeFile;
    const reading = (isLargeFile ? this.#lastLarge.then(read) : read()).finally(() =>
      this.#underWay.delete(note),
    );
    // Not the text itself, which may no longer be needed.
    if (isLargeFile) this.#lastLarge = reading.then(() => undefined).catch(() => undefined);
    this.#underWay.set(note, reading);
    return reading;
  }
}
