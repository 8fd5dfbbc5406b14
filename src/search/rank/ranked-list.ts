/** The notes that a round found, with their scores: all that have every word, and the best of the others. */

import type { Corpus } from '../index/corpus';
import type { StoredNote } from '../index/stored-note';
import { coverageFactor, lastShare, leastShare, maxPartial, rounded, scoreWithoutWords } from './formula';
import type { NoteFilter } from './note-filter';
import type { Round } from './round';
import type { CharacterKinds } from '../text/character-kinds';
import { Best } from '../../utils/best';
import { itemAt } from '../../utils/item-at';
import type { SliceTurn } from '../../utils/slicing/time-slicer';

export interface RankedNote {
  readonly path: string;
  /** Higher is better; four decimals. */
  readonly score: number;
  readonly modified: number;
  readonly matches: number;
  /** Set for a note with only some of the words: the missing ones, the rarest first. */
  readonly missing?: readonly string[];
}

/** A position in the order of ranked notes. */
export type Rank = Pick<RankedNote, 'score' | 'path'>;

/** Which of the ranked notes to return; all by default. */
export interface RankPage {
  /** At most this many. */
  readonly most?: number | undefined;
  /** Only those after this position. */
  readonly behind?: Rank | undefined;
}

export function compareRanked(a: Rank, b: Rank): number {
  return b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

/** The notes of a page, best first: of forty thousand with a word, twenty are returned. */
export function pageOf(
  notes: Iterable<RankedNote>,
  { most = Infinity, behind }: RankPage,
): readonly RankedNote[] {
  const best = new Best<RankedNote>(most, compareRanked);
  for (const note of notes) if (behind === undefined || compareRanked(note, behind) > 0) best.offer(note);
  return best.sorted();
}

export interface RankedList {
  /** The notes that have all words. */
  readonly full: readonly RankedNote[];
  /** The listed notes that lack some of them. */
  readonly partial: readonly RankedNote[];
}

interface RankingOptions {
  /** Whether a note may lack some of the words. */
  readonly isPartial: boolean;
  /** See `SearchOptions`. */
  readonly isLast?: ((path: string) => boolean) | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly turn: SliceTurn;
}

interface Scored {
  readonly note: StoredNote;
  readonly number: number;
  readonly score: number;
}

/** Limit for reported missing words of one note. */
export const maxMissing = 10;

export async function rankedList(
  round: Round,
  corpus: Corpus,
  filter: NoteFilter,
  { isPartial, isLast, now, turn }: RankingOptions,
): Promise<RankedList> {
  const asked = new AskedTerms(round, corpus);
  const { isOut } = round;
  const full: RankedNote[] = [];
  const others: Scored[] = [];
  for (const [number, note] of corpus.notes.entries()) {
    if (turn.due()) await turn.pause();
    if (note === undefined || isOut(number)) continue;
    const isFull = asked.isFull(number);
    if (!isFull && !isPartial) continue;
    const whole = asked.scoreOf(number, note, now);
    const score = isLast?.(note.path) === true ? rounded(whole * lastShare) : whole;
    if (!isFull && score > 0) others.push({ note, number, score });
    if (isFull && (await filter.passesFacts(note, turn))) full.push(asked.ranked({ note, number, score }));
  }
  const best = full.reduce((most, { score }) => Math.max(most, score), 0);
  return { full, partial: await bestPartial(others, best, asked, note => filter.passesFacts(note, turn)) };
}

/** Those that pass and are worth showing beside the best. */
async function bestPartial(
  scored: Scored[],
  bestFull: number,
  asked: AskedTerms,
  passes: (note: StoredNote) => Promise<boolean>,
): Promise<RankedNote[]> {
  const partial: RankedNote[] = [];
  let best = bestFull;
  scored.sort((a, b) => b.score - a.score || (a.note.path < b.note.path ? -1 : 1));
  for (const one of scored) {
    if (one.score < leastShare * best || partial.length === maxPartial) break;
    if (!(await passes(one.note))) continue;
    best = Math.max(best, one.score);
    partial.push({ ...asked.ranked(one), missing: asked.missing(one.number) });
  }
  return partial;
}

/** What the terms of a round say of single notes. */
class AskedTerms {
  /** How many of the terms that a full note has each note has. */
  readonly #had: Uint16Array;
  readonly #count: number;
  /** The number of words that are asked for. */
  readonly #size: number;
  readonly #kinds: CharacterKinds;

  constructor(
    private readonly round: Round,
    corpus: Corpus,
  ) {
    const { terms, rules } = round.query;
    this.#kinds = rules.kinds;
    this.#had = new Uint16Array(corpus.notes.length);
    let [count, size] = [0, 0];
    for (const [index, { role, ...term }] of terms.entries()) {
      if (role !== undefined) continue;
      count += 1;
      size += term.partOperator === undefined ? (term.phraseWords?.length ?? 1) : 1;
      for (const note of itemAt(round.scores.holders, index)) this.#had[note] = itemAt(this.#had, note) + 1;
    }
    [this.#count, this.#size] = [count, size];
  }

  isFull(number: number): boolean {
    return this.#had[number] === this.#count;
  }

  scoreOf(number: number, note: StoredNote, now: number): number {
    const { scores, query } = this.round;
    if (query.terms.length === 0) return scoreWithoutWords(note.modified, now);
    const sum = itemAt(scores.sums, number);
    const inName = itemAt(scores.inName, number);
    if (inName === 0) return rounded(sum);
    return rounded(sum * coverageFactor(inName, wordsIn(note.title.folded, this.#kinds), this.#size));
  }

  ranked({ note: { path, modified }, number, score }: Scored): RankedNote {
    return { path, modified, score, matches: itemAt(this.round.scores.matches, number) };
  }

  /** The missing words of the note, the rarest first. */
  missing(number: number): string[] {
    const { query, scores } = this.round;
    const lacking = query.terms.flatMap(({ word, isLoose = false, role }, index) => {
      const isListed =
        isLoose &&
        (role === undefined || role === 'alternative') &&
        !itemAt(scores.holders, index).includes(number);
      return isListed ? [{ word, rarity: itemAt(scores.rarities, index) }] : [];
    });
    return lacking
      .sort((a, b) => b.rarity - a.rarity)
      .slice(0, maxMissing)
      .map(({ word }) => word);
  }
}

function wordsIn(text: string, kinds: CharacterKinds): number {
  let words = 0;
  for (let start = kinds.startOfWord(text, 0, text.length); start < text.length; words += 1)
    start = kinds.startOfWord(text, kinds.endOfWord(text, start, text.length), text.length);
  return words;
}
