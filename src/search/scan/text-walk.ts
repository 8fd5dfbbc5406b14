import type { SearchText } from '../text/search-text';
import type { Finder } from '../query/finders/finder';
import { windowLength } from '../query/finders/needle';
import type { Occurrences } from './occurrences';

/** Collects the matches of one finder in one text, window by window, in short steps. */
export class TextWalk {
  #finder: Finder | undefined;
  #limit = 0;

  /** Starts another text. @returns false if it certainly has no match: then do not walk */
  begin(finder: Finder, text: SearchText): boolean {
    this.#limit = windowLength;
    this.#finder = finder;
    if (!finder.mayMatch(text.folded)) return false;
    finder.open(text);
    return true;
  }

  /**
   * Adds the matches of the next window.
   * @param most the walk ends with this many matches
   * @returns whether the walk has ended
   */
  advance({ folded }: SearchText, found: Occurrences, most: number): boolean {
    const finder = this.#finder;
    if (finder === undefined) return true;
    while (found.count < most && finder.next(this.#limit))
      found.add(finder.start, finder.end, finder.variant);
    if (found.count >= most) return true;
    if (finder.isPaused) return false;
    if (this.#limit > folded.length) return true;
    this.#limit += windowLength;
    return false;
  }
}
