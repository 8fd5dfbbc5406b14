import type { Steps } from '../../../utils/slicing/steps';
import { PostingBlock } from '../../store/postings/posting-reader';
import type { Postings } from '../../store/postings/postings';

/** Entries that are processed in one step. */
export const stepEntries = 8192;

/** Reads the entries of words of the index, in steps. */
export class EntryReader {
  readonly #block = new PostingBlock();
  /** Entries since the last pause, of however many words. */
  #entries = 0;

  constructor(private readonly postings: Postings) {}

  *forEach(word: number, visit: (block: PostingBlock) => void): Steps<void> {
    for (const reader = this.postings.of(word); reader.read(this.#block);) {
      visit(this.#block);
      this.#entries += this.#block.length + 1;
      if (this.#entries < stepEntries) continue;
      this.#entries = 0;
      yield;
    }
  }
}
