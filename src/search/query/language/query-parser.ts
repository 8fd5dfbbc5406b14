/**
 * Reads a query in the language of Obsidian's own search:
 *
 *     any      = all { OR all }
 *     all      = unary { [AND] unary }
 *     unary    = "-" unary | primary
 *     primary  = word | "phrase" | /pattern/ | ( any ) | operator: primary | [ name [: any] ]
 */

import { ToolFailure } from '../../../errors';
import { asText, QueryReader } from './query-reader';
import { type GroupNode, type OperatorName, operatorNames, type Place, type QueryNode } from './query-tree';

/** The context of a node. */
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
const operator = /([a-z-]+):/iuy;
const comparison = /([<>]=?)\s*/uy;
/** `[ ]`, `[x]` and `[]`: the box of a task. */
const taskBox = /\[[^\s\]]?\s?\](?=[\s)]|$)/uy;
const wikilink = /\[\[[^\]]*\]\]/uy;
/**
 * @returns undefined for a blank query
 * @throws ToolFailure `invalid_query` that names the place
 */
export function parseQuery(query: string): QueryNode | undefined {
  return new QueryParser(query).parse();
}

class QueryParser {
  readonly #reader: QueryReader;
  #leaves = 0;
  #depth = 0;

  constructor(query: string) {
    this.#reader = new QueryReader(query);
  }

  parse(): QueryNode | undefined {
    this.#reader.skipBlanks();
    return this.#reader.isAtEnd ? undefined : this.#any({ closing: '', isValue: false });
  }

  #any(within: Within): QueryNode {
    const start = this.#reader.at;
    const nodes = [this.#all(within)];
    for (let joint = this.#joint('OR'); joint !== undefined; joint = this.#joint('OR'))
      nodes.push(this.#all(within, joint));
    return group('any', nodes, this.#reader.placeFrom(start));
  }

  /** @param joint the `OR` before it */
  #all(within: Within, joint?: Place): QueryNode {
    const reader = this.#reader;
    const nodes: QueryNode[] = [];
    let before = joint;
    reader.skipBlanks();
    const start = reader.at;
    for (;;) {
      const and = this.#joint('AND');
      const isNext = !this.#isOver(within) && reader.match(joining) === undefined;
      if (and !== undefined && (nodes.length === 0 || !isNext)) throw this.#missing(and);
      if (!isNext) break;
      nodes.push(this.#unary(within));
      before = undefined;
      reader.skipBlanks();
    }
    if (nodes.length === 0) throw this.#missing(before ?? this.#jointHere());
    return group('all', nodes, reader.placeFrom(start));
  }

  /** Consumes a joining word if it is next. */
  #joint(word: 'OR' | 'AND'): Place | undefined {
    const reader = this.#reader;
    reader.skipBlanks();
    if (reader.match(joining)?.[1] !== word) return undefined;
    const start = reader.at;
    reader.at += word.length;
    const place = reader.placeFrom(start);
    reader.skipBlanks();
    return place;
  }

  #jointHere(): Place {
    const { at } = this.#reader;
    return { start: at, end: at + (this.#reader.match(joining)?.[0].length ?? 1) };
  }

  #isOver({ closing }: Within): boolean {
    return this.#reader.isAtEnd || (closing !== '' && this.#reader.isAt(closing));
  }

  /** @param joint the `OR` or `AND` without a right or left side */
  #missing(joint: Place): ToolFailure {
    const hint = `${asText} Join alternatives as \`a OR b\`.`;
    return this.#reader.problem(joint, 'needs something on both sides', hint);
  }

  #unary(within: Within): QueryNode {
    const reader = this.#reader;
    const start = reader.at;
    const isNumber = within.isValue && /^-\d/u.test(reader.text.slice(start, start + 2));
    if (isNumber || reader.match(minus) === undefined) return this.#primary(within);
    reader.at += 1;
    const node = this.#deeper(start, () => this.#unary(within));
    return { kind: 'not', node, place: reader.placeFrom(start) };
  }

