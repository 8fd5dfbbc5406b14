/** Words with a colon that look like an operator and are none. */

import { namedField } from '../../../utils/properties/note-field-names';
import { operatorNames } from './query-tree';

/** What other programs call it, and what it is called here. */
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

/** A word of two letters and more, a colon, and a value that is no number, address, path or second colon. */
const form = /^(\p{L}[\p{L}\p{M}\p{N}_.-]+):(?![:/\\\s]|\d+$)\S/u;

/**
 * The name before the colon of a word that can only have been meant as an operator; undefined for addresses, times,
 * numbers, and names of one letter, which are text.
 */
export function operatorLike(word: string): string | undefined {
  return form.exec(word)?.[1];
}

const rest = `in quotes it is text. The operators are ${operatorNames.map(one => `${one}:`).join(' ')}.`;

/** What to write for `name:value`, as a sentence. */
export function wayFor(name: string, value: string): string {
  const known = others.get(name.toLowerCase());
  if (known === undefined && namedField(name) !== undefined)
    return `\`query_notes\` compares it: \`where: [${JSON.stringify(`${name}=${value}`)}]\`; ${rest}`;
  const meant = known === undefined ? `\`[${name}:${value}]\` finds a property` : `\`${known}\` may be meant`;
  return `${meant}; ${rest}`;
}
