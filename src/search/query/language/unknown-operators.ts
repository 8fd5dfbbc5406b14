/** Recognises words with a colon that look like operators but are not. */

import { namedField } from '../../../utils/properties/note-field-names';
import { operatorNames } from './query-tree';

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
export function operatorLike(word: string): string | undefined {
  return form.exec(word)?.[1];
}

const rest = `in quotes it is text. The operators are ${operatorNames.map(one => `${one}:`).join(' ')}.`;

/** A sentence that says what to write instead of `name:value`. */
export function replacementFor(name: string, value: string): string {
  const known = others.get(name.toLowerCase());
  if (known === undefined && namedField(name) !== undefined) {
    const relation = /^(?:[<>]=?|!?=)/u.test(value) ? '' : '=';
    return `\`query_notes\` compares it: \`where: [${JSON.stringify(name + relation + value)}]\`; ${rest}`;
  }
  const meant = known === undefined ? `\`[${name}:${value}]\` finds a property` : `\`${known}\` may be meant`;
  return `${meant}; ${rest}`;
}
