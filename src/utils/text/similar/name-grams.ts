/** An index of names by neighbouring letters: finds names that may be similar to another one without reading all. */

import { itemAt } from '../../item-at';
import type { Steps } from '../../slicing/steps';
import type { WordDistance } from '../edit-distance';
import { BitDistance, maxBitNameLength } from './bit-distance';
import {
  gramKeys,
  gramsOfPieces,
  pairKey,
  rarestGram,
  minLengthFor,
  tripleAt,
  tripleKey,
} from './name-pieces';
import { NumberLists } from './number-lists';

/** Names entered in one step, and places of grams read in one. */
const [enteredAtOnce, readAtOnce] = [200, 4096];

/** Names compared by bits in one step. */
const comparedAtOnce = 512;

/** Bits of a place in a name; its name's number is in the bits before. */
const placeBits = 7;

export const maxIndexedNameLength = 1 << placeBits;

/** What is known of each name by its number; longer lists may have later names. */
export interface NameMeasures {
  readonly letters: Int32Array;
  readonly lengths: Uint8Array;
}

export class NameGrams {
  /** The last search that saw a name. */
  private readonly seen: Int32Array;
  private searches = 0;

  private constructor(
    private readonly measures: NameMeasures,
    private readonly codes: Uint16Array,
    /** Where each name begins in the codes. */
    private readonly starts: Int32Array,
    /** Where each gram is: names, each with the place in it. */
    private readonly places: NumberLists,
    /** Names by their first three letters. */
    private readonly beginnings: NumberLists,
  ) {
    this.seen = new Int32Array(starts.length);
  }

  get size(): number {
    return this.starts.length;
  }

  /**
   * @param count how many names there are
   * @param nameOf folded, at most `maxIndexedNameLength` characters
   */
  static *of(count: number, nameOf: (name: number) => string, measures: NameMeasures): Steps<NameGrams> {
    const starts = new Int32Array(count);
    let sum = 0;
    for (let name = 0; name < count; name += 1) {
      starts[name] = sum;
      sum += itemAt(measures.lengths, name);
    }
    const codes = new Uint16Array(sum);
    const [sizes, beginningSizes] = [new Int32Array(gramKeys), new Int32Array(gramKeys)];
    const increase = (key: number): void => void (sizes[key] = (sizes[key] ?? 0) + 1);
    for (let name = 0; name < count; name += 1) {
      const text = nameOf(name);
      const start = starts[name] ?? 0;
      for (let at = 0; at < text.length; at += 1) codes[start + at] = text.charCodeAt(at);
      forEachGram(codes, start, text.length, increase);
      const key = tripleAt(text, 0);
      if (text.length > 2) beginningSizes[key] = (beginningSizes[key] ?? 0) + 1;
      if (name % enteredAtOnce === 0) yield;
    }
    const [places, beginnings] = [new NumberLists(sizes), new NumberLists(beginningSizes)];
    for (let name = 0; name < count; name += 1) {
      const start = starts[name] ?? 0;
      const length = measures.lengths[name] ?? 0;
      forEachGram(codes, start, length, (key, place) => places.add(key, (name << placeBits) | place));
      if (length > 2)
        beginnings.add(tripleKey(codes[start] ?? 0, codes[start + 1] ?? 0, codes[start + 2] ?? 0), name);
      if (name % enteredAtOnce === 0) yield;
    }
    return new NameGrams(measures, codes, starts, places, beginnings);
  }

  /** Whether `parts` knows all names for this one. */
  hasPartsOf(wanted: string): boolean {
    return wanted.length >= 2;
  }

  /**
   * Names that may contain the wanted one, then those of three letters or more that it may contain; undefined where
   * the work can pause.
   */
  *parts(wanted: string, wantedLetters: number): Generator<number | undefined, void> {
    const { lengths, letters } = this.measures;
    let [before, read] = [-1, 0];
    for (const item of this.places.list(rarestGram(wanted, this.sizeOf))) {
      if ((read += 1) % readAtOnce === 0) yield;
      const name = item >> placeBits;
      if (name === before) continue;
      before = name;
      const isLonger = (lengths[name] ?? 0) >= wanted.length;
      if (isLonger && (wantedLetters & ~(letters[name] ?? 0)) === 0) yield name;
    }
    for (let at = 0; at + 2 < wanted.length; at += 1) {
      for (const name of this.beginnings.list(tripleAt(wanted, at))) {
        if ((read += 1) % readAtOnce === 0) yield;
        const isShorter = at + (lengths[name] ?? 0) <= wanted.length;
        if (isShorter && ((letters[name] ?? 0) & ~wantedLetters) === 0) yield name;
      }
    }
  }

  /** Whether `similar` knows all names within that many edits of this one. */
  hasSimilarTo(wanted: string, edits: number): boolean {
    return wanted.length >= minLengthFor(edits);
  }

  /**
   * Names within that many edits, for a long name also some that are not; undefined where the work can pause. A name
   * comes twice only if another search ran during a pause.
   * @param editsNow read after each name; may decrease meanwhile, and 0 ends the search
   */
  *similar(wanted: WordDistance, editsNow: () => number): Generator<number | undefined, void> {
    const { lengths, letters } = this.measures;
    let edits = editsNow();
    // Made for the first name that is compared: often there is none, and it costs more than the rest of such a search.
    let distance: BitDistance | undefined;
    let read = 0;
    for (const name of yield* this.sharingPieces(wanted, edits)) {
      if ((read += 1) % comparedAtOnce === 0) yield;
      const length = lengths[name] ?? 0;
      if (!wanted.mayBe(length, letters[name] ?? 0, edits)) continue;
      const start = this.starts[name] ?? 0;
      if (wanted.word.length <= maxBitNameLength) {
        distance ??= new BitDistance(wanted.word);
        if (!distance.isWithin(this.codes, start, start + length, edits)) continue;
      }
      yield name;
      edits = editsNow();
      if (edits === 0) return;
    }
  }

  /** Names with a gram of one of the pieces, without those that two numbers rule out: they are most of them. */
  private *sharingPieces(wanted: WordDistance, edits: number): Generator<undefined, number[]> {
    const { seen } = this;
    const { lengths, letters } = this.measures;
    const search = (this.searches += 1);
    const placeMask = maxIndexedNameLength - 1;
    const names: number[] = [];
    for (const { keys, place } of gramsOfPieces(wanted.word, edits, this.sizeOf)) {
      for (const key of keys) {
        const items = this.places.list(key);
        for (let index = 0; index < items.length; index += 1) {
          if (index % readAtOnce === readAtOnce - 1) yield;
          const item = items[index] ?? 0;
          const shift = (item & placeMask) - place;
          if (shift > edits || shift < -edits) continue;
          const name = item >> placeBits;
          if (seen[name] === search) continue;
          seen[name] = search;
          if (wanted.mayBe(lengths[name] ?? 0, letters[name] ?? 0, edits)) names.push(name);
        }
      }
      yield;
    }
    return names;
  }

  private readonly sizeOf = (key: number): number => this.places.sizeOf(key);
}

/** Tells all pairs and triples of a name. */
function forEachGram(
  codes: Uint16Array,
  start: number,
  length: number,
  tell: (key: number, place: number) => void,
): void {
  const last = start + length - 1;
  for (let at = start; at < last; at += 1) {
    const [first, second, third] = [codes[at] ?? 0, codes[at + 1] ?? 0, codes[at + 2] ?? 0];
    tell(pairKey(first, second), at - start);
    if (at + 1 < last) tell(tripleKey(first, second, third), at - start);
  }
}
