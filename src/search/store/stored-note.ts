import { bodyWordsInTurns } from '../../markdown/text/word-count';
import { finish, type Steps } from '../../utils/slicing/steps';
import { rest, type SliceTurn } from '../../utils/slicing/time-slicer';
import type { TextFolder } from '../text/folded-text';
import type { CharacterKinds } from '../text/character-kinds';
import type { NoteText } from './note-text';
import { countingWords } from './word-count';
import { isSignature, mayHaveSigns, Signature } from './signature';
import { titleLengthOf, TitleText } from '../text/title-text';
import { languageOf } from '../words/language-of-text';
import { type Language, languages } from '../words/languages';
import type { WordIndex } from './word-index';

/** Facts about a note other than its text. */
export interface NoteAttributes {
  /** When it was last changed, in epoch milliseconds. */
  readonly modified: number;
  /** Size of its file in bytes; 0, the default, if unknown. */
  readonly size?: number;
}

/** To be increased when texts are folded, signed or counted in another way, or facts have another layout. */
export const factsVersion = 3;

/** Enough of a text to rule out that it has a word. */
export interface TextFacts {
  /** The length of the folded text, the number of words, and the number of the language: 0 if unclear. */
  readonly numbers: readonly number[];
  /** The signature. */
  readonly text: string;
}

/** One note of the store. Every change of a note makes a new instance. */
export class StoredNote {
  /** Length of the folded name. */
  readonly titleLength: number;
  readonly modified: number;
  /** Bytes of the file. */
  readonly size: number;
  #title: TitleText | undefined;
  #text: NoteText | undefined;
  /** Whether its text was shown since others were last dropped; see `TextStore`. */
  wasShown = false;
  #isMeasured = false;
  /** Whether all that is known of the text is from an earlier run. */
  #isRestored = false;
  /** Whether word count and signature are from an earlier run. */
  #hasKeptFacts = false;
  /** Copied here: accessing a text elsewhere in memory takes longer than a search has for most notes. */
  #foldedLength: number | undefined;
  #wordCount: number | undefined;
  /** The bits alone: a hundred thousand signatures take 3.2 MB more as objects. */
  #signature: string | undefined;
  /** Null if it has too many words to count. */
  #number: number | null | undefined;
  /** Null if its words do not identify one. */
  #language: Language | null | undefined;

  constructor(
    readonly path: string,
    facts: NoteAttributes,
    private readonly folder: TextFolder,
  ) {
    this.modified = facts.modified;
    this.size = facts.size ?? 0;
    this.titleLength = titleLengthOf(path, folder);
  }

