import { itemAt } from '../../utils/collections';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { Likeness, Matcher, Needs, WordTest } from '../match/matcher';
import type { StoredNote } from './text-store';
import { noteOf, type WordCount, type WordIndex } from './word-index';

/** Notes that are visited between two checks of the clock. */
const visitsAtOnce = 4096;

/** What the word index says about a term. */
export interface TermNotes {
  /** The words that match it; undefined if the texts decide. */
  readonly words: ReadonlyMap<number, Likeness> | undefined;
  /** By number, 0 for each counted note without it; undefined if nothing is known. Where words decide, the others have it. */
  readonly possible: Uint8Array | undefined;
}

/** The notes of one search, by numbers that stay the same while it pauses: first those of the index, then those not counted yet. */
export class Corpus {
  /** By number; undefined for a note that is not searched. */
  readonly notes: readonly (StoredNote | undefined)[];
  /** The first number of a note that is not counted. */
  readonly counted: number;
  readonly size: number;
  /** Total length of the folded texts. */
  readonly textLength: number;
  readonly #words: WordIndex['words'];
  readonly #postings: WordIndex['postings'];

  constructor(notes: readonly StoredNote[], { words, postings, noteNumbers }: WordIndex) {
    const byNumber = new Array<StoredNote | undefined>(noteNumbers).fill(undefined);
    for (const note of notes)
      if (note.number === undefined) byNumber.push(note);
      else byNumber[note.number] = note;
    [this.notes, this.counted, this.size] = [byNumber, noteNumbers, notes.length];
    this.textLength = notes.reduce((sum, note) => sum + note.textLength, 0);
    [this.#words, this.#postings] = [words, postings];
  }

  /** The counted note with a number, if this search includes it. */
  #noteAt(number: number): StoredNote | undefined {
    return number < this.counted ? this.notes[number] : undefined;
  }

  /** The words of the index that pass one of the tests, with the result of the first that they pass. */
  async wordsOf(tests: readonly WordTest[], turn: SliceTurn): Promise<ReadonlyMap<number, Likeness>> {
    const matching = new Map<number, Likeness>();
    for (const test of tests)
      for (const [word, like] of this.#words.matching(test)) {
        if (!matching.has(word)) matching.set(word, like);
        if (turn.due()) await turn.pause();
      }
    return matching;
  }

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
      if (this.#noteAt(note) !== undefined) visit(note, this.#postings.countOf(posting));
      if (index % visitsAtOnce === 0 && turn.due()) await turn.pause();
    }
  }

  /** The first counted note that has a word and passes a test. */
  firstWith(word: string, test: (note: StoredNote) => boolean = () => true): StoredNote | undefined {
    const number = this.#words.find(word);
    for (const posting of number === undefined ? [] : this.#postings.of(number)) {
      const note = this.#noteAt(noteOf(posting));
      if (note !== undefined && test(note)) return note;
    }
    return undefined;
  }

  async notesWith({ wordTests, needs }: Matcher, turn: SliceTurn): Promise<TermNotes> {
    if (wordTests === undefined) return { words: undefined, possible: await this.meeting(needs, turn) };
    const words = await this.wordsOf(wordTests, turn);
    return { words, possible: await this.#having(words.keys(), turn) };
  }

  /** 1 for each counted note that has one of the words. */
  async #having(words: Iterable<number>, turn: SliceTurn): Promise<Uint8Array> {
    const having = new Uint8Array(this.counted);
    for (const word of words) {
      for (const posting of this.#postings.of(word)) {
        const note = noteOf(posting);
        if (this.#noteAt(note) !== undefined) having[note] = 1;
      }
      if (turn.due()) await turn.pause();
    }
    return having;
  }

  /** 0 for each counted note that lacks a needed word, otherwise 1; undefined if that rules out no note. */
  async meeting(needs: Needs, turn: SliceTurn): Promise<Uint8Array | undefined> {
    let meeting: Uint8Array | undefined;
    for (const texts of needs) {
      const words = new Set<number>();
      for (const text of texts) {
        for (const word of this.#words.containing(text)) words.add(word);
        if (turn.due()) await turn.pause();
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
    for (const { number, word, edits } of await this.#words.near(asked, tolerance, turn)) {
      const notes = this.#postings.of(number).filter(one => this.#noteAt(noteOf(one)) !== undefined).length;
      if (turn.due()) await turn.pause();
      if (notes > 0) near.push({ word, edits, notes });
    }
    return near.sort((a, b) => a.edits - b.edits || b.notes - a.notes || (a.word < b.word ? -1 : 1));
  }
}

interface NearWord {
  readonly word: string;
  /** Typing errors between it and the searched word; 0 for the word itself. */
  readonly edits: number;
  readonly notes: number;
}
