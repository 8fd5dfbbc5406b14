import { editsWithin, maxWordLength, toleranceFor } from '../../../utils/text/edit-distance';
import { FoldedFinder, type MatchRules } from './finder';
import type { Literal } from './literal-finder';

/** Words that begin with the searched one, and words that differ from it by a few typing errors. */
export class FuzzyFinder extends FoldedFinder {
  readonly #tolerance: number;
  #at = 0;

  constructor(
    private readonly literal: Literal,
    rules: MatchRules,
  ) {
    super(rules);
    this.#tolerance = toleranceFor(literal.folded);
  }

  get variant(): 'near' | undefined {
    return this.text.folded.startsWith(this.literal.folded, this.start) ? undefined : 'near';
  }

  /** Any text may contain a word with errors. */
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
    for (;;) {
      const start = kinds.startOfWord(folded, this.#at, last);
      if (start >= last) break;
      const end = kinds.endOfWord(folded, start, maxWordLength);
      this.#at = end;
      if (end - start === maxWordLength) this.#skipWord();
      else if (this.#matches(start, end)) return true;
    }
    this.#at = Math.max(this.#at, last);
    return false;
  }

  #skipWord(): void {
    while (this.rules.kinds.isWordAt(this.text.folded, this.#at)) this.#at += 1;
  }

  #matches(start: number, end: number): boolean {
    const { folded } = this.text;
    const { folded: word, cased } = this.literal;
    const tolerance = this.#tolerance;
    const surplus = end - start - word.length;
    if (surplus < -tolerance) return false;
    const isPrefix = surplus >= 0 && !this.rules.wholeWord && folded.startsWith(word, start);
    const isNear =
      surplus <= tolerance && editsWithin(folded.slice(start, end), word, tolerance) !== undefined;
    if (!isPrefix && !isNear) return false;
    this.start = start;
    this.end = isNear ? end : start + word.length;
    if (!this.rules.caseSensitive) return true;
    return editsWithin(this.casedText(start, this.end), cased, tolerance) !== undefined;
  }
}
