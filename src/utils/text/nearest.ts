/** Similar names for "not found" errors: cheap enough to search all paths of a vault. */

import { compareKeys, foldPath } from './fold-path';
import { itemAt } from '../item-at';
import { WordDistance } from './edit-distance';
import { letterSet } from './letter-sets';
import { longestIndexedName, NameGrams } from './similar/name-grams';
import type { Steps } from '../slicing/steps';

/** Names whose letters are collected in one step. */
const measuredAtOnce = 500;

/** Steps from the wanted name, best first. Edits cost a hundred each, so they come after all of these. */
const distances = { samePath: 0, sameName: 1, prefix: 2, contained: 3, contains: 4, edit: 100 } as const;

interface Wanted {
  readonly path: string;
  readonly name: string;
  readonly distance: WordDistance;
  /** Whether it is a letter or two, which much holds; in other scripts they are a word. */
  readonly isShort: boolean;
}

interface Found {
  readonly candidate: string;
  readonly distance: number;
}

/** A candidate with its path folded and without `.md`. */
export interface Candidate {
  readonly text: string;
  readonly path: string;
  readonly name: string;
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
    const wanted = wantedName(name);
    if (wanted.name === '') return [];
    this.measure(Infinity);
    const found: Found[] = [];
    const offer = (index: number, distanceOf: (candidate: Candidate) => number | undefined): void => {
      const candidate = this.candidate(index, folded);
      const distance = distanceOf(candidate);
      if (distance !== undefined && accepts(candidate.text))
        insert(found, { candidate: candidate.text, distance }, limit);
    };
    for (const index of this.mayHoldParts(wanted))
      offer(index, candidate => distanceOfPart(candidate, wanted));
    // Typing errors come after all of these; if the list is full, only those at least as good as its last.
    const toleranceNow = (): number =>
      Math.min(
        wanted.distance.tolerance,
        Math.floor((found[limit - 1]?.distance ?? Infinity) / distances.edit),
      );
    for (const index of this.mayBeSimilar(wanted, toleranceNow))
      offer(index, candidate => distanceByEdits(candidate, wanted, toleranceNow()));
    return found.map(({ candidate }) => candidate);
  }

  /** Numbers of the candidates whose names may contain the wanted one or be contained in it; some twice. */
  private *mayHoldParts({ name, distance }: Wanted): Generator<number, void> {
    const { letters, lengths, texts } = this;
    const grams = this.grams?.hasPartsOf(name) === true ? this.grams : undefined;
    if (grams) yield* grams.parts(name, distance.letters);
    for (let index = grams?.size ?? 0; index < texts.length; index += 1)
      if (mayHold(letters[index] ?? 0, lengths[index] ?? 0, distance.letters, name.length)) yield index;
  }

  /** Numbers of the candidates that may be within the tolerance, which may decrease meanwhile. */
  private *mayBeSimilar({ name, distance }: Wanted, toleranceNow: () => number): Generator<number, void> {
    const { letters, lengths, texts } = this;
    let tolerance = toleranceNow();
    if (tolerance === 0) return;
    const grams = this.grams?.hasSimilarTo(name, tolerance) === true ? this.grams : undefined;
    if (grams) {
      yield* grams.similar(distance, toleranceNow);
      tolerance = toleranceNow();
    }
    for (let index = grams?.size ?? 0; index < texts.length && tolerance > 0; index += 1) {
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

function candidateOf(text: string): Candidate {
  const path = withoutEnding(foldPath(text));
  const name = lastSegment(path);
  return { text, path, name };
}

function wantedName(text: string): Wanted {
  const path = withoutEnding(foldPath(text));
  const name = lastSegment(path);
  return {
    path,
    name,
    isShort: /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]{1,2}$/u.test(name),
    distance: new WordDistance(name, name.length <= 2 ? 0 : Math.min(4, Math.ceil(name.length / 4))),
  };
}

function withoutEnding(path: string): string {
  return path.endsWith('.md') ? path.slice(0, -3) : path;
}

/** Of a longer name only the beginning is compared. */
function lastSegment(path: string): string {
  const start = path.lastIndexOf('/') + 1;
  return path.slice(start, start + longestIndexedName);
}

function distanceOfPart({ path, name }: Candidate, wanted: Wanted): number | undefined {
  if (name === '') return undefined;
  if (name === wanted.name) return path === wanted.path ? distances.samePath : distances.sameName;
  if (name.startsWith(wanted.name)) return distances.prefix;
  if (!wanted.isShort && name.includes(wanted.name)) return distances.contained;
  return name.length > 2 && wanted.name.includes(name) ? distances.contains : undefined;
}

/** Undefined also for a name whose distance is that of a part. */
function distanceByEdits(candidate: Candidate, wanted: Wanted, tolerance: number): number | undefined {
  if (candidate.name === '') return undefined;
  const { name } = candidate;
  const edits = wanted.distance.counted(name, 0, name.length, tolerance);
  if (edits === undefined || distanceOfPart(candidate, wanted) !== undefined) return undefined;
  return edits * distances.edit;
}

/** Keeps the list sorted, unique, and no longer than the limit. */
function insert(found: Found[], item: Found, limit: number): void {
  const last = found[limit - 1];
  if (last !== undefined && compareFound(item, last) >= 0) return;
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
