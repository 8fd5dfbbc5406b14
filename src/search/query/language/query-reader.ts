import type { Place } from './query-tree';
import { withoutStrayParentheses } from './stray-parentheses';

const blank = /\s/u;
const word = /\S+/uy;
/** Quotes that word processors set. */
const curlyQuotes = /[\u201C-\u201F]/gu;

/** Reads a query from its beginning to its end. */
export class QueryReader {
  at = 0;
  /** With plain double quotes and without stray parentheses, unit by unit as long as the query. */
  readonly text: string;

  /** @param query as it was asked: regular expressions keep their quotes */
  constructor(readonly query: string) {
    this.text = withoutStrayParentheses(query.replace(curlyQuotes, () => '"'));
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  isAt(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** What a sticky pattern matches here. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text) ?? undefined;
  }

  /** Up to the next blank. */
  restOfWord(): string {
    return this.match(word)?.[0] ?? '';
  }

  /** True at the end, too. */
  isBlankAt(at: number): boolean {
    const character = this.text.charAt(at);
    return character === '' || blank.test(character);
  }

  skipBlanks(): void {
    while (!this.isAtEnd && this.isBlankAt(this.at)) this.at += 1;
  }

  placeFrom(start: number): Place {
    return { start, end: this.at };
  }
}
