import { maxIndexOfLength } from '../../../utils/text/text-search';
import { signsOf } from '../../store/signature';
import { FoldedFinder, type MatchRules } from './finder';
import type { Literal } from './literal-finder';
import { AnchoredPhrase, type PhrasePlaces, StreamedPhrase } from './phrase-places';

const blanks = /\s+/gu;
/** With more words, comparing all of them at each position takes longer than reading every character. */
const maxAnchored = 8;

/** Whether a phrase is found as fast as a word. */
export function isShortPhrase({ folded }: Literal): boolean {
  return folded.length <= maxIndexOfLength && folded.split(blanks).length <= maxAnchored;
}

/**
 * Consecutive words, anywhere. Between two of them there may be any blanks and one line break, so that a
 * phrase is found across lines, but not across paragraphs.
 */
export class PhraseFinder extends FoldedFinder {
  protected override readonly signs: readonly number[];
  readonly #places: PhrasePlaces;
  readonly #cased: string;

  /** @param phrase with at least two words. */
  constructor(phrase: Literal, rules: MatchRules) {
    super(rules);
    const words = phrase.folded.split(blanks);
    this.#cased = phrase.cased.replace(blanks, () => ' ');
    // The first word may begin within a longer one.
    this.signs = signsOf(words.slice(1).join(' '), rules.kinds);
    this.#places = isShortPhrase(phrase) ? new AnchoredPhrase(words) : new StreamedPhrase(words);
  }

  mayMatch(folded: string): boolean {
    return this.#places.mayStandIn(folded);
  }

  protected begin(): void {
    this.#places.open(this.text.folded);
  }

  next(limit: number): boolean {
    const places = this.#places;
    while (places.next(limit)) {
      const { start, end } = places;
      if (start < this.end || !this.#isMatch(start, end)) continue;
      this.start = start;
      this.end = end;
      return true;
    }
    return false;
  }

  #isMatch(start: number, end: number): boolean {
    const { kinds, caseSensitive, wholeWord } = this.rules;
    if (wholeWord && !kinds.startsAt(this.text.folded, start)) return false;
    if (!this.endsRight(end)) return false;
    return !caseSensitive || this.casedText(start, end).replace(blanks, () => ' ') === this.#cased;
  }
}
