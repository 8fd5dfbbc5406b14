import { itemAt } from '../../utils/collections';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { Likeness, Needs } from '../match/matcher';
import type { WordTest } from '../match/text-matchers';
import { noteOf, type Postings, type WordCount, type WordIndex, type WordList } from './word-index';
import type { StoredNote } from './stored-note';

/** Notes that are visited between two looks at the clock. */
const visitsAtOnce = 4096;

/** A word of the index that matches a term. */
export interface MatchingWord {
  readonly word: number;
  readonly like: Likeness;
}

/** What the word index says of a term. */
export interface TermNotes {
  /** The words that match it; undefined if the texts decide. */
  readonly words: readonly MatchingWord[] | undefined;
  /** By number, 0 for each counted note that lacks it; undefined if that is not known of any. Where words decide, the others have it. */
  readonly possible: Uint8Array | undefined;
}

/**
 * The notes that one search looks at, by numbers that stay while it pauses: those of the index, then those of notes whose
 * words are not counted. What is written meanwhile is not among them.
 */
export class Corpus {
  /** By number; undefined for a note that is not searched. */
  readonly notes: readonly (StoredNote | undefined)[];
  /** The first number of a note that is not counted. */
  readonly counted: number;
  readonly size: number;
  /** Of the folded texts, in total. */
  readonly textLength: number;
  /** 1 for each counted note that is searched. */
  readonly #isSearched: Uint8Array;
  readonly #words: WordList;
  readonly #postings: Postings;

  constructor(notes: readonly StoredNote[], index: WordIndex) {
    const { words, postings, noteNumbers } = index;
    const byNumber = new Array<StoredNote | undefined>(noteNumbers).fill(undefined);
    const isSearched = new Uint8Array(noteNumbers);
    let textLength = 0;
    for (const note of notes) {
      textLength += note.textLength;
      if (note.number === undefined) byNumber.push(note);
      else {
        byNumber[note.number] = note;
        isSearched[note.number] = 1;
      }
    }
    [this.notes, this.counted, this.size] = [byNumber, noteNumbers, notes.length];
    [this.textLength, this.#words, this.#postings] = [textLength, words, postings];
    this.#isSearched = isSearched;
  }

  /** The words of the index that pass one of the tests, each by the first that it passes. */
  async wordsOf(tests: readonly WordTest[], turn: SliceTurn): Promise<readonly MatchingWord[]> {
    const matching = new Map<number, MatchingWord>();
    for (const test of tests)
      for (const [word, like] of this.#words.matching(test)) {
        if (!matching.has(word)) matching.set(word, { word, like });
        if (turn.due()) await turn.pause();
      }
    return [...matching.values()];
  }

  /** Visits the counted notes that have a word. */
  async forEachWith(
    word: number,
    turn: SliceTurn,
    visit: (note: number, count: Readonly<WordCount>) => void,
  ): Promise<void> {
    // A plain loop: an iterator over so many entries takes several times as long.
    const postings = this.#postings.of(word);
    for (let index = 0, { length } = postings; index < length; index += 1) {
      const posting = itemAt(postings, index);
      const note = noteOf(posting);
      if (this.#isSearched[note] === 1) visit(note, this.#postings.countOf(posting));
      if (index % visitsAtOnce === 0 && turn.due(true)) await turn.pause();
    }
  }

  /** Whether a counted note that passes a test has a word. */
  someWith(word: number, test: (note: StoredNote) => boolean): boolean {
    return this.#postings.of(word).some(posting => {
      const number = noteOf(posting);
      const note = this.#isSearched[number] === 1 ? this.notes[number] : undefined;
      return note !== undefined && test(note);
    });
  }

  /** The notes that may have a term. @param wordTests undefined if the texts decide @param needs what each note with it has */
  async notesWith(
    { wordTests, needs }: { readonly wordTests?: readonly WordTest[]; readonly needs: Needs },
    turn: SliceTurn,
  ): Promise<TermNotes> {
    if (wordTests === undefined) return { words: undefined, possible: await this.meeting(needs, turn) };
    const words = await this.wordsOf(wordTests, turn);
    const numbers = words.map(({ word }) => word);
    return { words, possible: await this.#having(numbers, turn) };
  }

  /** 1 for each counted note that has one of the words. */
  async #having(words: Iterable<number>, turn: SliceTurn): Promise<Uint8Array> {
    const having = new Uint8Array(this.counted);
    for (const word of words) {
      for (const posting of this.#postings.of(word)) {
        const note = noteOf(posting);
        if (this.#isSearched[note] === 1) having[note] = 1;
      }
      if (turn.due()) await turn.pause();
    }
    return having;
  }

  /** 0 for each counted note that lacks one of the needed words, else 1; undefined if that rules out none. */
  async meeting(needs: Needs, turn: SliceTurn): Promise<Uint8Array | undefined> {
    let meeting: Uint8Array | undefined;
    for (const texts of needs) {
      const words = new Set<number>();
      for (const text of texts) {
        for (const word of this.#words.containing(text)) words.add(word);
        if (turn.due(true)) await turn.pause();
      }
      const having = await this.#having(words, turn);
      for (let note = 0; meeting !== undefined && note < having.length; note += 1)
        if (meeting[note] === 0) having[note] = 0;
      meeting = having;
    }
    return meeting;
  }

  /** The words that differ by at most this many typing errors, with the number of searched notes that have them. */
  async near(asked: string, tolerance: number, turn: SliceTurn): Promise<readonly NearWord[]> {
    const near: NearWord[] = [];
    for (const { number, word, edits } of this.#words.near(asked, tolerance)) {
      const notes = this.#postings.of(number).filter(one => this.#isSearched[noteOf(one)] === 1).length;
      if (turn.due(true)) await turn.pause();
      if (notes > 0) near.push({ word, edits, notes });
    }
    return near.sort((a, b) => a.edits - b.edits || b.notes - a.notes || (a.word < b.word ? -1 : 1));
  }

  /** The number of a word; undefined if it is in no counted note, searched or not. */
  numberOf(word: string): number | undefined {
    return this.#words.find(word);
  }
}

export interface NearWord {
  readonly word: string;
  /** Typing errors between it and the word that was asked for; 0 for the word itself. */
  readonly edits: number;
  readonly notes: number;
}
