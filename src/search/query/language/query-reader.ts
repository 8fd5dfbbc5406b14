import type { Place } from './query-tree';
import { withoutStrayParentheses } from './stray-parentheses';

const blank = /\s/u;
const word = /\S+/uy;
/** Quotation marks of word processors. */
const curlyQuotes = /[\u201C-\u201F]/gu;
/** French, Russian and German ones, in pairs: a single one is text, as in `Home » Garden`. */
const guillemets = /«[^«»"]*»|»[^«»"]*«/gu;
/** Text in straight quotes, which keeps what is in it. */
const quotedText = /("(?:\\.|[^"\\])*")/u;

function withStraightQuotes(text: string): string {
  return text.replace(guillemets, quoted => `"${quoted.slice(1, -1)}"`);
}

/** Reads a query from start to end. */
export class QueryReader {
  at = 0;
  /** With straight double quotes and without stray parentheses; has the same length as the query. */
  readonly text: string;

  /** @param query as given: regular expressions keep their quotes */
  constructor(readonly query: string) {
    const straight = query
      .replace(curlyQuotes, () => '"')
      .split(quotedText)
      .map((part, index) => (index % 2 === 1 ? part : withStraightQuotes(part)));
    this.text = withoutStrayParentheses(straight.join(''));
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  isAt(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** The match of a sticky pattern at the current position. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text) ?? undefined;
  }

  /** Up to the next blank. */
  restOfWord(): string {
    return this.match(word)?.[0] ?? '';
  }

  /** Also true at the end. */
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
