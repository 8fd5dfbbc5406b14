/**
 * Reads a query in the language of Obsidian's own search:
 *
 *     any      = all { OR all }
 *     all      = unary { [AND] unary }
 *     unary    = "-" unary | primary
 *     primary  = word | "phrase" | /pattern/ | ( any ) | operator: primary | [ name [: any] ]
 */

import { ToolFailure } from '../../../errors';
import { namedField } from '../../../utils/properties/note-field-names';
import { asQuery } from '../../../utils/text/pieces';
import { type OperatorName, operatorNames, type Place, queryProblem, type QueryNode } from './query-tree';

type TextNode = QueryNode<'word' | 'phrase' | 'pattern'>;

interface Within {
  /** Its closing bracket; '' for the end of the query. */
  readonly closing: '' | ')' | ']';
  /** Whether it is the value of a property, where a colon is text. */
  readonly isValue: boolean;
}

const maxLeaves = 500;
const deepest = 50;
const joining = /(OR|AND)(?=[\s()[\]"]|$)/uy;
/** A minus before other characters, as in `->` and `--flag`, is text. */
const minus = /-(?=[^\s\-=>.,;:!?)\]}|+*~<])/uy;
/** A flag of a command, as in `git push -f`: nobody excludes all words that begin with a letter. */
const flag = /(?<=[^\s(]\s+)-[\p{L}\p{N}](?=[\s)]|$)/uy;
const operator = /([a-z-]+):/iuy;
const comparison = /([<>]=?)\s*/uy;
/** `[ ]`, `[x]` and `[]`: the box of a task. */
const taskBox = /\[[^\s\]]?\s?\](?=[\s)]|$)/uy;
const wikilink = /\[\[[^\]]*\]\]/uy;

