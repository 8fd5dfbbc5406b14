/** Merges notes similar in meaning into those that have some of the words. */

import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import type { Term, WordHelp } from '../query/compiled-query';
import { compareRanked, type RankedNote } from '../score/best-notes';
import { maxPartial } from '../scan/partial-sweep';
import { holds } from '../query/finder-match';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';
import type { NoteText } from '../store/note-text';

/** The larger, the smaller the advantage of the first ranks. */
const softness = 60;
const meaningWeight = 1;
/** Makes scores readable numbers. */
const scale = 100;

export interface SimilarOptions {
  readonly store: TextStore;
  readonly turn: SliceTurn;
  readonly help: WordHelp;
  /** The terms of the query, all of them optional. */
  readonly terms: readonly Term[];
  /** Whether a note without any of the words may be shown. */
  readonly passes: (note: StoredNote, text: NoteText) => Promise<boolean>;
}

/** @param ranked notes that have some of the words, best first @param similar paths, nearest first */
export async function withSimilar(
  ranked: readonly RankedNote[],
  similar: readonly string[],
  options: SimilarOptions,
): Promise<readonly RankedNote[]> {
  const known = new Map(ranked.map(note => [note.path, note]));
  const shown: string[] = [];
  for (const path of similar) {
    if (options.turn.due()) await options.turn.pause();
    const note = known.get(path) ?? (await added(path, options));
    if (note === undefined) continue;
    known.set(path, note);
    shown.push(path);
  }
  const scores = fusedScores(
    ranked.map(({ path }) => path),
    shown,
  );
  return [...known.values()]
    .map(note => ({ ...note, score: Math.round((scores.get(note.path) ?? 0) * 10_000) / 10_000 }))
    .sort(compareRanked)
    .slice(0, maxPartial);
}

async function added(path: string, options: SimilarOptions): Promise<RankedNote | undefined> {
  const { store, turn, help, terms, passes } = options;
  const note = store.get(path);
  const text = note && (note.text ?? (await store.textOf(note, turn)));
  if (note === undefined || text === undefined || !(await passes(note, text))) return undefined;
  const missing: string[] = [];
  for (const term of terms) {
    const finder = term.makeFinder(help);
    const isThere =
      (await drive(holds(finder, note.title), turn)) || (await drive(holds(finder, text), turn));
    if (!isThere) missing.push(term.word);
  }
  const shown = missing.slice(0, maxMissing);
  return { path, tier: 2, score: 0, modified: note.modified, matches: 0, missing: shown };
}

/** Most missing words that are listed for one note. */
const maxMissing = 10;

/** The scores of all notes in either ranking, by the ranks of each (reciprocal rank fusion). @param byWords and @param byMeaning paths, best first */
function fusedScores(byWords: readonly string[], byMeaning: readonly string[]): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  const add = (paths: readonly string[], weight: number): void => {
    for (const [place, path] of paths.entries())
      scores.set(path, (scores.get(path) ?? 0) + (scale * weight) / (softness + place + 1));
  };
  add(byWords, 1);
  add(byMeaning, meaningWeight);
  return scores;
}