  #primary(within: Within): QueryNode {
    const reader = this.#reader;
    const start = reader.at;
    if (reader.isAt('(')) return this.#deeper(start, () => this.#group(within));
    if (reader.isAt('"')) return this.#leaf(this.#reader.phrase());
    if (reader.isAt('/')) return this.#leaf(this.#reader.pattern() ?? this.#word(within));
    if (reader.isAt('[')) return this.#leaf(this.#bracket(within));
    const relation = within.isValue ? reader.match(comparison) : undefined;
    if (relation !== undefined) return this.#leaf(this.#comparison(relation, within));
    const name = operatorNames.find(one => one === reader.match(operator)?.[1]?.toLowerCase());
    const isModifier = name === 'match-case' || name === 'ignore-case';
    if (name !== undefined && (isModifier || !within.isValue))
      return this.#deeper(start, () => this.#operator(name, within));
    return this.#leaf(this.#word(within));
  }

  #group(within: Within): QueryNode {
    const reader = this.#reader;
    const start = reader.at;
    reader.at += 1;
    reader.skipBlanks();
    const open = { start, end: start + 1 };
    if (reader.isAt(')')) throw reader.problem({ start, end: reader.at + 1 }, 'is empty');
    if (reader.isAtEnd) throw reader.problem(open, 'is not closed');
    const node = this.#any({ ...within, closing: ')' });
    if (!reader.isAt(')')) throw reader.problem(open, 'is not closed');
    reader.at += 1;
    return node;
  }

  #operator(name: OperatorName, within: Within): QueryNode {
    const reader = this.#reader;
    const start = reader.at;
    reader.at += name.length + 1;
    const place = reader.placeFrom(start);
    reader.skipBlanks();
    if (this.#isOver(within) || reader.match(joining) !== undefined)
      throw reader.problem(
        place,
        'needs a value',
        `Write it right behind the colon, as \`${name}:word\`, \`${name}:"two words"\` or \`${name}:(a OR b)\`. ${asText}`,
      );
    return { kind: 'operator', name, operand: this.#primary(within), place: reader.placeFrom(start) };
  }

  /** A property, or bracketed text. */
  #bracket(within: Within): QueryNode {
    const reader = this.#reader;
    const start = reader.at;
    const text = (reader.match(taskBox) ?? (within.isValue ? reader.match(wikilink) : undefined))?.[0];
    if (text !== undefined) {
      reader.at += text.length;
      return { kind: within.isValue ? 'phrase' : 'word', text, place: reader.placeFrom(start) };
    }
    if (within.isValue) return this.#word(within);
    if (reader.isAt('[['))
      throw reader.problem(
        reader.placeOfWord(),
        'is a link, not an operator',
        `\`get_links\` finds what links to a note. ${asText}`,
      );
    return this.#deeper(start, () => this.#property());
  }

  #property(): QueryNode {
    const reader = this.#reader;
    const start = reader.at;
    const open = { start, end: start + 1 };
    reader.at += 1;
    const name = reader.propertyName();
    const hasValue = reader.isAt(':');
    if (hasValue) reader.at += 1;
    reader.skipBlanks();
    if (hasValue && reader.isAt(']'))
      throw reader.problem(
        { start, end: reader.at + 1 },
        'has no value',
        'Leave the colon out for notes that have the property, and write `null` for an empty one.',
      );
    const value = hasValue && !reader.isAtEnd ? this.#any({ closing: ']', isValue: true }) : undefined;
    if (!reader.isAt(']')) throw reader.problem(open, 'is not closed');
    reader.at += 1;
    if (reader.isAt('(')) throw reader.problem(reader.placeFrom(start), 'is a link, not an operator');
    return { kind: 'property', name, value, place: reader.placeFrom(start) };
  }

  #comparison([whole, relation = '']: RegExpExecArray, within: Within): QueryNode {
    const reader = this.#reader;
    const start = reader.at;
    reader.at += whole.length;
    if (this.#isOver(within)) throw reader.problem(reader.placeFrom(start), 'has nothing to compare with');
    const { text } = reader.isAt('"') ? this.#reader.phrase() : this.#reader.valueWord(within.closing);
    const known = (['<', '<=', '>', '>='] as const).find(one => one === relation) ?? '<';
    return { kind: 'comparison', relation: known, text, place: reader.placeFrom(start) };
  }

  #word({ closing, isValue }: Within): QueryNode {
    return isValue ? this.#reader.valueWord(closing) : this.#reader.word(closing);
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
      throw this.#reader.problem({ start, end: start + 1 }, `is nested more than ${deepest} levels deep`);
    const node = read();
    this.#depth -= 1;
    return node;
  }
}

function group(kind: GroupNode['kind'], nodes: readonly QueryNode[], place: Place): QueryNode {
  const [only] = nodes;
  return only !== undefined && nodes.length === 1 ? only : { kind, nodes, place };
}
