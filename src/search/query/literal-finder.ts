import { signsOf } from '../signature';
import { FoldedFinder, type MatchRules } from './finder';
import { Needle } from './needle';

export interface Literal {
  /** Not empty. */
  readonly folded: string;
  /** The same with its letter case. */
  readonly cased: string;
}

/** A word, found where a word begins; or a stretch of text, found anywhere. */
export class LiteralFinder extends FoldedFinder {
  protected override readonly signs: readonly number[];
  readonly #needle: Needle;
  /** The text that `#candidate` was looked up in, before the finder was opened on it. */
  #asked: string | undefined;
  #candidate = 0;

  constructor(
    private readonly literal: Literal,
    private readonly place: 'word' | 'anywhere',
    rules: MatchRules,
  ) {
    super(rules);
    this.#needle = new Needle(literal.folded);
    this.signs = place === 'word' || rules.wholeWord ? signsOf(literal.folded, rules.kinds) : [];
  }

  mayMatch(folded: string): boolean {
    // Asked again right before it is opened.
    if (folded === this.#asked) return this.#candidate >= 0;
    this.#asked = folded;
    this.#candidate = this.#needle.indexIn(folded);
    return this.#candidate >= 0;
  }

  protected begin(): void {
    if (this.#asked !== this.text.folded) this.mayMatch(this.text.folded);
    this.#asked = undefined;
  }

  next(limit: number): boolean {
    const { folded } = this.text;
    const { length } = this.literal.folded;
    while (this.#candidate >= 0 && this.#candidate < limit) {
      const start = this.#candidate;
      const end = start + length;
      const isMatch = this.#isMatch(start, end);
      this.#candidate = this.#needle.indexIn(folded, isMatch ? end : start + 1);
      if (!isMatch) continue;
      this.start = start;
      this.end = end;
      return true;
    }
    return false;
  }

  #isMatch(start: number, end: number): boolean {
    const { kinds, caseSensitive, wholeWord } = this.rules;
    const startsRight = (this.place === 'anywhere' && !wholeWord) || kinds.startsAt(this.text.folded, start);
    if (!startsRight || !this.endsRight(end)) return false;
    return !caseSensitive || this.casedText(start, end) === this.literal.cased;
  }
}
