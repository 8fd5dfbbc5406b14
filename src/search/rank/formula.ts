/** BM25F: how much the words of a query in the fields of a note say. */

import { itemAt } from '../../utils/collections';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { Corpus, MatchingWord } from '../index/corpus';
import type { StoredNote } from '../index/stored-note';
import type { WordCount } from '../index/word-index';
import type { Likeness } from '../match/matcher';
import type { Term } from '../plan/compiled-query';
import type { CharacterKinds } from '../text/character-kinds';
import type { Field } from '../text/note-outline';

/** How soon more occurrences stop raising a score. */
export const saturation = 2;
/** How much the length of a text lowers what a word in it counts. */
const lengthNorm = 0.75;
/** How much a word counts in each field. */
const fieldWeights: Readonly<Record<Field, number>> = {
  title: 5,
  alias: 5,
  heading: 3,
  tag: 3,
  body: 1,
  frontmatter: 0.2,
};
/** The same for a word that is not the searched one: another form, the last part of a compound, a longer word, a near word in place of one that no note has. */
export const likeness: Readonly<Record<Likeness, number>> = {
  exact: 1,
  form: 0.9,
  compound: 0.3,
  beginning: 0.2,
  near: 0.7,
};
/** What a name adds that consists of all words of the query, as a fraction of the score without it. */
const coverageBonus = 0.5;
export const shares = {
  /** What the nearest note in meaning adds, as a fraction of the best score by words. */
  meaning: 0.25,
  /** A note that lacks some of the words is listed with at least this fraction of the best score. */
  partial: 0.25,
  /** What is left of the score of a note that comes last: less than any other has that is listed. */
  last: 0.01,
} as const;

/** What one occurrence in a text counts. @param divisor of the text: see `Scores` */
export function weightIn(field: Field, like: Likeness, divisor: number): number {
  return (fieldWeights[field] * likeness[like]) / (field === 'title' || field === 'alias' ? 1 : divisor);
}

/** What all occurrences of one word of the index count in a note. @param divisor of the text: see `Scores` */
function weightOf(
  { inBody, inName, inAliases, inHeadings, inProperties }: Readonly<WordCount>,
  divisor: number,
): number {
  const named = fieldWeights.title * inName + fieldWeights.alias * inAliases;
  const inText = inBody + fieldWeights.heading * inHeadings + fieldWeights.frontmatter * inProperties;
  return named + inText / divisor;
}

/** What a word adds, as a multiple of its rarity. */
function gainOf(weight: number): number {
  return (weight * (saturation + 1)) / (weight + saturation);
}

/** How much a word says, by the number of notes that have it. */
export function rarityOf(having: number, notes: number): number {
  return Math.log(1 + (notes - having + 0.5) / (having + 0.5));
}

/** @param shared words of the query that are in the name @param named and @param asked the number of words in the name and in the query */
function coverageFactor(shared: number, named: number, asked: number): number {
  if (shared === 0) return 1;
  return 1 + coverageBonus * Math.min(1, shared / Math.max(1, named)) * Math.min(1, shared / asked);
}

/** Four decimals. */
export function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

const recencyBonus = 0.05;
const recencyDays = 60;
const msPerDay = 86_400_000;

/** The score of a note for a query without words: the newest come first. @param modified and @param now epoch milliseconds */
export function scoreWithoutWords(modified: number, now: number): number {
  return rounded(1 + recencyBonus * 2 ** (-Math.max(0, now - modified) / msPerDay / recencyDays));
}

/** What the text of a note, by its number, has of one term. */
export interface TextHit {
  readonly note: number;
  /** See `weightIn`. */
  readonly weight: number;
  readonly isInName: boolean;
}

/** Where a term was found. */
interface FoundTerm {
  readonly term: Term;
  /** Words of the index that match it; undefined if the texts decide. */
  readonly words: readonly MatchingWord[] | undefined;
  /** In notes whose texts were searched. */
  readonly hits: readonly TextHit[];
}

interface ScoredTerm {
  readonly term: Term;
  /** The notes that have it. */
  readonly holders: Int32Array;
  readonly rarity: number;
}

/** What the notes that are searched have of the terms of a query, in arrays by the numbers of the notes. */
export class Scores {
  readonly terms: ScoredTerm[] = [];
  /** Number of matches; those of texts are added by whoever searches them. */
  readonly matches: Uint32Array;
  readonly #sums: Float64Array;
  /** How many of the words are in the note's name, and how many of the terms that are asked for it has. */
  readonly #inName: Uint16Array;
  readonly #had: Uint16Array;
  /** How many terms are asked for, and how many words those are. */
  #asked = 0;
  #size = 0;
  /** See `divisorOf`; 0 if not computed yet. */
  readonly #divisors: Float64Array;
  /** Of the current term: its weight in each note, whether the name has it, and the notes that have it. */
  readonly #weights: Float64Array;
  readonly #isInName: Uint8Array;
  readonly #having: number[] = [];
  /** Words that match an earlier term: their matches are counted. */
  readonly #known = new Set<number>();

