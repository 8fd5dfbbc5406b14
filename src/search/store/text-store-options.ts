import type { TextFacts } from './stored-note';
import type { SliceLimits, TimeSlicer } from '../../utils/slicing/time-slicer';

export type KnownFact = readonly [path: string, facts: TextFacts];
export type KnownFacts = Iterable<KnownFact>;

export interface TextStoreOptions {
  /** Reads the text of a note that is not in memory; may reject. */
  readonly readText: (path: string) => Promise<string>;
  /**
   * Current memory limit for texts in bytes, a sixteenth of it for texts of more than 1 MB. Other texts are
   * read again by each search that may match them.
   */
  readonly maxBytes: () => number;
  /**
   * What an earlier run knew of the notes: see `StoredNote.facts`. Asked for before the first text is read, and
   * again only if the first `fill` was stopped. What it resolves to gives the facts of notes as they are when their turn
   * comes. Where either throws, the notes that are left are read as if there were none.
   */
  readonly loadFacts?: (() => Promise<KnownFacts>) | undefined;
}

export interface ReadOptions extends Pick<SliceLimits, 'signal'> {
  /** Called after each note that was read, with the number that this call has still to read. */
  readonly onProgress?: ((left: number) => void) | undefined;
  /** Called before each note: true leaves the rest missing. The notes that were added last are read first. */
  readonly isEnough?: (() => boolean) | undefined;
}

export interface FillOptions extends SliceLimits, ReadOptions {
  readonly slicer: TimeSlicer;
  /** Which missing notes to read; all by default. */
  readonly wants?: ((path: string) => boolean) | undefined;
  /** Leaves notes missing that an earlier run knew: a search reads those that it cannot rule out. */
  readonly leavesRestored?: boolean;
  /** Milliseconds of work after which the rest stays missing; no limit by default. */
  readonly maxWork?: number;
}

/** What `loadFacts` gives, one after the other, until it fails or ends: a search works without. */
export async function factsFrom(options: TextStoreOptions): Promise<() => KnownFact | undefined> {
  const iterator = (await loadedFacts(options))[Symbol.iterator]();
  // A generator around it took as long again as what it gives.
  return () => {
    try {
      const next = iterator.next();
      return next.done === true ? undefined : next.value;
    } catch {
      // The other notes are read.
      return undefined;
    }
  };
}

async function loadedFacts({ loadFacts }: TextStoreOptions): Promise<KnownFacts> {
  try {
    return (await loadFacts?.()) ?? [];
  } catch {
    return [];
  }
}
