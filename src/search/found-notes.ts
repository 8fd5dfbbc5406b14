/** What a search is given beside its query, and what it finds. */

import type { SliceLimits, TimeSlicer } from '../utils/slicing/time-slicer';
import type { SimilarNote } from './meaning/similar-notes';
import type { AbsentParts } from './rank/absent-parts';
import type { Narrowing } from './rank/named-filters';
import type { SweepOptions, Unsearched } from './scan/sweep-options';
import type { RankedNote, RankPage } from './score/best-notes';

export interface SearchOptions extends SweepOptions, SliceLimits {
  readonly slicer: TimeSlicer;
  /** The notes that the caller may see, whatever the filters of the call; what `accepts` takes without it. */
  readonly visible?: ((path: string) => boolean) | undefined;
  /** The filters of the call one by one, to say which of them leaves nothing. */
  readonly narrowings?: readonly Narrowing[] | undefined;
  /** Identifies what the caller may see; undefined for everything. */
  readonly scope?: string | undefined;
  /** Which of the found notes to return. */
  readonly page?: RankPage | undefined;
  /** Returns the notes similar in meaning to the query. */
  readonly similar?: (() => Promise<readonly SimilarNote[]>) | undefined;
}

export interface FoundNotes extends Unsearched {
  /** Number of notes that match everything. */
  readonly totalCount: number;
  /** Number of listed notes with some of the words. */
  readonly partialCount: number;
  /** Words that no note has, with the similar ones that were searched instead. */
  readonly replaced: ReadonlyMap<string, readonly string[]>;
  /** Number of matches in all of them. */
  readonly totalMatches: number;
  /** Best first, equals by path. */
  readonly notes: readonly RankedNote[];
  /** Set if nothing was found and the search went through all notes. */
  readonly absent?: AbsentParts;
  /** Words similar to those that no note has, if nothing was found. */
  readonly suggestions?: readonly string[];
}
