/** What a search is given beside its query, and what it finds. */

import type { SliceLimits, TimeSlicer } from '../utils/slicing/time-slicer';
import type { FillOptions } from './index/text-store';
import type { SimilarNote } from './meaning/similar-notes';
import type { AbsentParts } from './rank/absent-parts';
import type { Narrowing } from './rank/absent-parts';
import type { FactSource } from './rank/note-filter';
import type { RankedNote, RankPage } from './rank/ranked-note';
import type { SearchedPart, Stopped } from './rank/round';

export interface SearchOptions extends FactSource, SliceLimits, Pick<FillOptions, 'onProgress' | 'isEnough'> {
  readonly slicer: TimeSlicer;
  /** The notes that the caller may see and that pass the call's filters; all if left out. Other notes have no effect. */
  readonly accepts?: ((path: string) => boolean) | undefined;
  /** The notes that the caller may see, whatever the filters of the call; what `accepts` takes without it. */
  readonly visible?: ((path: string) => boolean) | undefined;
  /** The filters of the call one by one, to say which of them leaves nothing. */
  readonly narrowings?: readonly Narrowing[] | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Which of the found notes to return. */
  readonly page?: RankPage | undefined;
  /** If an earlier search had to stop: which notes are searched. */
  readonly part?: SearchedPart | undefined;
  /** Returns the notes similar in meaning to the query. */
  readonly similar?: (() => Promise<readonly SimilarNote[]>) | undefined;
}

export interface FoundNotes {
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
  /** Set if the search ended before the last note: all counts are for the searched notes. */
  readonly stopped?: Stopped;
  /** Notes with very long lines, which a pattern searched in pieces: matches may be missing, or cut. */
  readonly incomplete?: readonly string[];
  /** Notes that were not searched because their texts were not read. */
  readonly unread?: readonly string[];
}
