/** Merges notes similar in meaning into those that have the words. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { NoteText, StoredNote } from '../index/stored-note';
import type { TextStore } from '../index/text-store';
import type { Term, WordHelp } from '../plan/compiled-query';
import { rounded, shares } from '../rank/formula';
import { maxMissing, type RankedNote } from '../rank/ranked-list';
import { hasAny } from '../rank/round';
import type { NearNote } from './vector-table';

interface SimilarOptions {
  readonly store: TextStore;
  readonly turn: SliceTurn;
  readonly help: WordHelp;
  /** The terms of the query, any of which a note may lack. */
  readonly terms: readonly Term[];
  /** Whether a note without any of the words may be shown. */
  readonly passes: (note: StoredNote, text: NoteText) => Promise<boolean>;
}

/** @param ranked notes that have words of the query @returns all of them, each as far lifted as it is near */
export async function withSimilar(
  ranked: readonly RankedNote[],
  similar: readonly NearNote[],
  options: SimilarOptions,
): Promise<readonly RankedNote[]> {
  const notes = new Map(ranked.map(note => [note.path, note]));
  const best = ranked.reduce((most, { score }) => Math.max(most, score), 0);
  const nearest = similar.reduce((most, { nearness }) => Math.max(most, nearness), 0);
  for (const { path, nearness } of similar) {
    if (options.turn.due()) await options.turn.pause();
    const note = notes.get(path) ?? (await added(path, options));
    const lift = (shares.meaning * (best || 1) * nearness) / (nearest || 1);
    if (note !== undefined) notes.set(path, { ...note, score: rounded(note.score + lift) });
  }
  return [...notes.values()];
}

async function added(path: string, options: SimilarOptions): Promise<RankedNote | undefined> {
  const { store, turn, help, terms, passes } = options;
  const note = store.get(path);
  const text = note && (note.text ?? (await store.textOf(note, turn)));
  if (note === undefined || text === undefined || !(await passes(note, text))) return undefined;
  const missing: string[] = [];
  for (const term of terms) {
    const isThere = await hasAny([term.sought(help).matcher], note, text, turn);
    if (!isThere && term.role !== 'part' && term.role !== 'stopWord') missing.push(term.word);
  }
  return { path, score: 0, modified: note.modified, matches: 0, missing: missing.slice(0, maxMissing) };
}
