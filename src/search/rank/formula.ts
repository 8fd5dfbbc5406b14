/** BM25F: scores notes by the words of a query in their fields, and ranks them. */

import { Best, itemAt } from '../../utils/collections';
import { compareKeys } from '../../utils/text/folding';
import type { Corpus } from '../index/corpus';
import type { WordCount } from '../index/word-index';
import type { Likeness } from '../match/matcher';
import type { CompiledQuery, Term } from '../plan/compiled-query';
import type { Field } from '../text/note-outline';
import { forEachWord } from '../text/words';

/** How soon further occurrences stop raising a score. */
export const saturation = 2;
/** How much the length of a text lowers the weight of a word in it. */
const lengthNorm = 0.75;
/** The least weight of a word in a text that has it: without it, a long note would rank below short ones with a commoner word. */
export const leastWeight = 0.5;
const fieldWeights: Readonly<Record<Field, number>> = {
  title: 5,
  alias: 5,
  heading: 3,
  tag: 3,
  body: 1,
  frontmatter: 0.5,
};
/** The weight of a word by its likeness to the searched one: another form, the last part of a compound, a longer word, a similar word. */
export const likeness: Readonly<Record<Likeness, number>> = {
  exact: 1,
  form: 0.7,
  compound: 0.3,
  beginning: 0.2,
  near: 0.7,
};
/** Bonus for a name that consists of all words of the query, as a fraction of the score without it. */
const coverageBonus = 0.5;
export const shares = {
  /** Bonus for the nearest note in meaning, as a fraction of the best score by words. */
  meaning: 0.25,
  /** A note that lacks some of the words is listed with at least this fraction of the best score. */
  partial: 0.25,
  /** The factor that puts a note last: below the score of any other listed note. */
  last: 0.01,
} as const;

/** The factor for a note with only some of two or three words, if others have all of them. The rarest word alone as its name spares it. */
export const partialShare: Readonly<Record<number, number>> = { 2: 0.5, 3: 0.75 };

/** Totals over all searched texts. */
type Lengths = Pick<Corpus, 'size' | 'textLength'>;

/** The divisor of the weights in a text: longer texts have more of any word. */
function divisorOf(length: number, { size, textLength }: Lengths): number {
  return textLength > 0 ? 1 - lengthNorm + (lengthNorm * length * size) / textLength : 1;
}

/** The weight of one occurrence. @param length of the text */
export function weightIn(field: Field, like: Likeness, length: number, corpus: Lengths): number {
  const isOfName = field === 'title' || field === 'alias';
  return (fieldWeights[field] * likeness[like]) / (isOfName ? 1 : divisorOf(length, corpus));
}

/** The weight of all occurrences of an indexed word in a note. @param length of its text */
export function weightOf(
  { inBody, inName, inAliases, inHeadings, inProperties }: Readonly<WordCount>,
  like: Likeness,
  length: number,
  corpus: Lengths,
): number {
  const named = fieldWeights.title * inName + fieldWeights.alias * inAliases;
  const inText = inBody + fieldWeights.heading * inHeadings + fieldWeights.frontmatter * inProperties;
  return likeness[like] * (named + inText / divisorOf(length, corpus));
}

/** What a word adds to a score, as a multiple of its rarity. */
function gainOf(weight: number): number {
  return (weight * (saturation + 1)) / (weight + saturation);
}

/** The inverse document frequency of a word. */
export function rarityOf(having: number, notes: number): number {
  return Math.log(1 + (notes - having + 0.5) / (having + 0.5));
}

/** @param shared words of the query that are in the name @param named and @param asked the number of words in the name and in the query */
function coverageFactor(shared: number, named: number, asked: number): number {
  return 1 + coverageBonus * Math.min(1, shared / Math.max(1, named)) * Math.min(1, shared / asked);
}

/** Four decimals. */
export function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

const recencyBonus = 0.05;
const recencyDays = 60;
const msPerDay = 86_400_000;

/** The score of a note for a query without words: newest first. @param modified and @param now epoch milliseconds */
export function scoreWithoutWords(modified: number, now: number): number {
  return rounded(1 + recencyBonus * 2 ** (-Math.max(0, now - modified) / msPerDay / recencyDays));
}

/** A term, and its weight in each searched note. */
export interface FoundTerm {
  readonly term: Term;
  readonly rarity: number;
  /** By the note's number; 0 for a note without it. */
  readonly weights: Float64Array;
  readonly isInName: Uint8Array;
}

/** @param note its number @param names of the note: those of its file and its property `title` */
export function scoreOf(
  terms: readonly FoundTerm[],
  note: number,
  names: () => readonly string[],
  query: CompiledQuery,
): number {
  let [sum, inName, asked] = [0, 0, 0];
  for (const { term, rarity, weights, isInName } of terms) {
    const { role, partOperator, phraseWords } = term;
    const size = partOperator === undefined ? (phraseWords?.length ?? 1) : 1;
    if (role === undefined) asked += size;
    const weight = itemAt(weights, note);
    if (weight === 0) continue;
    sum += rarity * gainOf(weight);
    inName += size * itemAt(isInName, note);
  }
  const named = inName === 0 ? 0 : Math.max(...names().map(name => wordsIn(name, query)));
  return rounded(inName === 0 ? sum : sum * coverageFactor(inName, named, asked));
}

/** The number of words, without those that the query has but does not search. */
export function wordsIn(text: string, { rules: { kinds }, ignored }: CompiledQuery): number {
  let words = 0;
  forEachWord(text, kinds, (start, end) => {
    if (ignored?.has(text.slice(start, end).toLowerCase()) !== true) words += 1;
  });
  return words;
}

export interface RankedNote {
  readonly path: string;
  /** Higher is better; four decimals. */
  readonly score: number;
  readonly modified: number;
  readonly matches: number;
  /** Set for a note with only some of the words: the missing ones, rarest first. */
  readonly missing?: readonly string[];
}

/** Which of the ranked notes to return; all by default. */
export interface RankPage {
  readonly most?: number | undefined;
  /** Paths of the notes on earlier pages. */
  readonly without?: ReadonlySet<string> | undefined;
}

export function compareRanked(a: RankedNote, b: RankedNote): number {
  return b.score - a.score || compareKeys(a.path, b.path);
}

/** The notes of a page, best first: twenty of forty thousand with a word, for example. */
export function pageOf(
  notes: Iterable<RankedNote>,
  { most = Infinity, without }: RankPage,
): readonly RankedNote[] {
  if (most === Infinity && without === undefined) return [...notes].sort(compareRanked);
  const best = new Best<RankedNote>(most, compareRanked);
  for (const note of notes) if (without?.has(note.path) !== true) best.offer(note);
  return best.sorted();
}
