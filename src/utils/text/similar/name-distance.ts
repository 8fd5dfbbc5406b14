/** How near a name is to another one: first by what it contains, then by typing errors. */

import { foldPath } from '../fold-path';
import { WordDistance } from '../edit-distance';
import { contains } from '../text-search';
import { maxIndexedNameLength } from './name-grams';

/** Steps from the wanted name, best first. Edits cost a hundred each, so they come after all of these. */
export const distances = {
  samePath: 0,
  sameName: 1,
  prefix: 2,
  contained: 3,
  contains: 4,
  edit: 100,
} as const;

export interface Wanted {
  readonly path: string;
  readonly name: string;
  readonly distance: WordDistance;
  /** Whether it is a letter or two, which much holds; in other scripts they are a word. */
  readonly isShort: boolean;
}

/** A candidate with its path folded and without `.md`. */
export interface Candidate {
  readonly text: string;
  readonly path: string;
  readonly name: string;
}

export function candidateOf(text: string): Candidate {
  const path = foldedPath(text);
  const name = lastSegment(path);
  return { text, path, name };
}

export function wantedName(text: string): Wanted {
  const path = foldedPath(text);
  const name = lastSegment(path);
  return {
    path,
    name,
    isShort: /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]{1,2}$/u.test(name),
    distance: new WordDistance(name, name.length <= 2 ? 0 : Math.min(4, Math.ceil(name.length / 4))),
  };
}

/** Longer than any path: such a text is a name of which the beginning is enough. */
const maxPathLength = 4096;
const maxFoldedName = 200;

function foldedPath(text: string): string {
  const start = text.length > maxPathLength ? text.lastIndexOf('/') + 1 : 0;
  const path = foldPath(text.length > maxPathLength ? text.slice(start, start + maxFoldedName) : text);
  return path.endsWith('.md') ? path.slice(0, -3) : path;
}

/** Of a longer name only the beginning is compared. */
function lastSegment(path: string): string {
  const start = path.lastIndexOf('/') + 1;
  return path.slice(start, start + maxIndexedNameLength);
}

export function distanceOfPart({ path, name }: Candidate, wanted: Wanted): number | undefined {
  if (name === '') return undefined;
  if (name === wanted.name) return path === wanted.path ? distances.samePath : distances.sameName;
  if (name.startsWith(wanted.name)) return distances.prefix;
  if (!wanted.isShort && contains(name, wanted.name)) return distances.contained;
  return name.length > 2 && contains(wanted.name, name) ? distances.contains : undefined;
}

/** Undefined also for a name whose distance is that of a part. */
export function distanceByEdits(candidate: Candidate, wanted: Wanted, tolerance: number): number | undefined {
  if (candidate.name === '') return undefined;
  const { name } = candidate;
  const edits = wanted.distance.counted(name, 0, name.length, tolerance);
  if (edits === undefined || distanceOfPart(candidate, wanted) !== undefined) return undefined;
  return edits * distances.edit;
}
