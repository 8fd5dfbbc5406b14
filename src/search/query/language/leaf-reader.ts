/** Parses words, phrases and patterns. */

import { queryProblem } from './query-problem';
import type { QueryReader } from './query-reader';
import type { Place, TextNode } from './query-tree';
import { operatorLike, replacementFor } from './unknown-operators';

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
      'is missing its closing quote',
      'Close the phrase with `"`; write a quote inside it as `\\"`.',
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
