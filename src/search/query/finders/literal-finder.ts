import { signsOf } from '../../store/signature';
import type { MatchRules } from './finder';
import { NeedleFinder } from './needle-finder';

export interface Literal {
  /** Not empty. */
  readonly folded: string;
  /** The same with its original case. */
  readonly cased: string;
}

/** A word, found at the start of words; or a phrase, found anywhere. */
export class LiteralFinder extends NeedleFinder {
  protected override readonly signs: readonly number[];

  constructor(
    private readonly literal: Literal,
    private readonly place: 'word' | 'anywhere',
    rules: MatchRules,
  ) {
    super(literal.folded, rules);
    this.signs = place === 'word' || rules.wholeWord ? signsOf(literal.folded, rules.kinds) : [];
  }

  protected endOfMatch(start: number): number | undefined {
    const end = start + this.literal.folded.length;
    if (!this.#isMatch(start, end)) return undefined;
    [this.start, this.end] = [start, end];
    return end;
  }

  #isMatch(start: number, end: number): boolean {
    const { kinds, caseSensitive, wholeWord } = this.rules;
    const startsRight = (this.place === 'anywhere' && !wholeWord) || kinds.startsAt(this.text.folded, start);
    if (!startsRight || !this.endsRight(end)) return false;
    return !caseSensitive || this.casedText(start, end) === this.literal.cased;
  }
}
