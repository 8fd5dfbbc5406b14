/** BM25 over fields, from what a scan has counted. */

import type { NoteMatches } from '../scan/note-matches';
import { itemAt } from '../../utils/item-at';

/** How many notes are searched, and how long they are: only notes that the caller may see count. */
export interface Lengths {
  readonly notes: number;
  /** Of the folded texts and names, all together. */
  readonly textLength: number;
  readonly titleLength: number;
}

/** What the searched notes have in common. */
export interface Corpus extends Lengths {
  /** In which part of the notes each term occurs, from 0 to 1. */
  readonly shares: readonly number[];
  /** How often each term was asked for. */
  readonly times: readonly number[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** How soon further occurrences stop adding to the score. */
const saturation = 1.2;
/**
 * What any number of occurrences in a text adds: below the weight of a tag for a text alone, and beside a field less
 * than the next field has more, the recency included. So the best field that has a word decides.
 */
const [mostOfText, mostBesideField] = [2.5, 0.3];
/** How much the length of a text, and of a name, counts against it. */
const textNorm = 0.6;
const titleNorm = 0.5;
/** A word in the name says as much as so many in the body. */
const titleWeight = 12;
/** The same where the best field decides: more than an alias has, however long the name is. */
const strictTitleWeight = 20;
/** However long a name is, its words count more than those of an alias. */
const longestTitle = 1.2;
/** What a note changed just now gains, and the days after which half of that is left. */
const recencyBonus = 0.05;
const recencyDays = 60;
const msPerDay = 86_400_000;
/** Scores have four decimals. */
const decimals = 10_000;

/** Scores notes by the terms that they have. */
export class Scorer {
  /** What each term adds at most: the more, the fewer notes have it. */
  readonly weights: readonly number[];

  /** @param isStrict whether the best field decides that has a word, however often it is in a lesser one */
  constructor(
    private readonly corpus: Corpus,
    private readonly isStrict = false,
  ) {
    const { shares, times, notes } = corpus;
    this.weights = shares.map((share, term) => weightOfTerm(share, times[term] ?? 1, notes));
  }

  /** @param index of the note in the matches */
  scoreOf(matches: NoteMatches, index: number): number {
    const { modified = 0, titleLength = 0 } = matches.notes[index] ?? {};
    const divisors = divisorsOf({ foldedLength: matches.lengthAt(index), titleLength }, this.corpus);
    let [score, best] = [0, 0];
    for (let term = 0; term < matches.terms; term += 1) {
      const title = matches.titleWeight(index, term) / divisors.title;
      const fields = matches.fieldWeight(index, term);
      const body = matches.bodyWeight(index, term) / divisors.text;
      const most = itemAt(this.weights, term);
      const part = this.isStrict ? strictPart : softPart;
      score += most * part(title, fields, body);
      best += most;
    }
    // A query of filters only finds all alike: then the newest are the best.
    return this.withRecency(matches.terms === 0 ? 1 : score + best * matches.bonusAt(index), modified);
  }

  /** @param score without it @param modified epoch milliseconds */
  withRecency(score: number, modified: number): number {
    return Math.round(score * this.#recency(modified) * decimals) / decimals;
  }

  /** The most that a note can score with terms of so much weight. */
  mostOfNote(weight: number): number {
    return weight * (1 + recencyBonus);
  }

  #recency(modified: number): number {
    const days = Math.max(0, this.corpus.now - modified) / msPerDay;
    return 1 + recencyBonus * 2 ** (-days / recencyDays);
  }
}

/** What a term adds at most: the more, the fewer notes have it. @param times how often it was asked for */
export function weightOfTerm(share: number, times: number, notes: number): number {
  return times * rarityOf(share, notes);
}

/** By what the weights of words in a text, and in a name, are divided: longer ones have more words of any kind. */
export interface Divisors {
  readonly text: number;
  readonly title: number;
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
    text: lengthDivisor(foldedLength, lengths.textLength / lengths.notes, textNorm),
    title: Math.min(longestTitle, title),
  };
}

const saturated = (weight: number): number => weight / (weight + saturation);

/**
 * Which part of the most that a term can add it adds to a note that has some of the words: each occurrence counts. The
 * weights are divided by lengths; an alias, a heading or a tag counts the same in a long note as in a short one.
 */
export function softPart(title: number, fields: number, body: number): number {
  return saturated(titleWeight * title + fields + body);
}

/** The same for a note that has all words, where the best field that has a word decides. */
export function strictPart(title: number, fields: number, body: number): number {
  const best = Math.max(strictTitleWeight * title, fields);
  const most = best === 0 ? mostOfText : mostBesideField;
  return saturated(best + (most * body) / (body + saturation));
}

function rarityOf(share: number, notes: number): number {
  const having = share * notes;
  return Math.log(1 + (notes - having + 0.5) / (having + 0.5));
}

function lengthDivisor(length: number, average: number, norm: number): number {
  return average > 0 ? 1 - norm + (norm * length) / average : 1;
}
