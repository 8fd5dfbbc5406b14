import { FoldedFinder, type MatchRules } from './finder';
import { NeedlePlaces } from './needle';

/** Looks at each place of a stretch of folded text; whether there is a match around it is for the finder to say. */
export abstract class NeedleFinder extends FoldedFinder {
  readonly #places: NeedlePlaces;
  /** Where the next match may begin. */
  #at = 0;

  /** @param needle folded, not empty */
  constructor(needle: string, rules: MatchRules) {
    super(rules);
    this.#places = new NeedlePlaces(needle);
  }

  /** Where the match around a place of the needle ends; sets `start` and `end` then. Undefined where there is none. */
  protected abstract endOfMatch(at: number): number | undefined;

  mayMatch(folded: string): boolean {
    return this.#places.mayStandIn(folded);
  }

  protected begin(): void {
    this.#places.mayStandIn(this.text.folded);
    this.#at = 0;
  }

  next(limit: number): boolean {
    while (this.#at < limit) {
      const at = this.#places.next(this.#at, limit);
      if (at < 0) break;
      const end = this.endOfMatch(at);
      this.#at = end ?? at + 1;
      if (end !== undefined) return true;
    }
    this.#at = Math.max(this.#at, limit);
    return false;
  }
}
