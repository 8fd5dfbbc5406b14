/**
 * The words of all notes, to find similar words: comparing each distinct word once takes a hundredth of the
 * time of comparing each word of each text. Built on first use.
 */

import type { Steps } from '../../utils/slicing/steps';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { CharacterKinds } from '../text/character-kinds';
import type { NoteText } from './note-text';
import { PackedWords } from './packed-words';
import { editsWithin, letterSet, mayBeWithin } from '../../utils/text/edit-distance';
import type { StoredNote } from './stored-note';

export interface NoteSource {
  notes(): Iterable<StoredNote>;
  textOf(note: StoredNote, turn: SliceTurn): Promise<NoteText | undefined>;
  readonly size: number;
  /** Number of notes that were removed or replaced so far. */
  readonly removals: number;
}

export interface LearnOptions {
  /** Milliseconds of work after which it stops. */
  readonly time: number;
  /** Which notes; all by default. */
  readonly wants?: (path: string) => boolean;
}

export interface NearWord {
  readonly word: string;
  /** 0 for the word itself. */
  readonly edits: number;
}

/** Longer words are not kept. */
export const maxKeptLength = 40;
/** Real vaults have fewer distinct words; only texts of random letters have more. */
const maxWords = 400_000;
/** Of one note: a note of millions of made-up words must not take the place of all others. */
const maxWordsOfNote = 20_000;
/** Notes learnt from, for each there is, until all begins anew: words of older versions stay meanwhile. */
const renewal = 3;
const windowLength = 16_384;
/** Words that are compared in one step. */
const wordsAtOnce = 4096;
/** Scopes whose vocabularies are kept. */
const keptScopes = 4;

export class Vocabulary {
  #words = new PackedWords();
  /** Every change of a note makes a new instance, so none needs to be read twice. */
  #known = new WeakSet<StoredNote>();
  #learnt = 0;
  /** Whether there was a note with too many words, of which some are not known. */
  #isPartial = false;
  /** The notes there were when the words of all of them were known: as many, after as many removals, are the same ones. */
  #complete: Pick<NoteSource, 'size' | 'removals'> | undefined;

  constructor(private readonly kinds: CharacterKinds) {}

  get bytes(): number {
    return this.#words.bytes;
  }

  /** Whether there are too many words to keep: then `near` checks only some. */
  get isFull(): boolean {
    return this.#words.count >= maxWords;
  }

  /**
   * Learns the words of new notes.
   * @returns whether it now knows the words of all wanted notes
   */
  async learn(
    source: NoteSource,
    turn: SliceTurn,
    { time, wants = () => true }: LearnOptions,
  ): Promise<boolean> {
    if (this.#isCompleteFor(source)) return !this.isFull && !this.#isPartial;
    if (this.#learnt > renewal * source.size + 1000) this.#forget();
    const words = this.#words;
    let isComplete = true;
    const until = turn.worked() + time;
    // A note that is written during a pause comes last.
    for (const note of source.notes()) {
      if (turn.due()) await turn.pause();
      if (this.#known.has(note)) continue;
      if (!wants(note.path)) {
        isComplete = false;
        continue;
      }
      if (this.isFull || turn.worked() >= until) return false;
      const text = note.text ?? (await source.textOf(note, turn));
      this.#learnFrom(note.title.folded, 0, Infinity);
      const { folded = '' } = text ?? {};
      const most = this.#words.count + maxWordsOfNote;
      for (let at = 0; at < folded.length && this.#words.count < most; at += windowLength) {
        this.#learnFrom(folded, at, at + windowLength);
        if (folded.length > windowLength && turn.due(true)) await turn.pause();
      }
      this.#isPartial ||= this.#words.count >= most;
      this.#known.add(note);
      this.#learnt += 1;
    }
    // Another search may have begun anew meanwhile.
    if (isComplete && words === this.#words)
      this.#complete = { size: source.size, removals: source.removals };
    return !this.isFull && !this.#isPartial;
  }

  /** Words that differ by at most this many typing errors, itself included; some may be gone by now. */
  *near(word: string, tolerance: number): Steps<NearWord[]> {
    const letters = letterSet(word);
    const found: NearWord[] = [];
    for (let index = 0; index < this.#words.count; index += 1) {
      if (index % wordsAtOnce === wordsAtOnce - 1) yield;
      if (Math.abs(this.#words.lengthAt(index) - word.length) > tolerance) continue;
      if (!mayBeWithin(this.#words.lettersAt(index), letters, tolerance)) continue;
      const candidate = this.#words.at(index);
      const edits = editsWithin(candidate, word, tolerance);
      if (edits !== undefined) found.push({ word: candidate, edits });
    }
    return found;
  }

  #isCompleteFor({ size, removals }: NoteSource): boolean {
    return this.#complete?.size === size && this.#complete.removals === removals;
  }

  #learnFrom(text: string, from: number, to: number): void {
    const last = Math.min(to, text.length);
    for (let start = this.kinds.startOfWord(text, from, last); start < last;) {
      const end = this.kinds.endOfWord(text, start, maxKeptLength + 1);
      if (end - start <= maxKeptLength) this.#words.add(text, start, end);
      start = this.kinds.startOfWord(text, end, last);
    }
  }

  #forget(): void {
    this.#words = new PackedWords();
    this.#known = new WeakSet();
    this.#learnt = 0;
    this.#isPartial = false;
    this.#complete = undefined;
  }
}

/** The vocabularies of callers who see only some notes: those that were asked for last. */
export class ScopedVocabularies {
  readonly #vocabularies = new Map<string, Vocabulary>();

  constructor(private readonly kinds: CharacterKinds) {}

  /** @param scope identifies what a caller sees */
  of(scope: string): Vocabulary {
    const known = this.#vocabularies.get(scope) ?? new Vocabulary(this.kinds);
    this.#vocabularies.delete(scope);
    this.#vocabularies.set(scope, known);
    const [oldest = scope] = this.#vocabularies.keys();
    if (this.#vocabularies.size > keptScopes) this.#vocabularies.delete(oldest);
    return known;
  }
}