  constructor(
    private readonly corpus: Corpus,
    private readonly kinds: CharacterKinds,
  ) {
    const { length } = corpus.notes;
    this.#sums = new Float64Array(length);
    this.matches = new Uint32Array(length);
    this.#inName = new Uint16Array(length);
    this.#had = new Uint16Array(length);
    this.#divisors = new Float64Array(length);
    this.#weights = new Float64Array(length);
    this.#isInName = new Uint8Array(length);
  }

  /**
   * Adds a term.
   * @param isAlone whether it is the only one: how rare it is then makes no difference
   * @param isOfIndex whether the index says what a note has of it
   */
  async add(
    { term, words = [], hits }: FoundTerm,
    isAlone: boolean,
    isOfIndex: (note: number) => boolean,
    turn: SliceTurn,
  ): Promise<void> {
    const isStopWord = term.role === 'stopWord';
    for (const { word, like } of words) {
      const isKnown = isStopWord || this.#known.has(word);
      if (!isStopWord) this.#known.add(word);
      const share = likeness[like];
      await this.corpus.forEachWith(word, turn, (note, count) => {
        if (!isOfIndex(note)) return;
        this.#hit(note, share * weightOf(count, this.divisorOf(note)), count.inName > 0);
        if (!isKnown) this.matches[note] = itemAt(this.matches, note) + matchesIn(count);
      });
    }
    for (const { note, weight, isInName } of hits) this.#hit(note, weight, isInName);
    this.#sumUp(term, isAlone);
  }

  /** By what the weights of words in a note's text are divided: longer texts have more words of any kind. */
  divisorOf(note: number): number {
    const known = itemAt(this.#divisors, note);
    if (known > 0) return known;
    const { notes, size, textLength } = this.corpus;
    const length = notes[note]?.textLength ?? 0;
    const divisor = textLength > 0 ? 1 - lengthNorm + (lengthNorm * length * size) / textLength : 1;
    this.#divisors[note] = divisor;
    return divisor;
  }

  /** Whether a note has all terms that are asked for. */
  isFull(note: number): boolean {
    return this.#had[note] === this.#asked;
  }

  /** @param number of the note */
  of({ title }: StoredNote, number: number): number {
    const sum = itemAt(this.#sums, number);
    const inName = itemAt(this.#inName, number);
    if (inName === 0) return rounded(sum);
    return rounded(sum * coverageFactor(inName, wordsIn(title.folded, this.kinds), this.#size));
  }

  #hit(note: number, weight: number, isInName: boolean): void {
    const before = itemAt(this.#weights, note);
    if (before === 0) this.#having.push(note);
    this.#weights[note] = before + weight;
    if (isInName) this.#isInName[note] = 1;
  }

  #sumUp(term: Term, isAlone: boolean): void {
    const { role, times = 1, partOperator, phraseWords } = term;
    const having = this.#having;
    const size = partOperator === undefined ? (phraseWords?.length ?? 1) : 1;
    const rarity = times * rarityOf(isAlone ? 0 : having.length, this.corpus.size);
    for (const note of having) {
      const before = itemAt(this.#sums, note);
      if (role !== 'stopWord' || before > 0) {
        this.#sums[note] = before + rarity * gainOf(itemAt(this.#weights, note));
        this.#inName[note] = itemAt(this.#inName, note) + size * itemAt(this.#isInName, note);
      }
      if (role === undefined) this.#had[note] = itemAt(this.#had, note) + 1;
      this.#weights[note] = 0;
      this.#isInName[note] = 0;
    }
    if (role === undefined) [this.#asked, this.#size] = [this.#asked + 1, this.#size + size];
    this.terms.push({ term, rarity, holders: Int32Array.from(having) });
    having.length = 0;
  }
}

function matchesIn({ inBody, inName, inAliases, inHeadings, inProperties }: Readonly<WordCount>): number {
  return inBody + inName + inAliases + inHeadings + inProperties;
}

function wordsIn(text: string, kinds: CharacterKinds): number {
  let words = 0;
  for (let start = kinds.startOfWord(text, 0, text.length); start < text.length; words += 1)
    start = kinds.startOfWord(text, kinds.endOfWord(text, start, text.length), text.length);
  return words;
}
