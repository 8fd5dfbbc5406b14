/** What narrows the notes of a search, one thing after the other and each by its name. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { StoredNote } from '../index/stored-note';
import type { TextStore } from '../index/text-store';
import type { CompiledQuery } from '../plan/compiled-query';
import { shownPiece } from '../query/language/query-problem';
import { type FactSource, NoteFilter } from './note-filter';

/** An argument of a call that narrows the notes. */
export interface Narrowing {
  /** As the caller knows it, in backticks. */
  readonly name: string;
  readonly accepts: (path: string) => boolean;
}

/** An argument of the call, or a condition in the query. */
export interface NamedFilter {
  readonly name: string;
  readonly isOfQuery: boolean;
  passes(note: StoredNote, turn: SliceTurn): Promise<boolean>;
}

export interface FilterSources extends FactSource {
  readonly narrowings: readonly Narrowing[];
  /** The query as it was written. */
  readonly written: string;
}

export function namedFilters(
  store: TextStore,
  { conditions }: CompiledQuery,
  sources: FilterSources,
): NamedFilter[] {
  const ofCall = sources.narrowings.map(({ name, accepts }) => ({
    ...{ name, isOfQuery: false },
    passes: ({ path }: StoredNote) => Promise.resolve(accepts(path)),
  }));
  const ofQuery = conditions.map(condition => {
    const filter = new NoteFilter(store, [condition], sources);
    return {
      ...{ name: shownPiece(sources.written, condition.place), isOfQuery: true },
      passes: async (note: StoredNote, turn: SliceTurn) =>
        filter.passesPath(note) && (await filter.passesFacts(note, turn)),
    };
  });
  return [...ofCall, ...ofQuery];
}
