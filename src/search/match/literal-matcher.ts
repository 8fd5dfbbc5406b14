import type { SearchText } from '../text/search-text';
import { casedText, likenessAt, type Matcher, type Matches, type MatchRules } from './matcher';
import { Needle } from './needle';

export interface Literal {
  /** Not empty. */
  readonly folded: string;
  /** The same with its original case. */
  readonly cased: string;
}

/** A word, found at the start of words; or a phrase without blanks, found anywhere. */
export class LiteralMatcher implements Matcher {
  readonly #needle: Needle;

  constructor(
    private readonly literal: Literal,
    private readonly place: 'word' | 'anywhere',
    private readonly rules: MatchRules,
  ) {
    this.#needle = new Needle(literal.folded);
  }

  mayMatch({ folded }: SearchText): boolean {
    return this.#needle.mayStandIn(folded);
  }

  *matches(text: SearchText): Matches {
    let behind = 0;
    for (const start of this.#needle.placesIn(text.folded)) {
      if (start === undefined) yield undefined;
      else if (start >= behind && this.#isMatch(text, start)) {
        behind = start + this.literal.folded.length;
        yield { start, end: behind, like: likenessAt(this.rules.kinds, text.folded, behind) };
      }
    }
  }

  #isMatch(text: SearchText, start: number): boolean {
    const { kinds, caseSensitive, wholeWord } = this.rules;
    const end = start + this.literal.folded.length;
    const startsAnywhere = this.place === 'anywhere' && !wholeWord;
    if (!startsAnywhere && !kinds.startsAt(text.folded, start)) return false;
    if (wholeWord && !kinds.endsAt(text.folded, end)) return false;
    return !caseSensitive || casedText(text, start, end) === this.literal.cased;
  }
}
