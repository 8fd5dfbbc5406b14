import { signsOf } from '../signature';
import { FoldedFinder, type MatchRules } from './finder';
import type { Literal } from './literal-finder';

const blanks = /\s+/gu;

/**
 * Words in a row, wherever they stand. Between two of them there may be any blanks and one line break, so that a
 * phrase is found where a paragraph is broken into lines, but not across paragraphs.
 */
export class PhraseFinder extends FoldedFinder {
  protected override readonly signs: readonly number[];
  readonly #parts: readonly string[];
  /** The longest part, which is looked for first. */
  readonly #anchor: number;
  readonly #cased: string;
  #candidate = 0;

  /** @param phrase with at least two words. */
  constructor(phrase: Literal, rules: MatchRules) {
    super(rules);
    this.#parts = phrase.folded.split(blanks);
    this.#cased = phrase.cased.replace(blanks, () => ' ');
    const longest = Math.max(...this.#parts.map(part => part.length));
    // The first word may begin within a longer one.
    this.signs = signsOf(this.#parts.slice(1).join(' '), rules.kinds);
    this.#anchor = this.#parts.findIndex(part => part.length === longest);
  }

  mayMatch(folded: string): boolean {
    return folded.includes(this.#anchorText);
  }

  protected begin(): void {
    this.#candidate = this.text.folded.indexOf(this.#anchorText);
  }

  next(limit: number): boolean {
    const { folded } = this.text;
    while (this.#candidate >= 0 && this.#candidate < limit) {
      const at = this.#candidate;
      this.#candidate = folded.indexOf(this.#anchorText, at + 1);
      const start = this.#startBefore(at);
      const end = this.#endBehind(at + this.#anchorText.length);
      if (start < this.end || end < 0 || !this.#isMatch(start, end)) continue;
      this.start = start;
      this.end = end;
      return true;
    }
    return false;
  }

  get #anchorText(): string {
    return this.#parts[this.#anchor] ?? '';
  }

  /** Where the parts before the anchor begin; -1 if they do not stand there. */
  #startBefore(at: number): number {
    const { folded } = this.text;
    let start = at;
    for (let index = this.#anchor - 1; index >= 0; index -= 1) {
      const part = this.#parts[index] ?? '';
      let end = start;
      while (end > 0 && isBlank(folded.charCodeAt(end - 1))) end -= 1;
      if (!isOneGap(folded, end, start) || !folded.startsWith(part, end - part.length)) return -1;
      start = end - part.length;
    }
    return start;
  }

  /** Where the parts behind the anchor end; -1 if they do not stand there. */
  #endBehind(at: number): number {
    const { folded } = this.text;
    let end = at;
    for (let index = this.#anchor + 1; index < this.#parts.length; index += 1) {
      const part = this.#parts[index] ?? '';
      let start = end;
      while (isBlank(folded.charCodeAt(start))) start += 1;
      if (!isOneGap(folded, end, start) || !folded.startsWith(part, start)) return -1;
      end = start + part.length;
    }
    return end;
  }

  #isMatch(start: number, end: number): boolean {
    const { kinds, caseSensitive, wholeWord } = this.rules;
    if (wholeWord && !kinds.startsAt(this.text.folded, start)) return false;
    if (!this.endsRight(end)) return false;
    return !caseSensitive || this.casedText(start, end).replace(blanks, () => ' ') === this.#cased;
  }
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

/** Blanks, at least one, with one line break at most. */
function isOneGap(text: string, start: number, end: number): boolean {
  let breaks = 0;
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) === 0x0a) breaks += 1;
  return end > start && breaks <= 1;
}
