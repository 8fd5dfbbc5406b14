import { countBodyWords } from '../../markdown/text/word-count';
import type { CharacterKinds } from '../text/character-kinds';
import type { FoldedText, FoldMap, TextFolder } from '../text/folded-text';
import { joinedText } from '../text/joined-words';
import { findingBlocks, type NoteBlocks, type Regions } from '../text/note-blocks';
import { type NoteOutline, outlineOf } from '../text/note-outline';
import { type OutlinedText, type RegionFinder, TitleText } from '../text/search-text';
import { type Language, languageOf } from '../words/languages';

/** Objects and their headers, in addition to the texts. */
const overhead = 300;
/** The engine needs two bytes for each character of a text with one of these. */
const beyondLatin1 = /[^\0-\xFF]/u;
/** A longer text counts as one that has: to look for it takes long. Characters. */
const maxLookedAt = 2_000_000;

/** A note's text as it is in the file and as it is searched. Offsets are UTF-16 units of either. */
export class NoteText implements OutlinedText {
  readonly folded: string;
  readonly map: FoldMap;
  /** Approximate memory. */
  readonly bytes: number;
  #outline: NoteOutline | undefined;
  #blocks: NoteBlocks | undefined;
  /** By the starts of the portions. */
  readonly #joined = new Map<number, string>();

  /** @param given the folded text, if it exists already */
  constructor(
    readonly original: string,
    folder: TextFolder,
    given: FoldedText = folder.fold(original),
  ) {
    this.map = given.map;
    const isSame = given.folded === original;
    this.folded = isSame ? original : given.folded;
    // Texts of Latin-1 fold to such.
    const isWide = original.length > maxLookedAt || beyondLatin1.test(original);
    const foldedBytes =
      isWide && (this.folded.length > maxLookedAt || beyondLatin1.test(this.folded))
        ? this.folded.length * 2
        : this.folded.length;
    this.bytes = original.length * (isWide ? 2 : 1) + (isSame ? 0 : foldedBytes) + this.map.bytes + overhead;
  }

  /** The positions of the note's fields. */
  get outline(): NoteOutline {
    this.#outline ??= outlineOf(this.original, this.map);
    return this.#outline;
  }

  /** Makes the outline, which takes some time for a long text. */
  prepare(): void {
    this.#outline ??= outlineOf(this.original, this.map);
  }

  /** The note's blocks, sections, tasks and code: finding them takes a scan of the whole note. */
  get blocks(): NoteBlocks {
    this.#blocks ??= findingBlocks(this.original, this.map);
    return this.#blocks;
  }

  /** Words below the frontmatter. */
  countWords(): number {
    return countBodyWords(this.original);
  }

  joinedIn(start: number, end: number, kinds: CharacterKinds): string {
    const known = this.#joined.get(start);
    if (known !== undefined) return known;
    const joined = joinedText(this.folded.slice(start, end), kinds);
    this.#joined.set(start, joined);
    return joined;
  }

  /** See `SearchText`. */
  regionsIn(find: RegionFinder): Regions {
    return find(this);
  }

  originalSpan(start: number, end: number): readonly [start: number, end: number] {
    return this.map.originalSpan(start, end);
  }

  foldedSpan(start: number, end: number): readonly [start: number, end: number] {
    return this.map.foldedSpan(start, end);
  }
}

/** Facts about a note other than its text. */
export interface NoteAttributes {
  /** When it was last changed, in epoch milliseconds. */
  readonly modified: number;
  /** Size of its file in bytes; 0, the default, if unknown. */
  readonly size?: number;
}

/** Enough characters to tell the language of a text. */
const beginningLength = 4000;

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
    return (this.#wordCount ??= this.#text?.countWords());
  }

  /** Length of the folded text; 0 while it is missing. */
  get textLength(): number {
    return this.#textLength;
  }

  /** The language of its text; undefined if unclear or not known yet. */
  languageBy(kinds: CharacterKinds): Language | undefined {
    if (this.#text !== undefined && this.#language === undefined)
      this.#language = languageOf(this.#text.folded, kinds) ?? null;
    return this.#language ?? undefined;
  }

  hold(text: NoteText): void {
    this.#text = text;
    this.#textLength = text.folded.length;
    this.#isRead = true;
  }

  /** Keeps what is known of a long text, without the text. @param text as it is in the file @param words below its frontmatter */
  measure(text: string, words: number, kinds: CharacterKinds): void {
    this.#wordCount ??= words;
    const beginning = this.folder.fold(text.slice(0, beginningLength)).folded;
    this.#language ??= languageOf(beginning, kinds) ?? null;
    this.#textLength = text.length;
    this.#isRead = true;
  }

  /** Keeps what is known of the text, without the text. */
  release(text: NoteText, kinds: CharacterKinds): void {
    this.hold(text);
    this.#wordCount ??= text.countWords();
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