const blank = /\s/u;
const word = /\S+/uy;
/** `\\"` is a quote within a phrase. */
const phrase = /"((?:\\"|[^"\\]|\\(?!"))*)"/uy;
/** Quotation marks of word processors. */
const curlyQuotes = /[\u201C-\u201F]/gu;
/** French, Russian and German quotation marks in pairs: a single one is text, as in `Home » Garden`. */
const guillemets = /«[^«»"]*»|»[^«»"]*«/gu;
/** Text in straight quotes, which stays as it is. */
const quotedText = /("(?:\\.|[^"\\])*")/u;
/** `/usr/local/bin` with or without a trailing slash. */
const filePath = /\/[\w-]+(?:\/[\w-]+)+\/?(?=[\s)\]]|$)/uy;
const pattern = /\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/([a-z]*)(?=[\s)\]:]|$)/uy;
/** Signs of a pattern, which paths hardly contain. */
const patternMarks = /\\[dwsbpDWSB.]|\.[*+]|[)\]][*+?]/u;
const plainNames = /[^\]:()"]+/uy;
/** Ends a run of plain names: a name in quotes, parentheses or slashes follows. */
const orMarked = /\sOR\s+["(/]/u;
const either = /\sOR\s/u;
const nextOr = /OR(?=\s)/uy;

const asText = 'In quotes it is text.';

/** @returns undefined for a blank query @throws ToolFailure `invalid_query` that names the place */
export function parseQuery(query: string): QueryNode | undefined {
  return new QueryParser(query).parse();
}

class QueryParser {
  #at = 0;
  /** With straight double quotes and without stray parentheses; has the same length as the query. */
  readonly #text: string;
  #leaves = 0;
  #depth = 0;

  /** @param query as given: regular expressions keep their quotes */
  constructor(private readonly query: string) {
    const straight = query
      .replace(curlyQuotes, () => '"')
      .split(quotedText)
      .map((part, index) =>
        index % 2 === 1 ? part : part.replace(guillemets, quoted => `"${quoted.slice(1, -1)}"`),
      );
    this.#text = withoutStrayParentheses(straight.join(''));
  }

  parse(): QueryNode | undefined {
    this.#skipBlanks();
    return this.#isAtEnd ? undefined : this.#any({ closing: '', isValue: false });
  }

  #any(within: Within): QueryNode {
    const start = this.#at;
    const nodes = [this.#all(within)];
    for (let joint = this.#joint('OR'); joint !== undefined; joint = this.#joint('OR'))
      nodes.push(this.#all(within, joint));
    return group('any', nodes, this.#placeFrom(start));
  }

  /** @param joint the `OR` before it */
  #all(within: Within, joint?: Place): QueryNode {
    const nodes: QueryNode[] = [];
    let before = joint;
    this.#skipBlanks();
    const start = this.#at;
    for (;;) {
      const and = this.#joint('AND');
      const isNext = !this.#isOver(within) && this.#match(joining) === undefined;
      if (and !== undefined && (nodes.length === 0 || !isNext)) throw this.#missing(and);
      if (!isNext) break;
      nodes.push(this.#unary(within));
      if (and !== undefined) nodes.push(...nodes.splice(-2).map(demanded));
      before = undefined;
      this.#skipBlanks();
    }
    const here = { start: this.#at, end: this.#at + (this.#match(joining)?.[0].length ?? 1) };
    if (nodes.length === 0) throw this.#missing(before ?? here);
    return group('all', nodes, this.#placeFrom(start));
  }

  /** Consumes a joining word if it is next. */
  #joint(word: 'OR' | 'AND'): Place | undefined {
    this.#skipBlanks();
    if (this.#match(joining)?.[1] !== word) return undefined;
    const start = this.#at;
    this.#at += word.length;
    const place = this.#placeFrom(start);
    this.#skipBlanks();
    return place;
  }

  #isOver({ closing }: Within): boolean {
    return this.#isAtEnd || (closing !== '' && this.#isAt(closing));
  }

  /** @param joint the `OR` or `AND` without a right or left side */
  #missing(joint: Place): ToolFailure {
    const hint = `${asText} Join alternatives as \`a OR b\`.`;
    return this.#problem(joint, 'needs something on both sides', hint);
  }

  #unary(within: Within): QueryNode {
    const start = this.#at;
    const isNumber = within.isValue && /^-\d/u.test(this.#text.slice(start, start + 2));
    const isText = isNumber || this.#match(flag) !== undefined;
    if (isText || this.#match(minus) === undefined) return this.#primary(within);
    this.#at += 1;
    const node = this.#deeper(start, () => this.#unary(within));
    return { kind: 'not', node, place: this.#placeFrom(start) };
  }

  #primary(within: Within): QueryNode {
    const start = this.#at;
    if (this.#isAt('(')) return this.#deeper(start, () => this.#group(within));
    if (this.#isAt('"')) return this.#leaf(this.#phrase());
    if (this.#isAt('/')) return this.#leaf(this.#pattern() ?? this.#word(within));
    if (this.#isAt('[')) return this.#leaf(this.#bracket(within));
    const relation = within.isValue ? this.#match(comparison) : undefined;
    if (relation !== undefined) return this.#leaf(this.#comparison(relation, within));
    const name = operatorCalled(this.#match(operator)?.[1]);
    const isModifier = name === 'match-case' || name === 'ignore-case';
    if (name !== undefined && (isModifier || !within.isValue))
      return this.#deeper(start, () => this.#operator(name, within));
    return this.#leaf(this.#word(within));
  }

  #group(within: Within): QueryNode {
    const start = this.#at;
    this.#at += 1;
    this.#skipBlanks();
    const open = { start, end: start + 1 };
    if (this.#isAt(')')) throw this.#problem({ start, end: this.#at + 1 }, 'is empty');
    if (this.#isAtEnd) throw this.#problem(open, 'is not closed');
    const node = this.#any({ ...within, closing: ')' });
    if (!this.#takes(')')) throw this.#problem(open, 'is not closed');
    return node;
  }

  #operator(name: OperatorName, within: Within): QueryNode {
    const start = this.#at;
    this.#at += name.length + 1;
    const place = this.#placeFrom(start);
    this.#skipBlanks();
    if (this.#isOver(within) || this.#match(joining) !== undefined)
      throw this.#problem(
        place,
        'needs a value',
        `Write it right after the colon, as \`${name}:word\`, \`${name}:"two words"\` or \`${name}:(a OR b)\`. ${asText}`,
      );
    return { kind: 'operator', name, operand: this.#primary(within), place: this.#placeFrom(start) };
  }

  #bracket(within: Within): QueryNode {
    const start = this.#at;
    const text = (this.#match(taskBox) ?? (within.isValue ? this.#match(wikilink) : undefined))?.[0];
    if (text !== undefined) {
      this.#at += text.length;
      return { kind: within.isValue ? 'phrase' : 'word', text, place: this.#placeFrom(start) };
    }
    if (within.isValue) return this.#word(within);
    if (this.#isAt('[['))
      throw this.#problem(
        this.#placeOfWord(),
        'is a link, not an operator',
        `\`get_links\` finds what links to a note. ${asText}`,
      );
    return this.#deeper(start, () => this.#property());
  }

  #property(): QueryNode {
    const start = this.#at;
    const open = { start, end: start + 1 };
    this.#at += 1;
    const name = this.#propertyName();
    const hasValue = this.#takes(':');
    this.#skipBlanks();
    if (hasValue && this.#isAt(']'))
      throw this.#problem(
        { start, end: this.#at + 1 },
        'has no value',
        'Leave the colon out for notes that have the property, and write `null` for an empty one.',
      );
    const value = hasValue && !this.#isAtEnd ? this.#any({ closing: ']', isValue: true }) : undefined;
    if (!this.#takes(']')) throw this.#problem(open, 'is not closed');
    if (this.#isAt('(')) throw this.#problem(this.#placeFrom(start), 'is a link, not an operator');
    return { kind: 'property', name, value, place: this.#placeFrom(start) };
  }

  #comparison([whole, relation = '']: RegExpExecArray, within: Within): QueryNode {
    const start = this.#at;
    this.#at += whole.length;
    if (this.#isOver(within)) throw this.#problem(this.#placeFrom(start), 'has nothing to compare with');
    const { text } = this.#isAt('"') ? this.#phrase() : this.#word(within);
    const known = (['<', '<=', '>', '>='] as const).find(one => one === relation) ?? '<';
    return { kind: 'comparison', relation: known, text, place: this.#placeFrom(start) };
  }

  #leaf(node: QueryNode): QueryNode {
    this.#leaves += 1;
    if (this.#leaves > maxLeaves)
      throw new ToolFailure('invalid_query', `\`query\` has more than ${maxLeaves} words and filters.`);
    return node;
  }

  #deeper(start: number, read: () => QueryNode): QueryNode {
    this.#depth += 1;
    if (this.#depth > deepest)
      throw this.#problem({ start, end: start + 1 }, `is nested more than ${deepest} levels deep`);
    const node = read();
    this.#depth -= 1;
    return node;
  }

  get #isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  #isAt(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  /** Consumes a text if it is next. */
  #takes(text: string): boolean {
    if (!this.#isAt(text)) return false;
    this.#at += text.length;
    return true;
  }

  #match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.#at;
    return sticky.exec(this.#text) ?? undefined;
  }

  #skipBlanks(): void {
    while (!this.#isAtEnd && blank.test(this.#text.charAt(this.#at))) this.#at += 1;
  }

  #placeFrom(start: number): Place {
    return { start, end: this.#at };
  }

  #placeOfWord(): Place {
    return { start: this.#at, end: this.#at + (this.#match(word)?.[0].length ?? 0) };
  }

  /** A failure that points to a place. @param problem continues the sentence: "is not closed" */
  #problem(place: Place, problem: string, hint = asText): ToolFailure {
    return queryProblem(this.#text, place, problem, hint);
  }

  /** @throws ToolFailure `invalid_query` without a closing quote */
  #phrase(): TextNode {
    const start = this.#at;
    const [whole, text] = this.#match(phrase) ?? [];
    if (whole === undefined || text === undefined)
      throw this.#problem(
        { start, end: this.#text.length },
        'is missing its closing quote',
        'Close the phrase with `"`; write a quote inside it as `\\"`.',
      );
    this.#at += whole.length;
    return { kind: 'phrase', text: text.replaceAll('\\"', () => '"'), place: this.#placeFrom(start) };
  }

  /** Undefined for a path and for a word that begins with a slash. @throws ToolFailure `invalid_query` */
  #pattern(): TextNode | undefined {
    const start = this.#at;
    if (this.#match(filePath) !== undefined) return undefined;
    const found = this.#match(pattern);
    if (found === undefined) {
      const place = this.#placeOfWord();
      if (!patternMarks.test(this.#text.slice(start, place.end))) return undefined;
      throw this.#problem(place, 'begins a regular expression that has no closing slash');
    }
    const [whole, , flags = ''] = found;
    const place = { start, end: start + whole.length };
    if (/[^gimu]/u.test(flags))
      throw this.#problem(place, `has the flag "${flags}", which is not supported; \`i\` is the default`);
    this.#at = place.end;
    return { kind: 'pattern', text: this.query.slice(start + 1, place.end - 1 - flags.length), place };
  }

  /**
   * In the value of a property, colons and links are text.
   * @throws ToolFailure `invalid_query` for a `)` without its `(`, and for an unknown operator
   */
  #word({ closing, isValue }: Within): TextNode {
    const node = this.#textUpTo(closing, isValue);
    const name = isValue ? undefined : operatorLike.exec(node.text)?.[1];
    if (name === undefined) return node;
    const { start } = node.place;
    const way = replacementFor(name, node.text.slice(name.length + 1));
    throw this.#problem({ start, end: start + name.length + 1 }, 'is not an operator', way);
  }

  #textUpTo(closing: string, hasBrackets: boolean): TextNode {
    const start = this.#at;
    const open: string[] = [];
    let end = start;
    for (; end < this.#text.length && !blank.test(this.#text.charAt(end)); end += 1) {
      const character = this.#text.charAt(end);
      if (character === closing && !open.includes(closing)) break;
      if (character === '(') open.push(')');
      else if (character === '[' && hasBrackets) open.push(']');
      else if (character === open.at(-1)) open.pop();
      else if (character === ')') throw this.#problem({ start: end, end: end + 1 }, 'closes nothing');
    }
    this.#at = end;
    return { kind: 'word', text: this.#text.slice(start, end), place: { start, end } };
  }

  /** The name in `[name]` or `[name:value]`: text, a phrase, a pattern, or several with `OR`. */
  #propertyName(): QueryNode {
    const start = this.#at;
    const nodes = this.#names();
    const [only] = nodes;
    const isOver = this.#isAtEnd || this.#isAt(':') || this.#isAt(']');
    if (only === undefined || !isOver)
      throw this.#problem(
        { start: Math.max(0, start - 1), end: this.#at + 1 },
        'names no property',
        'Write `[property]` or `[property:value]`. In quotes it is text.',
      );
    return nodes.length === 1 ? only : { kind: 'any', nodes, place: this.#placeFrom(start) };
  }

  #names(): QueryNode[] {
    const nodes: QueryNode[] = [];
    for (;;) {
      nodes.push(...this.#nameOrNames());
      this.#skipBlanks();
      if (this.#match(nextOr) === undefined) return nodes;
      this.#at += 2;
    }
  }

  /** Empty if no name can be read. */
  #nameOrNames(): QueryNode[] {
    this.#skipBlanks();
    if (this.#takes('(')) {
      const nodes = this.#names();
      return this.#takes(')') ? nodes : [];
    }
    if (this.#isAt('"')) return [this.#phrase()];
    const found = this.#isAt('/') ? this.#pattern() : undefined;
    if (found !== undefined) return [found];
    const start = this.#at;
    const names = this.#match(plainNames)?.[0] ?? '';
    const marked = orMarked.exec(this.#text.slice(start, start + names.length + 1));
    const text = names.slice(0, marked?.index);
    this.#at += text.length;
    const plain = text.split(either).map(name => name.trim());
    const place = this.#placeFrom(start);
    return plain.includes('') ? [] : plain.map(name => ({ kind: 'phrase', text: name, place }));
  }
}

function demanded(node: QueryNode): QueryNode {
  if (node.kind === 'all') return { ...node, nodes: node.nodes.map(demanded) };
  return node.kind === 'word' ? { ...node, isDemanded: true } : node;
}

function group(kind: 'all' | 'any', nodes: readonly QueryNode[], place: Place): QueryNode {
  const [only] = nodes;
  return only !== undefined && nodes.length === 1 ? only : { kind, nodes, place };
}

/** Syntax that makes a parenthesis meaningful: a joining word, minus, property, pattern or `name:`. */
const marks = /(?:^|[\s(])(?:(?:OR|AND)(?=[\s()"]|$)|-(?=[^\s-])|\[|\/)/u;
const named = /(?<![a-z-])([a-z-]+):/giu;

/** Replaces unmatched parentheses with spaces, as in `what about X :)`, in queries without operators. */
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
  return marks.test(text) || [...text.matchAll(named)].some(([, name]) => operatorCalled(name) !== undefined);
}

function operatorCalled(name: string | undefined): OperatorName | undefined {
  return operatorNames.find(one => one === name?.toLowerCase());
}

/** Operators of other programs, with what to use here. */
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

/**
 * A word that must be meant as an operator, with its name as the first group: two or more letters, a colon, and a value
 * that is no number, address, path or second colon. Addresses, times and one-letter names are text.
 */
const operatorLike = /^(\p{L}[\p{L}\p{M}\p{N}_.-]+):(?![:/\\\s]|\d+$)\S/u;

const rest = `in quotes it is text. The operators are ${operatorNames.map(one => `${one}:`).join(' ')}.`;

/** A sentence that says what to write instead of `name:value`. */
function replacementFor(name: string, value: string): string {
  const known = others.get(name.toLowerCase());
  if (known === undefined && namedField(name) !== undefined) {
    const relation = /^(?:[<>]=?|!?=)/u.test(value) ? '' : '=';
    return `\`query_notes\` compares it: \`where: [${JSON.stringify(name + relation + value)}]\`; ${rest}`;
  }
  const meant =
    known === undefined ? `${asQuery(`[${name}:${value}]`)} finds a property` : `\`${known}\` may be meant`;
  return `${meant}; ${rest}`;
}
