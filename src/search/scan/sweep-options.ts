/** What a sweep is asked for, and what it could not search. */

import type { ReadOptions } from '../store/text-store-options';
import type { FactSource } from './note-filters';

export interface SweepOptions extends FactSource, ReadOptions {
  /** The notes that the caller may see and that pass the call's filters; all if left out. Other notes have no effect. */
  readonly accepts?: ((path: string) => boolean) | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** If a search had to stop: which notes are searched, in the order of their paths. */
  readonly part?: SearchedPart | undefined;
}

/** Notes after one path, up to another or as far as time allows. */
export interface SearchedPart {
  readonly from: string;
  readonly to?: string | undefined;
}

/** Where a search stopped. */
export interface Stopped {
  /** The last note that was searched. */
  readonly at: string;
  /** Number of notes after it. */
  readonly left: number;
}

export interface Unsearched {
  /** Set if the search ended before the last note: all counts are for the searched notes. */
  readonly stopped?: Stopped;
  /** Notes with very long lines, which a pattern searched in pieces: matches may be missing, or cut. */
  readonly incomplete?: readonly string[];
  /** Notes that were not searched because their texts were not read. */
  readonly unread?: readonly string[];
}
