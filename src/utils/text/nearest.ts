/** Similar names for "not found" errors: cheap enough to search all paths of a vault. */

import { compareKeys } from './fold-path';
import { itemAt } from '../item-at';
import { letterSet } from './letter-sets';
import {
  type Candidate,
  candidateOf,
  distanceByEdits,
  distanceOfPart,
  distances,
  type Wanted,
  wantedName,
} from './similar/name-distance';
import { NameGrams } from './similar/name-grams';
import { finish, type Steps } from '../slicing/steps';

/** Names whose letters are collected in one step. */
const measuredAtOnce = 500;

/** Names of which two numbers are read in one step, and names that are compared in one. */
const [readAtOnce, comparedAtOnce] = [4096, 32];

interface Found {
  readonly candidate: string;
  readonly distance: number;
}

/**
 * The candidates nearest to a name, best first: the same name elsewhere, names that begin with it or contain
 * it, then names with few typing errors. Case, Unicode form, folders and `.md` only decide between equals.
 * Linear in the number of candidates.
 * @param limit at most this many; 5 by default.
 */
export function nearest(name: string, candidates: Iterable<string>, limit = 5): string[] {
  return new NameFinder(candidates).nearest(name, limit);
}

/**
 * Candidates prepared once for many searches: without `index` a search reads two numbers of each, and only the names
 * that may be near. Apart from the index it stores no folded text, so it can be kept for a whole vault.
 */
export class NameFinder {
  private readonly texts: string[];
  /** For each candidate's name: its letters, and their number. */
  private letters: Int32Array;
  private lengths: Uint8Array;
  private measured = 0;
  /** Of the first names; the others are compared one by one. */
  private grams: NameGrams | undefined;

  constructor(texts: Iterable<string>) {
    this.texts = [...texts];
    this.letters = new Int32Array(this.texts.length);
    this.lengths = new Uint8Array(this.texts.length);
  }

  get size(): number {
    return this.texts.length;
  }

  /** Duplicates are removed from results only: checking for them here would take quadratic time. */
  add(text: string): void {
    this.texts.push(text);
    if (this.texts.length <= this.letters.length) return;
    const [{ letters, lengths }, size] = [this, this.texts.length * 2];
    this.letters = new Int32Array(size);
    this.lengths = new Uint8Array(size);
    this.letters.set(letters);
    this.lengths.set(lengths);
  }

  /** Prepares the next few candidates; a search prepares all that are left. False if none is left. */
  measure(count: number): boolean {
    const end = Math.min(this.texts.length, this.measured + count);
    for (; this.measured < end; this.measured += 1) {
      const { name } = candidateOf(itemAt(this.texts, this.measured));
      this.letters[this.measured] = letterSet(name, 0, name.length);
      this.lengths[this.measured] = name.length;
    }
    return end < this.texts.length;
  }

  /** Whether searches use an index. */
  get isIndexed(): boolean {
    return this.grams !== undefined;
  }

  /** Makes an index for many searches, again when an eighth of the candidates were added since. */
  *index(): Steps<void> {
    const { texts } = this;
    if (this.grams !== undefined && this.grams.size >= (texts.length / 8) * 7) return;
    while (this.measure(measuredAtOnce)) yield;
    const nameOf = (index: number): string => candidateOf(itemAt(texts, index)).name;
    this.grams = yield* NameGrams.of(texts.length, nameOf, { letters: this.letters, lengths: this.lengths });
  }

  /**
   * Like the function `nearest`.
   * @param accepts which candidates count for this search; all by default
   * @param folded candidates by their number; pass the same map to each of many searches
   */
  nearest(
    name: string,
    limit = 5,
    accepts: (candidate: string) => boolean = () => true,
    folded = new Map<number, Candidate>(),
  ): string[] {
    return finish(this.searching(name, limit, accepts, folded));
  }

  /** The same as work that can pause. */
  *searching(
    name: string,
    limit: number,
    accepts: (candidate: string) => boolean,
    folded: Map<number, Candidate>,
  ): Steps<string[]> {
    const best: Found[] = [];
    const wanted = wantedName(name);
    // Typing errors come after all parts; if the list is full, only those at least as good as its last.
    const toleranceNow = (): number =>
      Math.min(
        wanted.distance.tolerance,
        Math.floor((best[limit - 1]?.distance ?? Infinity) / distances.edit),
      );
    for (const found of this.near(wanted, folded, toleranceNow)) {
      if (found === undefined) yield;
      else if (mayEnter(best, found, limit) && accepts(found.candidate)) insert(best, found, limit);
    }
    return best.map(({ candidate }) => candidate);
  }

