/** Notes that share words with a note: a search for its rare words, with the ranking of `search`. */

import type { TimeSlicer } from '../utils/slicing/time-slicer';
import { Query } from './query/query';
import { sharedWords } from './rank/shared-words';
import { mostGain } from './score/formula';
import { Search } from './search';
import type { TextStore } from './store/text-store';

export interface RelatedByWords {
  readonly path: string;
  /** As `search` scores, in parts of what a word of a single note weighs. */
  readonly score: number;
  /** Words of the note that this one has too, or other forms of them. */
  readonly words: readonly string[];
}

export interface RelatedOptions {
  readonly accepts: (path: string) => boolean;
  /** How many are accepted. */
  readonly notes: number;
  readonly slicer: TimeSlicer;
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** More words than these are not listed as missing. */
const maxMissing = 10;

/** @param store knows the accepted notes: they are read, or restored from an earlier run @returns best first */
export async function relatedByWords(
  store: TextStore,
  path: string,
  { accepts, notes, slicer, signal, now }: RelatedOptions,
): Promise<readonly RelatedByWords[]> {
  const shared = await sharedWords(store, path, { accepts, turn: slicer.slice({ signal }) });
  if (shared.size === 0) return [];
  const found = await new Search(store, Query.parse({ query: [...shared.keys()].join(' ') })).find({
    slicer,
    signal,
    now,
    accepts: other => other !== path && accepts(other),
  });
  const having = [...shared].map(([word, paths]) => ({ word, paths: new Set(paths) }));
  const most = mostGain * Math.log(1 + notes);
  return found.notes.map(({ path: other, score, missing = [] }) => ({
    path: other,
    score: score / most,
    words: having
      .filter(
        ({ word, paths }) => paths.has(other) || (missing.length < maxMissing && !missing.includes(word)),
      )
      .map(({ word }) => word),
  }));
}
