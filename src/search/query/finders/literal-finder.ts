import { signsOf } from '../../store/signature';
import { FoldedFinder, type MatchRules } from './finder';
import { NeedlePlaces } from './needle';

export interface Literal {
  /** Not empty. */
  readonly folded: string;
  /** The same with its letter case. */
  readonly cased: string;
}

/** A word, found where a word begins; or a stretch of text, found anywhere. */
export class LiteralFinder extends FoldedFinder {
  protected override readonly signs: readonly number[];
  readonly #places: NeedlePlaces;
  /** Where the next match may begin. */
  #at = 0;

  constructor(
    private readonly literal: Literal,
    private readonly place: 'word' | 'anywhere',
    rules: MatchRules,
  ) {
    super(rules);
    this.#places = new NeedlePlaces(literal.folded);
    this.signs = place === 'word' || rules.wholeWord ? signsOf(literal.folded, rules.kinds) : [];
  }

  mayMatch(folded: string): boolean {
    return this.#places.mayStandIn(folded);
  }

  protected begin(): void {
    this.#places.mayStandIn(this.text.folded);
    this.#at = 0;
  }

  next(limit: number): boolean {
    while (this.#at < limit) {
      const start = this.#places.next(this.#at, limit);
      if (start < 0) break;
      const end = start + this.literal.folded.length;
      const isMatch = this.#isMatch(start, end);
      this.#at = isMatch ? end : start + 1;
      if (!isMatch) continue;
      this.start = start;
      this.end = end;
      return true;
    }
    this.#at = Math.max(this.#at, limit);
    return false;
  }

  #isMatch(start: number, end: number): boolean {
    const { kinds, caseSensitive, wholeWord } = this.rules;
    const startsRight = (this.place === 'anywhere' && !wholeWord) || kinds.startsAt(this.text.folded, start);
    if (!startsRight || !this.endsRight(end)) return false;
    return !caseSensitive || this.casedText(start, end) === this.literal.cased;
  }
}
