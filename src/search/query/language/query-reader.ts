/** Reads the smallest pieces of a query: words, phrases, patterns and names of properties. */

import type { ToolFailure } from '../../../errors';
import { namedField } from '../../../utils/properties/note-field-names';
import { queryProblem } from './query-problem';
import { operatorNames, type Place, type QueryNode, type TextNode } from './query-tree';

const blank = /\s/u;
const word = /\S+/uy;
/** Quotation marks of word processors. */
const curlyQuotes = /[\u201C-\u201F]/gu;
/** French, Russian and German ones, in pairs: a single one is text, as in `Home » Garden`. */
const guillemets = /«[^«»"]*»|»[^«»"]*«/gu;
/** Text in straight quotes, which keeps what is in it. */
const quotedText = /("(?:\\.|[^"\\])*")/u;
/** `/usr/local/bin` with or without a trailing slash. */
const filePath = /\/[\w-]+(?:\/[\w-]+)+\/?(?=[\s)\]]|$)/uy;
const pattern = /\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/([a-z]*)(?=[\s)\]:]|$)/uy;
/** What a path hardly contains. */
const patternMarks = /\\[dwsbpDWSB.]|\.[*+]|[)\]][*+?]/u;
const plainNames = /[^\]:()"]+/uy;
/** Ends plain names: a name in other marks follows. */
const orMarked = /\sOR\s+["(/]/u;
const either = /\sOR\s/u;
const nextOr = /OR(?=\s)/uy;

export const asText = 'In quotes it is text.';

export class QueryReader {
  at = 0;
  /** With straight double quotes and without stray parentheses; has the same length as the query. */
  readonly text: string;

  /** @param query as given: regular expressions keep their quotes */
  constructor(private readonly query: string) {
    const straight = query
      .replace(curlyQuotes, () => '"')
      .split(quotedText)
      .map((part, index) =>
        index % 2 === 1 ? part : part.replace(guillemets, quoted => `"${quoted.slice(1, -1)}"`),
      );
    this.text = withoutStrayParentheses(straight.join(''));
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  isAt(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** Goes behind a text if it is next. */
  takes(text: string): boolean {
    if (!this.isAt(text)) return false;
    this.at += text.length;
    return true;
  }

  /** The match of a sticky pattern at the current position. */
  match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.at;
    return sticky.exec(this.text) ?? undefined;
  }

  skipBlanks(): void {
    while (!this.isAtEnd && blank.test(this.text.charAt(this.at))) this.at += 1;
  }

  placeFrom(start: number): Place {
    return { start, end: this.at };
  }

  /** The place from here to the next blank. */
  placeOfWord(): Place {
    return { start: this.at, end: this.at + (this.match(word)?.[0].length ?? 0) };
  }

  /** A failure that points to a place. @param problem continues the sentence: "is not closed" */
  problem(place: Place, problem: string, hint = asText): ToolFailure {
    return queryProblem(this.text, place, problem, hint);
  }

  /** @throws ToolFailure `invalid_query` without a closing quote */
  phrase(): TextNode {
    const start = this.at;
    let text = '';
    for (let at = start + 1; at < this.text.length; at += 1) {
      const character = this.text.charAt(at);
      const isEscaped = character === '\\' && this.text.charAt(at + 1) === '"';
      if (character === '"') {
        this.at = at + 1;
        return { kind: 'phrase', text, place: this.placeFrom(start) };
      }
      if (isEscaped) at += 1;
      text += isEscaped ? '"' : character;
    }
    throw this.problem(
      { start, end: this.text.length },
      'is missing its closing quote',
      'Close the phrase with `"`; write a quote inside it as `\\"`.',
    );
  }

  /** Undefined for a path and for a word that begins with a slash. @throws ToolFailure `invalid_query` */
  pattern(): TextNode | undefined {
    const start = this.at;
    if (this.match(filePath) !== undefined) return undefined;
    const found = this.match(pattern);
    if (found === undefined) {
      const place = this.placeOfWord();
      if (!patternMarks.test(this.text.slice(start, place.end))) return undefined;
      throw this.problem(place, 'begins a regular expression that has no closing slash');
    }
    const [whole, , flags = ''] = found;
    const place = { start, end: start + whole.length };
    if (/[^gimu]/u.test(flags))
      throw this.problem(place, `has the flag "${flags}", which is not supported; \`i\` is the default`);
    this.at = place.end;
    return { kind: 'pattern', text: this.query.slice(start + 1, place.end - 1 - flags.length), place };
  }

  /**
   * @param closing the end of the group that contains the word; '' for none
   * @throws ToolFailure `invalid_query` for a `)` without its `(`, and for an unknown operator
   */
  word(closing: string): TextNode {
    const node = this.#textUpTo(closing, false);
    const name = operatorLike(node.text);
    if (name === undefined) return node;
    const { start } = node.place;
    const way = replacementFor(name, node.text.slice(name.length + 1));
    throw this.problem({ start, end: start + name.length + 1 }, 'is no operator', way);
  }

  /** A word in the value of a property, where colons and links are text. */
  valueWord(closing: string): TextNode {
    return this.#textUpTo(closing, true);
  }

  #textUpTo(closing: string, hasBrackets: boolean): TextNode {
    const start = this.at;
    const open: string[] = [];
    let end = start;
    for (; end < this.text.length && !blank.test(this.text.charAt(end)); end += 1) {
      const character = this.text.charAt(end);
      if (character === closing && !open.includes(closing)) break;
      if (character === '(') open.push(')');
      else if (character === '[' && hasBrackets) open.push(']');
      else if (character === open.at(-1)) open.pop();
      else if (character === ')') throw this.problem({ start: end, end: end + 1 }, 'closes nothing');
    }
    this.at = end;
    return { kind: 'word', text: this.text.slice(start, end), place: { start, end } };
  }

  /**
   * The name in `[name]` or `[name:value]`: text, a phrase, a pattern, or several with `OR`. Stops before the `:` or
   * `]` behind it.
   */
  propertyName(): QueryNode {
    const start = this.at;
    const nodes = this.#names();
    const [only] = nodes;
    const isOver = this.isAtEnd || this.isAt(':') || this.isAt(']');
    if (only === undefined || !isOver)
      throw this.problem(
        { start: Math.max(0, start - 1), end: this.at + 1 },
        'names no property',
        'Write `[property]` or `[property:value]`. In quotes it is text.',
      );
    return nodes.length === 1 ? only : { kind: 'any', nodes, place: this.placeFrom(start) };
  }

  #names(): QueryNode[] {
    const nodes: QueryNode[] = [];
    for (;;) {
      nodes.push(...this.#nameOrNames());
      this.skipBlanks();
      if (this.match(nextOr) === undefined) return nodes;
      this.at += 2;
    }
  }

  /** None where no name can be read. */
  #nameOrNames(): QueryNode[] {
    this.skipBlanks();
    if (this.takes('(')) {
      const nodes = this.#names();
      return this.takes(')') ? nodes : [];
    }
    if (this.isAt('"')) return [this.phrase()];
    const found = this.isAt('/') ? this.pattern() : undefined;
    if (found !== undefined) return [found];
    const start = this.at;
    const names = this.match(plainNames)?.[0] ?? '';
    const marked = orMarked.exec(this.text.slice(start, start + names.length + 1));
    const text = names.slice(0, marked?.index);
    this.at += text.length;
    const plain = text.split(either).map(name => name.trim());
    const place = this.placeFrom(start);
    return plain.includes('') ? [] : plain.map(name => ({ kind: 'phrase', text: name, place }));
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

/** Operators of other programs, and their names here. */
const others: ReadonlyMap<string, string> = new Map([
  ...['title', 'name', 'filename', 'note'].map((name): [string, string] => [name, 'file:']),
  ...['folder', 'dir', 'directory', 'in', 'inpath'].map((name): [string, string] => [name, 'path:']),
  ...['tags', 'hashtag'].map((name): [string, string] => [name, 'tag:']),
  ...['text', 'body', 'intext'].map((name): [string, string] => [name, 'content:']),
  ...['heading', 'header'].map((name): [string, string] => [name, 'section:']),
  ...['todo', 'tasks'].map((name): [string, string] => [name, 'task-todo:']),
  ...['done'].map((name): [string, string] => [name, 'task-done:']),
  ...['paragraph'].map((name): [string, string] => [name, 'block:']),
]);

/** At least two letters, a colon, and a value other than a number, address, path or second colon. */
const form = /^(\p{L}[\p{L}\p{M}\p{N}_.-]+):(?![:/\\\s]|\d+$)\S/u;

/**
 * The name before the colon of a word that must be meant as an operator; undefined for addresses, times,
 * numbers, and one-letter names, which are text.
 */
function operatorLike(word: string): string | undefined {
  return form.exec(word)?.[1];
}

const rest = `in quotes it is text. The operators are ${operatorNames.map(one => `${one}:`).join(' ')}.`;

/** A sentence that says what to write instead of `name:value`. */
function replacementFor(name: string, value: string): string {
  const known = others.get(name.toLowerCase());
  if (known === undefined && namedField(name) !== undefined) {
    const relation = /^(?:[<>]=?|!?=)/u.test(value) ? '' : '=';
    return `\`query_notes\` compares it: \`where: [${JSON.stringify(name + relation + value)}]\`; ${rest}`;
  }
  const meant = known === undefined ? `\`[${name}:${value}]\` finds a property` : `\`${known}\` may be meant`;
  return `${meant}; ${rest}`;
}