  /**
   * The nearest candidates of each kind, best first, as work that can pause.
   * @param limit at most this many of a kind
   * @param kindOf undefined for a candidate that does not count
   */
  *ranking(name: string, limit: number, kindOf: (candidate: string) => string | undefined): Steps<string[]> {
    const best = new Map<string, Found[]>();
    const wanted = wantedName(name);
    for (const found of this.near(wanted, new Map(), () => wanted.distance.tolerance)) {
      if (found === undefined) yield;
      const kind = found === undefined ? undefined : kindOf(found.candidate);
      if (found === undefined || kind === undefined) continue;
      const ofKind = best.get(kind) ?? [];
      best.set(kind, ofKind);
      if (mayEnter(ofKind, found, limit)) insert(ofKind, found, limit);
    }
    const all = [...best.values()].flat().sort(compareFound);
    return all.map(({ candidate }) => candidate);
  }

  /** What is near, in no order and some twice; undefined where the work can pause. */
  private *near(
    wanted: Wanted,
    folded: Map<number, Candidate>,
    toleranceNow: () => number,
  ): Generator<Found | undefined, void> {
    if (wanted.name === '') return;
    while (this.measure(measuredAtOnce)) yield;
    const byPart = (candidate: Candidate): number | undefined => distanceOfPart(candidate, wanted);
    yield* this.within(this.mayHoldParts(wanted), byPart, folded);
    const byEdits = (candidate: Candidate): number | undefined =>
      distanceByEdits(candidate, wanted, toleranceNow());
    yield* this.within(this.mayBeSimilar(wanted, toleranceNow), byEdits, folded);
  }

  /** Those that have a distance; undefined as above. */
  private *within(
    indexes: Iterable<number | undefined>,
    distanceOf: (candidate: Candidate) => number | undefined,
    folded: Map<number, Candidate>,
  ): Generator<Found | undefined, void> {
    let compared = 0;
    for (const index of indexes) {
      if (index === undefined || (compared += 1) % comparedAtOnce === 0) yield;
      if (index === undefined) continue;
      const candidate = this.candidate(index, folded);
      const distance = distanceOf(candidate);
      if (distance !== undefined) yield { candidate: candidate.text, distance };
    }
  }

  /**
   * Numbers of the candidates whose names may contain the wanted one or be contained in it, some twice; undefined
   * as above.
   */
  private *mayHoldParts({ name, distance }: Wanted): Generator<number | undefined, void> {
    const { letters, lengths, texts } = this;
    const grams = this.grams?.hasPartsOf(name) === true ? this.grams : undefined;
    if (grams) yield* grams.parts(name, distance.letters);
    for (let index = grams?.size ?? 0; index < texts.length; index += 1) {
      if (mayHold(letters[index] ?? 0, lengths[index] ?? 0, distance.letters, name.length)) yield index;
      if (index % readAtOnce === 0) yield;
    }
  }

  /** Numbers of the candidates that may be within the tolerance, which may decrease meanwhile; undefined as above. */
  private *mayBeSimilar(
    { name, distance }: Wanted,
    toleranceNow: () => number,
  ): Generator<number | undefined, void> {
    const { letters, lengths, texts } = this;
    let tolerance = toleranceNow();
    if (tolerance === 0) return;
    const grams = this.grams?.hasSimilarTo(name, tolerance) === true ? this.grams : undefined;
    if (grams) {
      yield* grams.similar(distance, toleranceNow);
      tolerance = toleranceNow();
    }
    for (let index = grams?.size ?? 0; index < texts.length && tolerance > 0; index += 1) {
      if (index % readAtOnce === 0) yield;
      if (!distance.mayBe(lengths[index] ?? 0, letters[index] ?? 0, tolerance)) continue;
      yield index;
      tolerance = toleranceNow();
    }
  }

  private candidate(index: number, folded: Map<number, Candidate>): Candidate {
    let known = folded.get(index);
    if (known === undefined) {
      known = candidateOf(itemAt(this.texts, index));
      folded.set(index, known);
    }
    return known;
  }
}

/** False only if neither name can contain the other. Numbers only: asked of each name in a vault. */
function mayHold(letters: number, length: number, wanted: number, wantedLength: number): boolean {
  return (
    ((letters & ~wanted) === 0 && length <= wantedLength) ||
    ((wanted & ~letters) === 0 && length >= wantedLength)
  );
}

/** Whether a list of that limit has a place for it. */
function mayEnter(found: readonly Found[], item: Found, limit: number): boolean {
  const last = found[limit - 1];
  return last === undefined || compareFound(item, last) < 0;
}

/** Keeps the list sorted, unique, and no longer than the limit. */
function insert(found: Found[], item: Found, limit: number): void {
  let place = found.length;
  while (place > 0) {
    const before = found[place - 1];
    const order = before === undefined ? 1 : compareFound(item, before);
    if (order === 0) return;
    if (order > 0) break;
    place -= 1;
  }
  found.splice(place, 0, item);
  if (found.length > limit) found.pop();
}

function compareFound(a: Found, b: Found): number {
  return (
    a.distance - b.distance ||
    a.candidate.length - b.candidate.length ||
    compareKeys(a.candidate, b.candidate)
  );
}
