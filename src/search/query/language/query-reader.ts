import { operatorLike, queryProblem, replacementFor } from './query-problem';
import { operatorNames, type Place, type QueryNode, type TextNode } from './query-tree';

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

export const asText = 'In quotes it is text.';

/** `/usr/local/bin` with or without a trailing slash. */
const filePath = /\/[\w-]+(?:\/[\w-]+)+\/?(?=[\s)\]]|$)/uy;
const pattern = /\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/([a-z]*)(?=[\s)\]:]|$)/uy;
/** What a path hardly contains. */
const patternMarks = /\\[dwsbpDWSB.]|\.[*+]|[)\]][*+?]/u;

export class LeafReader {
  constructor(private readonly reader: QueryReader) {}

  /** @throws ToolFailure `invalid_query` without a closing quote */
  phrase(): TextNode {
    const { reader } = this;
    const start = reader.at;
    let text = '';
    for (let at = start + 1; at < reader.text.length; at += 1) {
      const character = reader.text.charAt(at);
      const isEscaped = character === '\\' && reader.text.charAt(at + 1) === '"';
      if (character === '"') {
        reader.at = at + 1;
        return { kind: 'phrase', text, place: reader.placeFrom(start) };
      }
      if (isEscaped) at += 1;
      text += isEscaped ? '"' : character;
    }
    throw queryProblem(
      reader.text,
      { start, end: reader.text.length },
      'has no closing quote',
      'Close the phrase with `"`; a quote within it is written `\\"`.',
    );
  }

  /** Undefined for a path and for a word that begins with a slash. @throws ToolFailure `invalid_query` */
  pattern(): TextNode | undefined {
    const { reader } = this;
    const start = reader.at;
    if (reader.match(filePath) !== undefined) return undefined;
    const found = reader.match(pattern);
    if (found === undefined) {
      const place = { start, end: start + reader.restOfWord().length };
      if (patternMarks.test(reader.restOfWord()))
        throw this.#problem(place, 'begins a regular expression that has no closing slash');
      return undefined;
    }
    const [whole, , flags = ''] = found;
    const place = { start, end: start + whole.length };
    if (/[^gimu]/u.test(flags))
      throw this.#problem(place, `has the flag "${flags}", which is not supported; \`i\` is the default`);
    reader.at = place.end;
    return { kind: 'pattern', text: reader.query.slice(start + 1, place.end - 1 - flags.length), place };
  }

  /**
   * @param closing the end of the group that contains the word; '' for none
   * @throws ToolFailure `invalid_query` for a `)` without its `(`, and for an unknown operator
   */
  word(closing: string): TextNode {
    const { reader } = this;
    const start = reader.at;
    const node = this.#textUpTo(closing, false);
    const name = operatorLike(node.text);
    if (name === undefined) return node;
    const named = { start, end: start + name.length + 1 };
    throw queryProblem(
      reader.text,
      named,
      'is no operator',
      replacementFor(name, node.text.slice(name.length + 1)),
    );
  }

  /** A word in the value of a property, where colons and links are text. */
  valueWord(closing: string): TextNode {
    return this.#textUpTo(closing, true);
  }

  #textUpTo(closing: string, hasBrackets: boolean): TextNode {
    const { reader } = this;
    const start = reader.at;
    const open: string[] = [];
    let end = start;
    for (; !reader.isBlankAt(end); end += 1) {
      const character = reader.text.charAt(end);
      if (character === closing && !open.includes(closing)) break;
      if (character === '(') open.push(')');
      else if (character === '[' && hasBrackets) open.push(']');
      else if (character === open.at(-1)) open.pop();
      else if (character === ')') throw this.#problem({ start: end, end: end + 1 }, 'closes nothing');
    }
    reader.at = end;
    return { kind: 'word', text: reader.text.slice(start, end), place: { start, end } };
  }

  #problem(place: Place, problem: string): ReturnType<typeof queryProblem> {
    return queryProblem(this.reader.text, place, problem, asText);
  }
}

