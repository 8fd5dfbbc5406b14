/** The notes that a search found, with their scores: all that have every word, and the best of the others. */

import { itemAt } from '../../utils/item-at';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { CompiledQuery } from '../query/compiled-query';
import { Best } from '../score/best';
import { compareRanked, type RankedNote } from '../score/best-notes';
import { coverageBonus, leastShare, maxPartial } from '../score/constants';
import {
  coverageFactor,
  gainOf,
  type Lengths,
  mostGain,
  rounded,
  scoreWithoutWords,
  textDivisor,
} from '../score/formula';
import type { NoteText } from '../store/note-text';
import type { StoredNote } from '../store/stored-note';
import type { CharacterKinds } from '../text/character-kinds';
import type { IndexScores } from './counted/index-scores';
import type { TermPresence } from './counted/term-presence';
import type { TermScan } from './term-scan';

export interface Weighing {
  readonly lengths: Lengths;
  /** What each term counts. */
  readonly rarities: readonly number[];
  readonly scores: IndexScores;
  readonly presence: TermPresence;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** How a note was found. */
interface Finding {
  /** In the word index, if that decides some of the terms. */
  readonly number: number | undefined;
  readonly isFull: boolean;
  /** The terms that were found in its text, the text, and how often. */
  readonly having?: readonly TermScan[];
  readonly text?: NoteText;
  readonly matches?: number;
}

interface Waiting {
  readonly note: StoredNote;
  readonly number: number;
  readonly score: number;
}

/** Limit for reported missing words of one note. */
const maxMissing = 10;

export class FoundList {
  /** The notes that have all words. */
  readonly full: RankedNote[] = [];
  #partial = new Best<RankedNote>(maxPartial, compareRanked);
  readonly #waiting: Waiting[] = [];
  #best = 0;
  /** The terms that a note must have to be full, and all terms, the rarest first. */
  readonly #asked: readonly number[];
  readonly #order: readonly number[];
  /** The number of words of each term, and of all that are asked for. */
  readonly #sizes: readonly number[];
  readonly #size: number;
  readonly #kinds: CharacterKinds;

  constructor(
    private readonly query: CompiledQuery,
    private readonly weighing: Weighing,
  ) {
    const { rarities } = weighing;
    this.#kinds = query.rules.kinds;
    this.#asked = query.terms.flatMap(({ isOptional = false, isPart = false }, term) =>
      isOptional || isPart ? [] : term,
    );
    this.#sizes = query.terms.map(({ phraseWords, partOperator }) =>
      partOperator === undefined ? (phraseWords?.length ?? 1) : 1,
    );
    this.#size = this.#asked.reduce((sum, term) => sum + (this.#sizes[term] ?? 0), 0);
    this.#order = [...rarities.keys()].sort((a, b) => (rarities[b] ?? 0) - (rarities[a] ?? 0));
  }

  /** The least score with which a note that lacks words is listed, as far as is known. */
  get least(): number {
    return leastShare * this.#best;
  }

  /** The listed notes that lack some of the words, best first. */
  get partial(): readonly RankedNote[] {
    return this.#partial.sorted().filter(({ score }) => score >= this.least);
  }

  clear(): void {
    this.full.length = 0;
    this.#partial = new Best<RankedNote>(maxPartial, compareRanked);
    this.#best = 0;
  }

  /** Whether a note has all words. @param having terms that were found in its text */
  isFull(number: number | undefined, having: readonly TermScan[]): boolean {
    return this.#asked.every(term => this.#has(number, having, term));
  }

  /** No score of the note is higher. @param possible terms that its text may have */
  boundOf(number: number | undefined, possible: readonly TermScan[]): number {
    if (this.isFull(number, possible)) return Infinity;
    const { rarities, scores } = this.weighing;
    const ofTexts = possible.reduce((sum, { index }) => sum + mostGain * (rarities[index] ?? 0), 0);
    return (1 + coverageBonus) * (ofTexts + (number === undefined ? 0 : (scores.sums[number] ?? 0)));
  }

  add(note: StoredNote, finding: Finding): void {
    const { number, isFull, having = [], matches = 0 } = finding;
    const score = this.#scoreOf(note, finding);
    const { path, modified } = note;
    const counted = number === undefined ? 0 : (this.weighing.scores.matches[number] ?? 0);
    const isCounted = finding.text === undefined ? { isCounted: true as const } : {};
    const ranked = { path, modified, score, matches: counted + matches, ...isCounted };
    if (isFull) this.full.push(ranked);
    else {
      const { bound } = this.#partial;
      if (score === 0 || score < this.least || (bound !== undefined && compareRanked(ranked, bound) >= 0))
        return;
      this.#partial.offer({ ...ranked, missing: this.#missing(number, having) });
    }
    this.#best = Math.max(this.#best, score);
  }

  /** For a note that lacks words, and whose text is read only if it is good enough: see `settle`. */
  wait(note: StoredNote, number: number): void {
    const score = this.#scoreOf(note, { number, isFull: false });
    if (score > 0) this.#waiting.push({ note, number, score });
  }

  /** Adds the best of the notes that wait and pass. */
  async settle(passes: (note: StoredNote) => Promise<boolean>, turn: SliceTurn): Promise<void> {
    this.#waiting.sort((a, b) => b.score - a.score);
    for (const { note, number, score } of this.#waiting) {
      if (turn.due()) await turn.pause();
      if (score < Math.max(this.least, this.#partial.bound?.score ?? 0)) return;
      if (await passes(note)) this.add(note, { number, isFull: false });
    }
  }

  #has(number: number | undefined, having: readonly TermScan[], term: number): boolean {
    if (number !== undefined && this.weighing.presence.has(number, term)) return true;
    return having.some(({ index }) => index === term);
  }

  #scoreOf(note: StoredNote, { number, having = [], text }: Finding): number {
    const { rarities, scores, lengths, now } = this.weighing;
    if (rarities.length === 0) return scoreWithoutWords(note.modified, now);
    let sum = number === undefined ? 0 : (scores.sums[number] ?? 0);
    let inName = number === undefined ? 0 : (scores.inName[number] ?? 0);
    if (text !== undefined) {
      const divisor = textDivisor(text.folded.length, lengths);
      for (const scan of having) {
        sum += (rarities[scan.index] ?? 0) * gainOf(scan.weightIn(note.title.folded, text, divisor));
        if (scan.isInName(text)) inName += this.#sizes[scan.index] ?? 1;
      }
    }
    if (inName === 0) return rounded(sum);
    return rounded(sum * coverageFactor(inName, wordsIn(note.title.folded, this.#kinds), this.#size));
  }

  /** The missing words of the note, the rarest first. */
  #missing(number: number | undefined, having: readonly TermScan[]): string[] {
    const missing: string[] = [];
    for (const index of this.#order) {
      const { word, isLoose, isPart } = itemAt(this.query.terms, index);
      if (isLoose !== true || isPart === true || this.#has(number, having, index)) continue;
      missing.push(word);
      if (missing.length === maxMissing) break;
    }
    return missing;
  }
}

function wordsIn(text: string, kinds: CharacterKinds): number {
  let words = 0;
  for (let start = kinds.startOfWord(text, 0, text.length); start < text.length; words += 1)
    start = kinds.startOfWord(text, kinds.endOfWord(text, start, text.length), text.length);
  return words;
}
