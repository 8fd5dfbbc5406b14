import { signsOf } from '../signature';
import { longestWord } from './edit-distance';
import { FoldedFinder, type MatchRules, type Signed } from './finder';

interface Needle {
  readonly text: string;
  /** Else the beginning of a longer one. */
  readonly isWholeWord: boolean;
  readonly signs: readonly number[];
  /** Where it stands next; -1 when nowhere. */
  at: number;
}

/** What `FuzzyFinder` finds, where the words that come into question are known: it looks for these. */
export class NearWordsFinder extends FoldedFinder {
  readonly #needles: readonly Needle[];
  #from = 0;

  /** @param words as near as the word asked for allows; that itself may be among them */
  constructor(asked: string, words: readonly string[], rules: MatchRules) {
    super(rules);
    const needle = (text: string, isWholeWord: boolean): Needle => ({
      ...{ text, isWholeWord, at: -1 },
      signs: signsOf(text, rules.kinds),
    });
    // Of two at the same place the first counts: a whole word says more than its beginning.
    this.#needles = [
      ...words.toSorted((a, b) => b.length - a.length).map(word => needle(word, true)),
      ...(rules.wholeWord ? [] : [needle(asked, false)]),
    ];
  }

  override mayStandIn(note: Signed): boolean {
    return this.#needles.some(({ signs }) => note.mayHave(signs));
  }

  mayMatch(folded: string): boolean {
    return this.#needles.some(({ text }) => folded.includes(text));
  }

  protected begin(): void {
    this.#from = 0;
    for (const needle of this.#needles) needle.at = this.text.folded.indexOf(needle.text);
  }

  next(limit: number): boolean {
    let nearest: Needle | undefined;
    for (const needle of this.#needles) {
      this.#advance(needle, limit);
      if (needle.at >= 0 && needle.at < (nearest?.at ?? limit)) nearest = needle;
    }
    if (nearest === undefined) return false;
    this.start = nearest.at;
    this.end = nearest.at + nearest.text.length;
    this.#from = this.end;
    return true;
  }

  /** To its next place that counts, if that comes before the limit. */
  #advance(needle: Needle, limit: number): void {
    const { folded } = this.text;
    while (needle.at >= 0 && needle.at < limit) {
      if (needle.at >= this.#from && this.#isMatch(needle)) return;
      needle.at = folded.indexOf(needle.text, needle.at + 1);
    }
  }

  #isMatch({ text, isWholeWord, at }: Needle): boolean {
    const { kinds } = this.rules;
    const { folded } = this.text;
    if (!kinds.startsAt(folded, at)) return false;
    return isWholeWord
      ? kinds.endsAt(folded, at + text.length)
      : kinds.endOfWord(folded, at, longestWord) - at < longestWord;
  }
}
