import { letterSet, toleranceFor, WordDistance } from './edit-distance';
import { FoldedFinder, type MatchRules } from './finder';
import type { Literal } from './literal-finder';

/** Longer words are not compared. */
const longestWord = 100;

/** Words that begin with the one asked for, and words that differ from it by a few typing errors. */
export class FuzzyFinder extends FoldedFinder {
  readonly #distance: WordDistance;
  readonly #cased: WordDistance;
  #at = 0;

  constructor(literal: Literal, rules: MatchRules) {
    super(rules);
    this.#distance = new WordDistance(literal.folded, toleranceFor(literal.folded));
    this.#cased = new WordDistance(literal.cased, this.#distance.tolerance);
  }

  /** Any text may hold a word with errors. */
  mayMatch(): boolean {
    return true;
  }

  protected begin(): void {
    this.#at = 0;
  }

  next(limit: number): boolean {
    const { folded } = this.text;
    const { kinds } = this.rules;
    const last = Math.min(limit, folded.length);
    while (this.#at < last) {
      const start = this.#at;
      const end = kinds.endOfWord(folded, start, longestWord);
      this.#at = Math.max(end, start + 1);
      if (end - start === longestWord) this.#skipWord();
      else if (end > start && this.#matches(start, end)) return true;
    }
    return false;
  }

  #skipWord(): void {
    while (this.rules.kinds.isWordAt(this.text.folded, this.#at)) this.#at += 1;
  }

  #matches(start: number, end: number): boolean {
    const { folded } = this.text;
    const { word } = this.#distance;
    const isPrefix = !this.rules.wholeWord && end - start >= word.length && folded.startsWith(word, start);
    const isNear =
      this.#distance.mayBeNear(end - start, letterSet(folded, start, end)) &&
      this.#distance.to(folded, start, end) !== undefined;
    if (!isPrefix && !isNear) return false;
    this.start = start;
    this.end = isNear ? end : start + word.length;
    if (!this.rules.caseSensitive) return true;
    const cased = this.casedText(start, this.end);
    return cased === this.#cased.word || this.#cased.to(cased, 0, cased.length) !== undefined;
  }
}
