/** What narrows the notes of a search, one thing after the other and each by its name. */

import { immediately, type Steps } from '../../utils/slicing/steps';
import { shownPiece } from '../query/language/query-problem';
import type { CompiledQuery } from '../query/compiled-query';
import { type FactSource, passesByFacts, passesByPath } from '../scan/note-filters';
import type { StoredNote } from '../store/stored-note';
import type { TextFolder } from '../text/folded-text';
import type { NoteText } from '../store/note-text';

/** An argument of a call that narrows the notes. */
export interface Narrowing {
  /** As the caller knows it, in backticks. */
  readonly name: string;
  accepts(path: string): boolean;
}

/** An argument of the call, or a filter in the query. */
export interface NamedFilter {
  readonly name: string;
  readonly isOfQuery: boolean;
  /** Whether it asks for more than the path. */
  readonly readsText: boolean;
  /** @param text undefined where it was not read */
  passes(note: StoredNote, text: NoteText | undefined): Steps<boolean>;
}

export interface FilterSources extends FactSource {
  readonly folder: TextFolder;
  readonly narrowings: readonly Narrowing[];
  /** The query as it was written. */
  readonly written: string;
}

export function namedFilters(query: CompiledQuery, sources: FilterSources): NamedFilter[] {
  return [...sources.narrowings.map(ofCall), ...ofFilters(query, sources), ...ofConditions(query, sources)];
}

function ofCall(narrowing: Narrowing): NamedFilter {
  const passes = ({ path }: StoredNote): Steps<boolean> => immediately(narrowing.accepts(path));
  return { name: narrowing.name, isOfQuery: false, readsText: false, passes };
}

function ofFilters(query: CompiledQuery, sources: FilterSources): NamedFilter[] {
  return query.filters.map(filter => {
    const name = shownPiece(sources.written, filter.place);
    if (filter.key === 'tag') return ofFacts(name, { ...query, filters: [filter], conditions: [] }, sources);
    const passes = (note: StoredNote): Steps<boolean> =>
      immediately(passesByPath(note, [filter], sources.folder));
    return { name, isOfQuery: true, readsText: false, passes };
  });
}

function ofConditions(query: CompiledQuery, sources: FilterSources): NamedFilter[] {
  return query.conditionPlaces.flatMap((place, index) => {
    const conditions = query.conditions.slice(index, index + 1);
    return ofFacts(shownPiece(sources.written, place), { ...query, filters: [], conditions }, sources);
  });
}

function ofFacts(name: string, query: CompiledQuery, facts: FactSource): NamedFilter {
  const passes = (note: StoredNote, text: NoteText | undefined): Steps<boolean> =>
    text === undefined ? immediately(false) : passesByFacts(note, text, query, facts);
  return { name, isOfQuery: true, readsText: true, passes };
}
