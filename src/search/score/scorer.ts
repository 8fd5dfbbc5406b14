/** BM25 over several fields, from the counts of a scan. */

import type { NoteMatches } from './note-matches';
import { itemAt } from '../../utils/item-at';

/** The number and total length of the searched notes: only visible notes count. */
export interface Lengths {
  readonly notes: number;
  /** Of the folded texts and names, in total. */
  readonly textLength: number;
  readonly titleLength: number;
}

/** Statistics of all searched notes. */
export interface Corpus extends Lengths {
  /** The fraction of notes with each term, from 0 to 1. */
  readonly shares: readonly number[];
  /** How much each term counts beside its rarity, such as 2 for a word that is given twice. */
  readonly factors: readonly number[];
  /** How much less each short term counts, only in the order of notes that lack some of the words. */
  readonly lengthFactors: readonly number[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** How soon more occurrences stop raising the score. */
const saturation = 1.2;
/**
 * The most that occurrences in a text add: alone, less than the weight of a tag; with another field, less
 * than the distance to the next better field, recency included. So the best field with a word decides.
 */
const [maxOfText, maxBesideField] = [2.5, 0.3];
/** How much the length of a text, and of a name, lowers its score. */
const textNorm = 0.6;
const titleNorm = 0.5;
/** A word in the name counts as much as this many in the body. */
const titleWeight = 12;
/** The same if the best field decides: more than an alias, however long the name is. */
const strictTitleWeight = 20;
/** However long a name is, its words count more than those of an alias. */
const maxTitleDivisor = 1.2;
/**
 * In a name of more characters, such as the title of a paper, a word says less of what the note is about. Applies
 * to notes that lack some of the words; docs/relevance.md has other values.
 */
const fullTitleLength = 20;
/** The bonus of a note that changed just now, and the days until half of it is left. */
const recencyBonus = 0.05;
const recencyDays = 60;
const msPerDay = 86_400_000;
/** Scores have four decimals. */
const decimals = 10_000;

/** Scores notes by their matching terms. */
export class Scorer {
  /** The most that each term adds: more if fewer notes have it. */
  readonly weights: readonly number[];

  /**
   * @param isStrict for notes with all words: only the best field with a word decides, however often it occurs in
   *   others, and short words count like long ones
   */
  constructor(
    private readonly corpus: Corpus,
    private readonly isStrict = false,
  ) {
    const { lengthFactors } = corpus;
    const weights = weightsOf(corpus);
    this.weights = isStrict ? weights : weights.map((weight, term) => weight * (lengthFactors[term] ?? 1));
  }

  /** @param index of the note in the matches */
  scoreOf(matches: NoteMatches, index: number): number {
    const { modified = 0, titleLength = 0 } = matches.notes[index] ?? {};
    const divisors = divisorsOf({ foldedLength: matches.lengthAt(index), titleLength }, this.corpus);
    let [score, best] = [0, 0];
    for (let term = 0; term < matches.terms; term += 1) {
      const title = matches.titleWeight(index, term) / (this.isStrict ? divisors.title : divisors.softTitle);
      const fields = matches.fieldWeight(index, term);
      const body = matches.bodyWeight(index, term) / divisors.text;
      const most = itemAt(this.weights, term);
      const part = this.isStrict ? strictPart : softPart;
      score += most * part(title, fields, body);
      best += most;
    }
    // A query of filters only matches all notes equally: then the newest come first.
    return this.withRecency(matches.terms === 0 ? 1 : score + best * matches.bonusAt(index), modified);
  }

  /** @param score without recency @param modified epoch milliseconds */
  withRecency(score: number, modified: number): number {
    return Math.round(score * this.#recency(modified) * decimals) / decimals;
  }

  /** The highest score of a note with terms of this total weight. */
  maxScore(weight: number): number {
    return weight * (1 + recencyBonus);
  }

  #recency(modified: number): number {
    const days = Math.max(0, this.corpus.now - modified) / msPerDay;
    return 1 + recencyBonus * 2 ** (-days / recencyDays);
  }
}

/** What each term counts, however short its word is. */
export function weightsOf({ shares, factors, notes }: Corpus): readonly number[] {
  return shares.map((share, term) => weightOfTerm(share, factors[term] ?? 1, notes));
}

/** The most that a term adds: more if fewer notes have it. @param factor how much it counts beside that */
export function weightOfTerm(share: number, factor: number, notes: number): number {
  return factor * rarityOf(share, notes);
}

/** Divisors of the weights of words in a text and in a name: longer ones have more words of any kind. */
export interface Divisors {
  readonly text: number;
  readonly title: number;
  /** Of a name where notes lack some of the words: see `fullTitleLength`. */
  readonly softTitle: number;
}

export function divisorsOf(
  {
    foldedLength = 0,
    titleLength,
  }: { readonly foldedLength?: number | undefined; readonly titleLength: number },
  lengths: Lengths,
): Divisors {
  const title = lengthDivisor(titleLength, lengths.titleLength / lengths.notes, titleNorm);
  return {
    text: textDivisor(foldedLength, lengths),
    title: Math.min(maxTitleDivisor, title),
    softTitle: Math.min(maxTitleDivisor, title) * Math.max(1, titleLength / fullTitleLength),
  };
}

/** See `Divisors`. @param length of the folded text */
export function textDivisor(length: number, lengths: Lengths): number {
  return lengthDivisor(length, lengths.textLength / lengths.notes, textNorm);
}

const saturated = (weight: number): number => weight / (weight + saturation);

/**
 * The fraction of a term's maximum for a note with some of the words: each occurrence counts. The weights are
 * divided by lengths; an alias, a heading or a tag counts the same in long and short notes.
 */
export function softPart(title: number, fields: number, body: number): number {
  return saturated(titleWeight * title + fields + body);
}

/** The same for a note with all words, where the best field with a word decides. */
export function strictPart(title: number, fields: number, body: number): number {
  const best = Math.max(strictTitleWeight * title, fields);
  const most = best === 0 ? maxOfText : maxBesideField;
  return saturated(best + (most * body) / (body + saturation));
}

/** @param share of the notes that have a word */
export function rarityOf(share: number, notes: number): number {
  const having = share * notes;
  return Math.log(1 + (notes - having + 0.5) / (having + 0.5));
}

function lengthDivisor(length: number, average: number, norm: number): number {
  return average > 0 ? 1 - norm + (norm * length) / average : 1;
}
