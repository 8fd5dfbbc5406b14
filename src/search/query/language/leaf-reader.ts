/** Parses words, phrases and patterns. */
import { queryProblem } from './query-problem';
import type { QueryReader } from './query-reader';
import { type Place, type TextNode, operatorNames } from './query-tree';
import { namedField } from '../../../utils/properties/note-field-names';

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

const rest = `in quotes it is text. The operators are ${operatorNames.map(one => `${one}:`).join(' ')}.`;

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

/**
 * The name before the colon of a word that must be meant as an operator; undefined for addresses, times,
 * numbers, and one-letter names, which are text.
 */
function operatorLike(word: string): string | undefined {
  return form.exec(word)?.[1];
}

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
