import { finish, type Steps } from '../../utils/slicing/steps';
import type { TextFolder } from '../text/folded-text';
import type { CharacterKinds } from '../text/character-kinds';
import type { NoteText } from '../text/note-text';
import { countingWords } from './word-count';
import { Signature } from './signature';
import { TitleText } from '../text/title-text';
import { languageOf } from '../words/language-of-text';
import type { Language } from '../words/languages';
import type { WordIndex } from './word-index';

/** What is known of a note besides its text. */
export interface NoteAttributes {
  /** When it was last changed, in epoch milliseconds. */
  readonly modified: number;
  /** Bytes of its file; 0, the default, where that is not known. */
  readonly size?: number;
}

/** One note of the store. Every change of a note makes a new one. */
export class StoredNote {
  /** The file's name without its ending. */
  readonly title: TitleText;
  /** Of the folded name. */
  readonly titleLength: number;
  readonly modified: number;
  /** Bytes of the file. */
  readonly size: number;
  #text: NoteText | undefined;
  #isMeasured = false;
  /** Here, since a look at a text that is far away in memory takes longer than a search has for most notes. */
  #foldedLength: number | undefined;
  #wordCount: number | undefined;
  #signature: Signature | undefined;
  /** Null where it has too many words to be counted. */
  #number: number | null | undefined;
  /** Null where its words do not tell. */
  #language: Language | null | undefined;

  constructor(
    readonly path: string,
    facts: NoteAttributes,
    private readonly folder: TextFolder,
  ) {
    this.modified = facts.modified;
    this.size = facts.size ?? 0;
    this.title = new TitleText(path, folder);
    this.titleLength = this.title.folded.length;
  }

  /** Undefined while the text is missing, or where it is not held in memory. */
  get text(): NoteText | undefined {
    return this.#text;
  }

  /** False until the text has been seen. */
  get isComplete(): boolean {
    return this.#text !== undefined || this.#isMeasured;
  }

  /** Words below the frontmatter; undefined while the text is missing. */
  get wordCount(): number | undefined {
    if (this.#wordCount === undefined && this.#text !== undefined)
      this.#wordCount = finish(this.#text.countWordsInSteps());
    return this.#wordCount;
  }

  /** Length of the folded text; undefined while the text is missing. */
  get foldedLength(): number | undefined {
    return this.#foldedLength;
  }

  /** The language of its text; undefined where that does not tell, or is not in memory. */
  languageBy(kinds: CharacterKinds): Language | undefined {
    if (this.#language === undefined && this.#text !== undefined)
      this.#language = languageOf(this.#text.folded, kinds) ?? null;
    return this.#language ?? undefined;
  }

  /** Its number in the index of words, once its words are counted. */
  get number(): number | undefined {
    return this.#number ?? undefined;
  }

  /** @param number undefined where its words are to be counted again */
  renumber(number: number | undefined): void {
    this.#number = number;
  }

  /** False if neither name nor text has all words with these signs; true says nothing. */
  mayHave(signs: readonly number[]): boolean {
    return this.#signature?.mayHave(signs) ?? true;
  }

  /** Works out what is asked for sooner or later, in steps that are short however long the text is. */
  *prepare(text: NoteText | undefined, kinds: CharacterKinds, index: WordIndex): Steps<void> {
    if (text === undefined) return;
    this.#wordCount ??= yield* text.countWordsInSteps();
    yield* text.preparing();
    this.#signature ??= yield* Signature.inSteps(text.folded, kinds, this.title.folded);
    if (this.#number === undefined)
      this.#number = (yield* countingWords(text, this.title.folded, kinds, index)) ?? null;
  }

  hold(text: NoteText): void {
    this.#text = text;
    this.#foldedLength = text.folded.length;
  }

  /** Keeps what a text tells, and lets go of it. Prepare it first where that may take long. */
  measure(text: NoteText, kinds: CharacterKinds, index: WordIndex): void {
    this.#text = undefined;
    if (this.#number === undefined)
      this.#number = finish(countingWords(text, this.title.folded, kinds, index)) ?? null;
    this.#signature ??= finish(Signature.inSteps(text.folded, kinds, this.title.folded));
    this.#foldedLength = text.folded.length;
    this.#wordCount ??= finish(text.countWordsInSteps());
    this.#isMeasured = true;
  }

  /** The same note at another path; this one is to be forgotten. */
  movedTo(path: string, kinds: CharacterKinds): StoredNote {
    const moved = new StoredNote(path, this, this.folder);
    moved.#text = this.#text;
    moved.#isMeasured = this.#isMeasured;
    moved.#foldedLength = this.#foldedLength;
    moved.#wordCount = this.#wordCount;
    moved.#signature = this.#signature;
    moved.#signature?.addTitle(moved.title.folded, kinds);
    return moved;
  }
}
