import { bodyWordsInTurns } from '../../markdown/text/word-count';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { CharacterKinds } from '../text/character-kinds';
import type { TextFolder } from '../text/folded-text';
import { TitleText } from '../text/search-text';
import { languageOf } from '../words/language-of-text';
import type { Language } from '../words/languages';
import type { NoteText } from './note-text';

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
    if (this.#text !== undefined) this.#language ??= languageOf(this.#text.folded, kinds) ?? null;
    return this.#language ?? undefined;
  }

  hold(text: NoteText): void {
    this.#text = text;
    this.#textLength = text.folded.length;
    this.#isRead = true;
  }

  /** Keeps what is known of a long text, without the text. @param text as it is in the file @throws like `SliceTurn.pause` */
  async measure(text: string, kinds: CharacterKinds, turn: SliceTurn): Promise<void> {
    this.#wordCount ??= await bodyWordsInTurns(text, turn);
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
