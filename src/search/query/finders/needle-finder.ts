import { FoldedFinder, type MatchRules } from './finder';
import { NeedlePlaces } from './needle';

/** Visits each position of a needle in folded text; subclasses decide whether there is a match around it. */
export abstract class NeedleFinder extends FoldedFinder {
  readonly #places: NeedlePlaces;
  /** The earliest start of the next match. */
  #at = 0;

  /** @param needle folded, not empty */
  constructor(needle: string, rules: MatchRules) {
    super(rules);
    this.#places = new NeedlePlaces(needle);
  }

  /** The end of the match around a position of the needle; sets `start` and `end`. Undefined if there is no match. */
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
