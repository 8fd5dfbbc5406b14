import type { NearNote } from '../../../search/meaning/vector-table';
import type { SlicedLoop } from '../../../utils/slicing/time-slicer';
import type { MeaningIndex } from '../../meaning/meaning-index';

/** Most notes to request, and their least similarity as a fraction of the nearest one's. */
const maxNear = 30;
const minShare = 0.6;

export interface NearInMeaningDependencies extends SlicedLoop {
  readonly meaning: MeaningIndex;
  readonly accepts: ((path: string) => boolean) | undefined;
}

/** The notes similar in meaning to one query. If the server fails, a hint says so. */
export class NearInMeaning {
  #hasFailed = false;

  constructor(private readonly dependencies: NearInMeaningDependencies) {}

  /** Returns a function that finds them, nearest first; undefined if the user has set no server. */
  finder(question: string): (() => Promise<readonly NearNote[]>) | undefined {
    return this.dependencies.meaning.isOn ? () => this.#near(question) : undefined;
  }

  get hints(): readonly string[] {
    return this.#hasFailed
      ? ['The embeddings server did not answer, so the notes are ordered by their words alone.']
      : [];
  }

  async #near(question: string): Promise<readonly NearNote[]> {
    const { meaning, slicer, accepts = () => true, ...limits } = this.dependencies;
    const options = { accepts, most: maxNear, turn: slicer.slice(limits) };
    const near = await meaning.nearText(question, options).catch(() => {
      this.#hasFailed = true;
      limits.signal?.throwIfAborted();
      return undefined;
    });
    const least = minShare * (near?.[0]?.nearness ?? 0);
    return (near ?? []).filter(({ nearness }) => nearness >= least);
  }
}
