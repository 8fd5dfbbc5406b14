/** Adds up what each term of a query says of each note. */

import { itemAt } from '../../utils/item-at';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { Corpus, MatchingWord } from '../index/corpus';
import type { WordCount } from '../index/postings';
import { gainOf, likeness, rarityOf, textDivisor, weightOf } from './formula';
import type { TermInText } from './text-scan';

/** What the text of a note, by its number, says of one term. */
export interface TextHit extends TermInText {
  readonly note: number;
}

interface ScoredTerm {
  /** Words of the index that match it. */
  readonly words: readonly MatchingWord[];
  /** In notes whose texts were searched. */
  readonly hits: readonly TextHit[];
  /** How often it was given. */
  readonly times: number;
  /** The number of its words: as many are in the name where it is. */
  readonly size: number;
  /** Whether it is the only one: how rare it is then makes no difference. */
  readonly isAlone: boolean;
}

/** Arrays by the numbers of the notes. */
export class Scores {
  readonly sums: Float64Array;
  /** Number of matches; those of texts are added by whoever searches them. */
  readonly matches: Uint32Array;
  /** How many of the words are in the note's name. */
  readonly inName: Uint16Array;
  /** For each term the notes that have it, and how rare it is. */
  readonly holders: Int32Array[] = [];
  readonly rarities: number[] = [];
  /** See `textDivisor`; 0 if not computed yet. */
  readonly #divisors: Float64Array;
  /** Of the current term: its weight in each note, whether the name has it, and the notes that have it. */
  readonly #weights: Float64Array;
  readonly #isInName: Uint8Array;
  readonly #having: number[] = [];
  /** Words that match an earlier term: their matches are counted. */
  readonly #known = new Set<number>();

  constructor(private readonly corpus: Corpus) {
    const { length } = corpus.notes;
    this.sums = new Float64Array(length);
    this.matches = new Uint32Array(length);
    this.inName = new Uint16Array(length);
    this.#divisors = new Float64Array(length);
    this.#weights = new Float64Array(length);
    this.#isInName = new Uint8Array(length);
  }

  /** Adds a term. @param isOfIndex whether the index says what a note has of it */
  async add(
    { words, hits, times, size, isAlone }: ScoredTerm,
    isOfIndex: (note: number) => boolean,
    turn: SliceTurn,
  ): Promise<void> {
    for (const { word, like } of words) {
      const isKnown = this.#known.has(word);
      this.#known.add(word);
      const share = likeness[like];
      await this.corpus.forEachWith(word, turn, (note, count) => {
        if (!isOfIndex(note)) return;
        this.#hit(note, share * weightOf(count, this.divisorOf(note)), count.inName > 0);
        if (!isKnown) this.matches[note] = itemAt(this.matches, note) + matchesIn(count);
      });
    }
    for (const { note, weight, isInName } of hits) this.#hit(note, weight, isInName);
    this.#sumUp(times, size, isAlone);
  }

  /** What the text of a note is divided by. @param number of the note */
  divisorOf(number: number): number {
    const known = itemAt(this.#divisors, number);
    if (known > 0) return known;
    const divisor = textDivisor(this.corpus.notes[number]?.textLength ?? 0, this.corpus);
    this.#divisors[number] = divisor;
    return divisor;
  }

  #hit(note: number, weight: number, isInName: boolean): void {
    const before = itemAt(this.#weights, note);
    if (before === 0) this.#having.push(note);
    this.#weights[note] = before + weight;
    if (isInName) this.#isInName[note] = 1;
  }

  #sumUp(times: number, size: number, isAlone: boolean): void {
    const having = this.#having;
    const rarity = times * rarityOf(isAlone ? 0 : having.length, this.corpus.size);
    for (const note of having) {
      this.sums[note] = itemAt(this.sums, note) + rarity * gainOf(itemAt(this.#weights, note));
      this.inName[note] = itemAt(this.inName, note) + size * itemAt(this.#isInName, note);
      this.#weights[note] = 0;
      this.#isInName[note] = 0;
    }
    this.holders.push(Int32Array.from(having));
    this.rarities.push(rarity);
    having.length = 0;
  }
}

function matchesIn({ inBody, inName, inAliases, inHeadings, inProperties }: Readonly<WordCount>): number {
  return inBody + inName + inAliases + inHeadings + inProperties;
}
