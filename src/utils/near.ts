/** Names similar to a wanted one, for "you may mean". */

import { compareKeys, foldPath, withPlainQuotes } from './text/folding';
import { contains } from './text/text-search';

/** The number of typing errors allowed for a word. */
export function toleranceFor(word: string): 0 | 1 | 2 {
  if (word.length <= 3) return 0;
  return word.length <= 6 ? 1 : 2;
}

/** The letters of a text as bits, one for each of 32 groups: they rule out most candidates without a comparison. */
export function letterSet(text: string): number {
  let set = 0;
  for (let at = 0; at < text.length; at += 1) set |= 1 << (text.charCodeAt(at) & 31);
  return set;
}

/** Whether this many edits can turn one set of letters into another: each adds and removes at most one. */
export function mayBeWithin(letters: number, others: number, most: number): boolean {
  return hasAtMost(letters & ~others, most) && hasAtMost(others & ~letters, most);
}

function hasAtMost(bits: number, most: number): boolean {
  let left = bits;
  for (let count = 0; count < most && left !== 0; count += 1) left &= left - 1;
  return left === 0;
}

/**
 * The number of edits (insert, delete, replace, swap neighbours) that turn one text into the other; undefined if there
 * are more than `most`. For each number of edits and each shift between the texts, it tracks how far they can be made
 * equal.
 */
export function editsWithin(one: string, other: string, most: number): number | undefined {
  const goal = other.length - one.length;
  if (Math.abs(goal) > most) return undefined;
  const reached = new Array<number>(2 * most + 3).fill(-2);
  for (let edits = 0; edits <= most; edits += 1) {
    const first = Math.max(-edits, goal - most + edits);
    const last = Math.min(edits, goal + most - edits);
    let behind = reached[first + most] ?? -2;
    for (let shift = first; shift <= last; shift += 1) {
      const here = reached[shift + most + 1] ?? -2;
      let at = edits === 0 ? 0 : Math.max(here + 1, behind, (reached[shift + most + 2] ?? -2) + 1);
      if (at === here + 1 && isSwap(one, here, other, here + shift)) at += 1;
      const end = Math.min(one.length, other.length - shift);
      while (at < end && one.charCodeAt(at) === other.charCodeAt(at + shift)) at += 1;
      if (shift === goal && at >= end) return edits;
      behind = here;
      reached[shift + most + 1] = Math.min(at, end);
    }
  }
  return undefined;
}

function isSwap(one: string, at: number, other: string, place: number): boolean {
  return (
    one.charCodeAt(at) === other.charCodeAt(place + 1) && one.charCodeAt(at + 1) === other.charCodeAt(place)
  );
}

/** Only this much of a longer name is compared. */
const maxNameLength = 128;
/** Longer than any path: the beginning of such a text is enough. */
const maxPathLength = 4096;

/** A candidate whose name, the last part of its path, is folded and without `.md`. */
export interface Named {
  readonly text: string;
  readonly name: string;
  readonly letters: number;
}

export function named(text: string): Named {
  const start = text.lastIndexOf('/') + 1;
  const whole = withoutEnding(withPlainQuotes(foldPath(text.slice(start, start + 2 * maxNameLength))));
  const name = whole.slice(0, maxNameLength);
  return { text, name, letters: letterSet(name) };
}

function withoutEnding(path: string): string {
  return path.endsWith('.md') ? path.slice(0, -3) : path;
}

function foldedPath(text: string): string {
  return withoutEnding(foldPath(text.slice(0, maxPathLength)));
}

/** Steps from the wanted name, best first. Edits cost a hundred each, so they come after all of these. */
const distances = { samePath: 0, sameName: 1, prefix: 2, contained: 3, contains: 4, edit: 100 } as const;

interface Wanted extends Named {
  readonly path: string;
  readonly tolerance: number;
  /** What a longer name must contain: the name, with three letters at the beginning of a word (`hyperparameters` is not about `rpa`). */
  readonly within: string | undefined;
}

/** Whether it is only a letter or two, which many names contain; in other scripts that is a word. */
export function isShortName(name: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]{1,2}$/u.test(name);
}

function wantedName(text: string): Wanted {
  const own = named(text);
  const { length } = own.name;
  return {
    ...own,
    path: foldedPath(text),
    tolerance: length <= 2 ? 0 : Math.min(4, Math.ceil(length / 4)),
    within: isShortName(own.name) ? undefined : isShortName(own.name.slice(1)) ? ` ${own.name}` : own.name,
  };
}

/** Undefined if neither name contains the other. */
function distanceOfPart({ text, name, letters }: Named, wanted: Wanted): number | undefined {
  if (name === wanted.name) return foldedPath(text) === wanted.path ? distances.samePath : distances.sameName;
  if (name.length > wanted.name.length) {
    if ((wanted.letters & ~letters) !== 0) return undefined;
    if (name.startsWith(wanted.name)) return distances.prefix;
    return wanted.within !== undefined && contains(name, wanted.within) ? distances.contained : undefined;
  }
  const mayBePart = name.length > 2 && (letters & ~wanted.letters) === 0;
  return mayBePart && contains(wanted.name, name) ? distances.contains : undefined;
}

/** @param worst the greatest distance that counts */
function distanceOf(candidate: Named, wanted: Wanted, worst: number): number | undefined {
  const ofPart = distanceOfPart(candidate, wanted);
  if (ofPart !== undefined) return ofPart;
  const most = Math.min(wanted.tolerance, Math.floor(worst / distances.edit));
  if (most === 0 || !mayBeWithin(candidate.letters, wanted.letters, most)) return undefined;
  const edits = editsWithin(candidate.name, wanted.name, most);
  return edits === undefined ? undefined : edits * distances.edit;
}

interface Found {
  readonly text: string;
  readonly distance: number;
}

function compareFound(a: Found, b: Found): number {
  return a.distance - b.distance || a.text.length - b.text.length || compareKeys(a.text, b.text);
}

/**
 * The candidates nearest to a name, best first, each once: the same name elsewhere, names that begin with it or
 * contain it, then names with few typing errors. Case, Unicode form, folders and `.md` only decide between equals.
 * @param limit at most this many
 */
export function nearest(text: string, candidates: Iterable<string>, limit = 5): string[] {
  return nearestNamed(text, Array.from(candidates, named), limit);
}

/** Like `nearest`, for many texts and the same candidates. @param accepts asked only of those among the best */
export function nearestNamed(
  text: string,
  candidates: Iterable<Named>,
  limit: number,
  accepts: (candidate: string) => boolean = () => true,
): string[] {
  const wanted = wantedName(text);
  const best: Found[] = [];
  if (wanted.name === '') return [];
  for (const candidate of candidates) {
    const last = best[limit - 1];
    const distance =
      candidate.name === '' ? undefined : distanceOf(candidate, wanted, last?.distance ?? Infinity);
    if (distance === undefined) continue;
    const found = { text: candidate.text, distance };
    if (last !== undefined && compareFound(found, last) >= 0) continue;
    const place = best.findIndex(one => compareFound(found, one) <= 0);
    if (best[place]?.text === found.text || !accepts(found.text)) continue;
    best.splice(place < 0 ? best.length : place, 0, found);
    if (best.length > limit) best.pop();
  }
  return best.map(found => found.text);
}
