/** BM25F: how much the words of a query in the fields of a note say. */

import type { WordCount } from '../index/word-index';
import type { Likeness } from '../match/matcher';
import type { Field } from '../text/note-outline';

/** How soon more occurrences stop raising a score. */
export const saturation = 2;
/** How much the length of a text lowers what a word in it counts. */
const lengthNorm = 0.75;
/** How much a word counts in each field. */
export const fieldWeights: Readonly<Record<Field, number>> = {
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
/** What the nearest note in meaning adds, as a fraction of the best score by words. */
export const meaningWeight = 0.25;
/** A note that lacks some of the words is listed with at least this fraction of the best score. */
export const leastShare = 0.25;
/** What is left of the score of a note that comes last: less than any other has that is listed. */
export const lastShare = 0.01;
/** Limit for listed notes that lack some of the words. */
export const maxPartial = 50;

/** Of the searched notes: only visible ones count. */
interface Lengths {
  /** The number of notes. */
  readonly size: number;
  /** Of the folded texts, in total. */
  readonly textLength: number;
}

/** By what the weights of words in a text are divided: longer ones have more words of any kind. */
export function textDivisor(length: number, { size, textLength }: Lengths): number {
  return textLength > 0 ? 1 - lengthNorm + (lengthNorm * length * size) / textLength : 1;
}

/** @param divisor of the text: see `textDivisor` */
export function weightOf(
  { inBody, inName, inAliases, inHeadings, inProperties }: Readonly<WordCount>,
  divisor: number,
): number {
  const named = fieldWeights.title * inName + fieldWeights.alias * inAliases;
  const inText = inBody + fieldWeights.heading * inHeadings + fieldWeights.frontmatter * inProperties;
  return named + inText / divisor;
}

/** What a word adds, as a multiple of its rarity. */
export function gainOf(weight: number): number {
  return (weight * (saturation + 1)) / (weight + saturation);
}

/** How much a word says, by the number of notes that have it. */
export function rarityOf(having: number, notes: number): number {
  return Math.log(1 + (notes - having + 0.5) / (having + 0.5));
}

/** @param shared words of the query that are in the name @param named and @param asked the number of words in the name and in the query */
export function coverageFactor(shared: number, named: number, asked: number): number {
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
