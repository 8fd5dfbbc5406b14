/** Splits the text of an expression into words, texts, numbers and signs. */
import { matchOf } from '../../utils/text/pieces';
import type { SyntaxProblem } from './syntax';

export type Token = { readonly at: number; readonly end: number } & (
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  | { readonly kind: 'sign'; readonly text: string }
  | { readonly kind: 'end' }
);

/** Thrown inside the parser only. */
export class SyntaxStop extends Error {
  override readonly name = 'SyntaxStop';

  constructor(readonly problem: SyntaxProblem) {
    super(problem.message);
  }
}

const blank = /\s*/uy;
const name = /[\p{L}\p{Nl}_$\p{Extended_Pictographic}][\p{L}\p{N}\p{M}_$\p{Extended_Pictographic}\u200d]*/uy;
const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/uy;
const sign = /&&|\|\||[=!<>]=|[!<>()[\],.+\-*/%]/uy;
const pattern = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([A-Za-z]*)/uy;
const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
]);

export class Tokens {
  constructor(private readonly text: string) {}

  /**
   * The token at or after an offset.
   * @param isOperand whether a value is expected, so that `/` starts a regular expression
   * @throws SyntaxStop
   */
  next(from: number, isOperand: boolean): Token {
    blank.lastIndex = from;
    const at = from + (blank.exec(this.text)?.[0].length ?? 0);
    const first = this.text.charAt(at);
    if (first === '') return { kind: 'end', at, end: at };
    if (first === '"' || first === "'") return this.quoted(at, first);
    if (first === '/' && isOperand) return this.pattern(at);
    const word = this.match(name, at);
    if (word !== undefined) return { kind: 'name', text: word, at, end: at + word.length };
    if (isOperand || first !== '.') {
      const digits = this.match(number, at);
      if (digits !== undefined) return this.number(digits, at);
    }
    const text = this.match(sign, at);
    if (text === undefined) throw this.unexpected(first, at);
    return { kind: 'sign', text, at, end: at + text.length };
  }

  private match(expected: RegExp, at: number): string | undefined {
    expected.lastIndex = at;
    return expected.exec(this.text)?.[0];
  }

  /** The app allows no member of a bare number, as in `5.isEmpty()`. */
  private number(digits: string, at: number): Token {
    const end = at + digits.length;
    if (this.text.charAt(end) === '.' || this.match(name, end) !== undefined)
      throw new SyntaxStop({
        message: 'a number needs parentheses before a dot, as in `(5).round()`',
        at: end,
      });
    return { kind: 'number', value: Number(digits), at, end };
  }

  private pattern(at: number): Token {
    pattern.lastIndex = at;
    const [all, source = '', flags = ''] = matchOf(pattern, this.text);
    if (all === undefined) throw new SyntaxStop({ message: 'a regular expression is not closed', at });
    return { kind: 'pattern', source, flags, at, end: at + all.length };
  }

  private quoted(start: number, quote: string): Token {
    let value = '';
    let at = start + 1;
    for (; at < this.text.length; at += 1) {
      const character = this.text.charAt(at);
      if (character === quote) return { kind: 'text', value, at: start, end: at + 1 };
      if (character !== '\\') {
        value += character;
        continue;
      }
      at += 1;
      const code = /^(?:u([\da-f]{4})|x([\da-f]{2}))/iu.exec(this.text.slice(at, at + 5));
      const digits = code?.[1] ?? code?.[2];
      const escaped = this.text.charAt(at);
      value +=
        digits === undefined ? (escapes.get(escaped) ?? escaped) : String.fromCharCode(parseInt(digits, 16));
      at += digits?.length ?? 0;
    }
    throw new SyntaxStop({ message: 'a text is missing its closing quote', at: start });
  }

  private unexpected(character: string, at: number): SyntaxStop {
    const hints = new Map([
      ['{', 'objects cannot be written in an expression'],
      ['?', 'there is no `? :`; write `if(condition, a, b)`'],
      ['=', 'use `==` to compare'],
      ['`', 'backticks are older syntax; write `note["a name"]`'],
    ]);
    return new SyntaxStop({ message: hints.get(character) ?? `"${character}" is not expected here`, at });
  }
}
