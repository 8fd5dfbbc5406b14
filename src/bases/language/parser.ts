/** Parses expressions, by the precedence of operators. */
import type { BinaryOperator, Expression, Parsed } from './syntax';
import { SyntaxStop, type Token, Tokens } from './tokens';

const maxLength = 20_000;
/** Deeper ones are refused: parser and evaluation are recursive. */
const maxDepth = 200;

/** Loosest first. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];
const precedences: ReadonlyMap<string, readonly [number, BinaryOperator]> = new Map(
  levels.flatMap((level, index) => level.map(operator => [operator, [index + 1, operator]] as const)),
);

const constants: ReadonlyMap<string, null | boolean> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
]);

/** Parses the text of a filter or formula; an empty one is null. */
export function parseExpression(text: string): Parsed {
  try {
    if (text.length > maxLength)
      throw new SyntaxStop({ message: `it is longer than ${maxLength} characters`, at: maxLength });
    return { ok: true, expression: new Parser(text).parse() };
  } catch (error) {
    if (error instanceof SyntaxStop) return { ok: false, problem: error.problem };
    throw error;
  }
}

class Parser {
  private readonly tokens: Tokens;
  private token: Token;
  private depth = 0;

  constructor(text: string) {
    this.tokens = new Tokens(text);
    this.token = this.tokens.next(0, true);
  }

  parse(): Expression {
    if (this.isAtEnd()) return { kind: 'literal', value: null };
    const expression = this.binary(0);
    if (!this.isAtEnd()) throw this.unexpected();
    return expression;
  }

  private isAtEnd(): boolean {
    return this.token.kind === 'end';
  }

  private binary(least: number): Expression {
    this.enter();
    let left = this.unary();
    // A chain such as `a + b + c` makes a tree as deep as it is long.
    let links = 0;
    for (;;) {
      const [precedence, operator] = this.operator() ?? [0];
      if (operator === undefined || precedence <= least) break;
      this.advance(true);
      this.enter();
      links += 1;
      left = { kind: 'binary', operator, left, right: this.binary(precedence) };
    }
    this.depth -= links + 1;
    return left;
  }

  private operator(): readonly [number, BinaryOperator] | undefined {
    return this.token.kind === 'sign' ? precedences.get(this.token.text) : undefined;
  }

  private unary(): Expression {
    const { token } = this;
    if (token.kind !== 'sign' || (token.text !== '!' && token.text !== '-')) return this.postfix();
    this.enter();
    this.advance(true);
    const operand = this.unary();
    this.depth -= 1;
    return { kind: 'unary', operator: token.text, operand };
  }

  private postfix(): Expression {
    let expression = this.primary();
    let links = 0;
    for (;;) {
      const more = this.behind(expression);
      if (more === undefined) break;
      this.enter();
      links += 1;
      expression = more;
    }
    this.depth -= links;
    return expression;
  }

  private behind(object: Expression): Expression | undefined {
    if (this.takes('[')) {
      const index = this.binary(0);
      this.expect(']', false);
      return { kind: 'index', object, index };
    }
    if (!this.takes('.')) return undefined;
    const { token } = this;
    if (token.kind !== 'name') throw this.unexpected();
    this.advance(false);
    const { text: name } = token;
    return this.takes('(')
      ? { kind: 'method', object, name, args: this.list(')') }
      : { kind: 'field', object, name };
  }

  private primary(): Expression {
    const { token } = this;
    switch (token.kind) {
      case 'text':
      case 'number':
        this.advance(false);
        return { kind: 'literal', value: token.value };
      case 'pattern':
        this.advance(false);
        return token;
      case 'name':
        return this.named(token.text);
      case 'sign':
      case 'end':
        return this.bracketed();
    }
  }

  private named(name: string): Expression {
    this.advance(false);
    const constant = constants.get(name);
    if (constant !== undefined) return { kind: 'literal', value: constant };
    return this.takes('(') ? { kind: 'call', name, args: this.list(')') } : { kind: 'name', name };
  }

  private bracketed(): Expression {
    if (this.takes('[')) return { kind: 'list', items: this.list(']') };
    if (!this.takes('(')) throw this.unexpected();
    const inner = this.binary(0);
    this.expect(')', false);
    return inner;
  }

  /** Comma-separated expressions up to the closing sign. */
  private list(close: string): Expression[] {
    const items: Expression[] = [];
    while (!this.isSign(close)) {
      if (items.length > 0) this.expect(',', true);
      items.push(this.binary(0));
    }
    this.advance(false);
    return items;
  }

  private isSign(text: string): boolean {
    return this.token.kind === 'sign' && this.token.text === text;
  }

  /** Consumes an opening sign or a dot if it is next. */
  private takes(text: string): boolean {
    if (!this.isSign(text)) return false;
    this.advance(text !== '.');
    return true;
  }

  private expect(text: string, isOperandNext: boolean): void {
    if (!this.isSign(text)) throw this.unexpected(`\`${text}\` is missing`);
    this.advance(isOperandNext);
  }

  private advance(isOperand: boolean): void {
    this.token = this.tokens.next(this.token.end, isOperand);
  }

  private enter(): void {
    this.depth += 1;
    if (this.depth > maxDepth)
      throw new SyntaxStop({ message: `it is nested more than ${maxDepth} levels deep`, at: this.token.at });
  }

  private unexpected(message?: string): SyntaxStop {
    const { token } = this;
    if (token.kind === 'end') return new SyntaxStop({ message: 'it ends too early', at: token.at });
    if (token.kind === 'name' && /^(?:and|or)$/iu.test(token.text))
      return new SyntaxStop({ message: 'conditions are joined with `&&` or `||`', at: token.at });
    const shown = token.kind === 'sign' || token.kind === 'name' ? `"${token.text}"` : 'this';
    return new SyntaxStop({ message: message ?? `${shown} is not expected here`, at: token.at });
  }
}
