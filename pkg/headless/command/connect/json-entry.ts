/** One server of a JSON file that users edit too, with comments and trailing commas. */
import { isDeepStrictEqual } from 'node:util';
import { parse, visit } from 'jsonc-parser';
import { isRecord } from '../../obsidian/core/unknowns';
import { treeOf, withoutProperty, withProperty } from './json-edit';

/** The key of the servers and the name of one of them. */
export type EntryPath = readonly [key: string, name: string];

const mark = '\ufeff';

/**
 * The text with `value` at `path`; undefined removes it. The result is parsed again and compared.
 * @returns undefined if the file is not JSON, or the change would alter anything else
 */
export function withEntry(text: string, path: EntryPath, value: object | undefined): string | undefined {
  const [body, start] = text.startsWith(mark) ? [text.slice(1), mark] : [text, ''];
  if (body.trim() === '') return `${start}${fresh(path, value)}`;
  const tree = treeOf(body);
  if (tree === undefined) return undefined;
  const after =
    value === undefined ? withoutProperty(body, tree, path) : withProperty(body, tree, path, value);
  if (after === undefined) return undefined;
  const was = valueOf(body);
  const is = valueOf(after);
  const isRight =
    isDeepStrictEqual(entryOf(is, path), value) &&
    isDeepStrictEqual(withoutEntry(is, path), withoutEntry(was, path)) &&
    isDeepStrictEqual(commentsIn(after), commentsIn(body));
  return isRight ? `${start}${after}` : undefined;
}

/** The value at a path; undefined if there is none, or the file cannot be read. */
export function entryIn(text: string, [key, name]: EntryPath): unknown {
  return entriesIn(text, key).find(([each]) => each === name)?.[1];
}

/** The servers below a key, by their names. */
export function entriesIn(text: string, key: string): [string, unknown][] {
  const value = valueOf(text.startsWith(mark) ? text.slice(1) : text);
  const entries = isRecord(value) ? value[key] : undefined;
  return isRecord(entries) ? Object.entries(entries) : [];
}

/** Whether a text is empty or a JSON object, with comments and trailing commas allowed. */
export function isReadable(text: string): boolean {
  return text.trim() === '' || isRecord(valueOf(text.startsWith(mark) ? text.slice(1) : text));
}

/** Why an entry below a key cannot be set in a text or removed from it, to complete a sentence. */
export function refusalOf(text: string, key: string): string {
  const body = text.startsWith(mark) ? text.slice(1) : text;
  if (treeOf(body) === undefined) return 'it is not valid JSON';
  const value = valueOf(body);
  if (!isRecord(value)) return 'it is not a JSON object';
  if (value[key] !== undefined && !isRecord(value[key])) return `its "${key}" is not an object`;
  return 'a comment, or a second key of the same name, could be lost';
}

function fresh([key, name]: EntryPath, value: object | undefined): string {
  return `${JSON.stringify(value === undefined ? {} : { [key]: { [name]: value } }, undefined, 2)}\n`;
}

function valueOf(text: string): unknown {
  const value: unknown = treeOf(text) === undefined ? undefined : parse(text);
  return value;
}

function entryOf(value: unknown, [key, name]: EntryPath): unknown {
  const entries = isRecord(value) ? value[key] : undefined;
  return isRecord(entries) ? entries[name] : undefined;
}

/** Keeps an empty list of servers if there was none. */
function withoutEntry(value: unknown, [key, name]: EntryPath): unknown {
  if (!isRecord(value)) return value;
  const entries = value[key] ?? {};
  if (!isRecord(entries)) return value;
  const left = Object.entries(entries).filter(([each]) => each !== name);
  return { ...value, [key]: Object.fromEntries(left) };
}

function commentsIn(text: string): string[] {
  const comments: string[] = [];
  visit(text, { onComment: (offset, length) => comments.push(text.slice(offset, offset + length)) });
  return comments;
}