const plainNames = /[^\]:()"]+/uy;
/** Ends plain names: a name in other marks follows. */
const orMarked = /\sOR\s+["(/]/u;
const either = /\sOR\s/u;

/** Parses the name in `[name]` or `[name:value]`: text, a phrase, a pattern, or several with `OR`. */
export class PropertyNames {
  constructor(
    private readonly reader: QueryReader,
    private readonly texts: LeafReader,
  ) {}

  /** Stops before the `:` or `]` after the name. */
  read(): QueryNode {
    const { reader } = this;
    const start = reader.at;
    const nodes = this.#list();
    reader.skipBlanks();
    const [only] = nodes;
    const isOver = reader.isAtEnd || reader.isAt(':') || reader.isAt(']');
    if (only === undefined || !isOver)
      throw queryProblem(
        reader.text,
        { start: Math.max(0, start - 1), end: reader.at + 1 },
        'names no property',
        'Write `[property]` or `[property:value]`. In quotes it is text.',
      );
    return nodes.length === 1 ? only : { kind: 'any', nodes, place: reader.placeFrom(start) };
  }

  #list(): QueryNode[] {
    const nodes = this.#item();
    for (;;) {
      this.reader.skipBlanks();
      if (!/^OR\s/u.test(this.reader.text.slice(this.reader.at, this.reader.at + 3))) return nodes;
      this.reader.at += 3;
      nodes.push(...this.#item());
    }
  }

  #item(): QueryNode[] {
    const { reader } = this;
    reader.skipBlanks();
    if (reader.isAt('(')) {
      reader.at += 1;
      const nodes = this.#list();
      reader.skipBlanks();
      if (!reader.isAt(')')) return [];
      reader.at += 1;
      return nodes;
    }
    if (reader.isAt('"')) return [this.texts.phrase()];
    const found = reader.isAt('/') ? this.texts.pattern() : undefined;
    return found === undefined ? this.#plain() : [found];
  }

  #plain(): QueryNode[] {
    const { reader } = this;
    const names = reader.match(plainNames)?.[0] ?? '';
    const start = reader.at;
    const marked = orMarked.exec(reader.text.slice(start, start + names.length + 1));
    const text = names.slice(0, marked?.index);
    reader.at += text.length;
    const plain = text.split(either).map(name => name.trim());
    if (plain.includes('')) return [];
    return plain.map(name => ({ kind: 'phrase', text: name, place: reader.placeFrom(start) }));
  }
}

const operator = new Set<string>(operatorNames);
/** Syntax that makes a parenthesis meaningful: a joining word, minus, property, pattern or `name:`. */
const marks = /(?:^|[\s(])(?:(?:OR|AND)(?=[\s()"]|$)|-(?=[^\s-])|\[|\/)/u;
const named = /(?<![a-z-])([a-z-]+):/giu;

/**
 * Replaces unmatched parentheses with blanks, as in `what about X :)`. Without operators, groups change
 * nothing; with one, the query stays unchanged and the grammar rejects it.
 */
function withoutStrayParentheses(text: string): string {
  const plain = text.replace(/"(?:\\.|[^"\\])*"/gu, quoted => ' '.repeat(quoted.length));
  if (plain.includes('"') || hasOperator(plain)) return text;
  const open: number[] = [];
  const stray: number[] = [];
  for (let at = 0; at < plain.length; at += 1) {
    const character = plain.charAt(at);
    if (character === '(') open.push(at);
    else if (character === ')' && open.pop() === undefined) stray.push(at);
  }
  const all = new Set([...stray, ...open]);
  return all.size === 0
    ? text
    : text.replace(/[()]/gu, (parenthesis, at: number) => (all.has(at) ? ' ' : parenthesis));
}

function hasOperator(text: string): boolean {
  return (
    marks.test(text) || [...text.matchAll(named)].some(([, name = '']) => operator.has(name.toLowerCase()))
  );
}