  /** The file's name without extension; made when first needed, since a first search rules out most notes before. */
  get title(): TitleText {
    return (this.#title ??= new TitleText(this.path, this.folder));
  }

  /** Undefined if the text is missing or not held in memory. */
  get text(): NoteText | undefined {
    return this.#text;
  }

  /** False until the text was processed. */
  get isComplete(): boolean {
    return this.#text !== undefined || this.#isMeasured;
  }

  /** Whether enough is known of the text, before it is read, to rule the note out. */
  get isRestored(): boolean {
    return this.#isRestored;
  }

  /** Words below the frontmatter; undefined while the text is missing. */
  get wordCount(): number | undefined {
    if (this.#wordCount === undefined && this.#text !== undefined)
      this.#wordCount = this.#text.countingWords();
    return this.#wordCount;
  }

  /** Length of the folded text; undefined while the text is missing. */
  get foldedLength(): number | undefined {
    return this.#foldedLength;
  }

  /** The language of its text; undefined if unclear or not known yet. */
  languageBy(kinds: CharacterKinds): Language | undefined {
    if (this.#language === undefined && this.#text !== undefined)
      this.#language = languageOf(this.#text.folded, kinds) ?? null;
    return this.#language ?? undefined;
  }

  /** Its number in the word index, once its words are counted. */
  get number(): number | undefined {
    return this.#number ?? undefined;
  }

  /** @param number undefined if its words must be counted again */
  renumber(number: number | undefined): void {
    this.#number = number;
  }

  /** False if name and text lack a word with these signs; true means unknown. */
  mayHave(signs: readonly number[]): boolean {
    return this.#signature === undefined || mayHaveSigns(this.#signature, signs);
  }

  /** Whether `measure` has nothing to compute. */
  get isPrepared(): boolean {
    const [number, language] = [this.#number, this.#language];
    if (number === undefined || language === undefined || this.#hasKeptFacts) return false;
    return this.#wordCount !== undefined && this.#signature !== undefined;
  }

  /** Computes values that are needed later, in short steps however long the text is. */
  *prepare(text: NoteText | undefined, kinds: CharacterKinds, index: WordIndex): Steps<void> {
    if (text === undefined) return;
    this.measuring(text);
    this.#signature ??= (yield* Signature.inSteps(text.folded, kinds, this.title.folded)).bits;
    if (this.#number === undefined)
      this.#number = (yield* countingWords(text, this.title.folded, kinds, index)) ?? null;
    this.#language ??= languageOf(text.folded, kinds) ?? null;
  }

  /** Of these, what a search computes at once where it is missing. */
  measuring(text: NoteText): void {
    this.#dropKeptFacts();
    this.#wordCount ??= text.countingWords();
    text.preparing();
  }

  /** The same for a long text. @throws like `SliceTurn.pause` */
  async measuringInTurns(text: NoteText, turn: SliceTurn): Promise<void> {
    this.#dropKeptFacts();
    this.#wordCount ??= await bodyWordsInTurns(text.original, turn);
    await rest(turn);
    text.preparing();
  }

  /** What `restore` takes in a later run; undefined until all of it is computed. */
  facts(): TextFacts | undefined {
    const [length, words, signature] = [this.#foldedLength, this.#wordCount, this.#signature];
    const language = this.#language;
    if (length === undefined || words === undefined) return undefined;
    if (signature === undefined || language === undefined) return undefined;
    const number = language === null ? 0 : languages.indexOf(language) + 1;
    return { numbers: [length, words, number], text: signature };
  }

  /** @param facts of the same path and bytes @returns false for what `facts` does not give */
  restore({ numbers: [length, words, language], text }: TextFacts): boolean {
    if (length === undefined || words === undefined) return false;
    if (!isSignature(text) || language === undefined) return false;
    if (this.isComplete || this.#isRestored) return false;
    this.#foldedLength = length;
    this.#wordCount = words;
    this.#signature = text;
    this.#language = languages[language - 1] ?? null;
    this.#isRestored = true;
    this.#hasKeptFacts = true;
    return true;
  }

  /** Once the text is there, all is computed from it: what an earlier run kept may be of another text. */
  #dropKeptFacts(): void {
    if (!this.#hasKeptFacts) return;
    this.#hasKeptFacts = false;
    this.#wordCount = undefined;
    this.#signature = undefined;
    this.#language = undefined;
  }

  hold(text: NoteText): void {
    this.#dropKeptFacts();
    this.#isRestored = false;
    this.#text = text;
    this.#foldedLength = text.folded.length;
  }

  /** Stores facts about a text, then releases the text. Prepare it first if that may take long. */
  measure(text: NoteText, kinds: CharacterKinds, index: WordIndex): void {
    this.#dropKeptFacts();
    this.#isRestored = false;
    this.#text = undefined;
    if (this.#number === undefined)
      this.#number = finish(countingWords(text, this.title.folded, kinds, index)) ?? null;
    this.#signature ??= finish(Signature.inSteps(text.folded, kinds, this.title.folded)).bits;
    this.#foldedLength = text.folded.length;
    this.#wordCount ??= text.countingWords();
    this.#language ??= languageOf(text.folded, kinds) ?? null;
    this.#isMeasured = true;
  }

  /** The same note at another path; discard this one. */
  movedTo(path: string, kinds: CharacterKinds): StoredNote {
    const moved = new StoredNote(path, this, this.folder);
    moved.#text = this.#text;
    moved.#isMeasured = this.#isMeasured;
    moved.#foldedLength = this.#foldedLength;
    moved.#wordCount = this.#wordCount;
    moved.#language = this.#language;
    moved.#hasKeptFacts = this.#hasKeptFacts;
    const signature = this.#signature === undefined ? undefined : Signature.ofBits(this.#signature);
    moved.#signature = signature?.withTitle(moved.title.folded, kinds).bits;
    return moved;
  }
}
