/**
 * Parses the frontmatter of nearly all notes in a tenth of the time of the full parser: lines of `key: value`
 * and lists of such values, no nesting. Anything ambiguous is left to the parser.
 */
import { maxYamlLength } from './frontmatter-yaml';

type PlainValue = string | number | boolean | null | PlainValue[];

/** The parser does not accept longer keys. */
const longestKey = 200;

/** Characters that may break, hide or join lines. */
const unusual = /[^\n -~\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ud7ff]/;
const keyLine = /^([A-Za-z_\u00c0-\u024f][\w\u00c0-\u024f-]*(?: [\w\u00c0-\u024f-]+)*):(?: +(\S.*))?$/;
const listLine = /^( *)- +(\S.*)$/;

const text = /^[A-Za-z\u00a1-\ud7ff]/;
/** A comment, a map, or a space at the end. */
const furtherMeaning = / #|:(?: |$)| $/;
const date = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?$/;
const number = /^\d{1,15}(?:\.\d{1,15})?$/;
const doubleQuoted = /^"[^"\\]*"$/;
const singleQuoted = /^'[^']*'$/;
const flowList = /^\[((?:[\w ,/\u00a1-\u1fff\u3040-\u9fff-]|"[^"\\]*")*)\]$/;
const flowItem = /"[^"\\]*"|[^",]+|,/g;

const words = new Map<string, boolean | null>([
  ...['null', 'Null', 'NULL'].map((word): [string, null] => [word, null]),
  ...['true', 'True', 'TRUE'].map((word): [string, boolean] => [word, true]),
  ...['false', 'False', 'FALSE'].map((word): [string, boolean] => [word, false]),
]);

interface OpenList {
  readonly key: string;
  indent: string | undefined;
  readonly items: PlainValue[];
}

/** The map, without a prototype; undefined if the full parser is needed. */
export function readPlainYaml(yaml: string): Record<string, unknown> | undefined {
  if (yaml.length > maxYamlLength || unusual.test(yaml)) return undefined;
  const entries: Record<string, unknown> = { __proto__: null };
  let list: OpenList | undefined;
  let count = 0;
  for (const line of yaml.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const item = listLine.exec(line);
    if (item !== null) {
      if (list === undefined || !addItem(list, item)) return undefined;
      entries[list.key] = list.items;
      continue;
    }
    const [, key, written] = keyLine.exec(line) ?? [];
    if (key === undefined || key.length > longestKey || words.has(key)) return undefined;
    const value = written === undefined ? null : (flowOf(written) ?? scalarOf(written));
    if (value === undefined) return undefined;
    list = written === undefined ? { key, indent: undefined, items: [] } : undefined;
    entries[key] = value;
    count += 1;
  }
  return count === 0 ? undefined : entries;
}

function addItem(list: OpenList, [, indent, written = '']: RegExpExecArray): boolean {
  const value = scalarOf(written);
  list.indent ??= indent;
  if (value === undefined || list.indent !== indent) return false;
  list.items.push(value);
  return true;
}

/** Undefined if it is ambiguous. */
function scalarOf(written: string): PlainValue | undefined {
  const word = words.get(written);
  if (word !== undefined) return word;
  if (text.test(written)) return furtherMeaning.test(written) ? undefined : written;
  if (number.test(written)) return Number(written);
  if (date.test(written)) return written;
  return doubleQuoted.test(written) || singleQuoted.test(written) ? written.slice(1, -1) : undefined;
}

/** Items between single commas; undefined for any other list. */
function flowOf(written: string): PlainValue[] | undefined {
  const [, inside] = flowList.exec(written) ?? [];
  if (inside === undefined) return undefined;
  const values: PlainValue[] = [];
  let isOpen = true;
  for (const [part] of inside.matchAll(flowItem)) {
    const item = part.trim();
    if (item === '') continue;
    if ((item === ',') === isOpen) return undefined;
    isOpen = item === ',';
    const value = isOpen ? null : scalarOf(item);
    if (value === undefined) return undefined;
    if (!isOpen) values.push(value);
  }
  return isOpen ? undefined : values;
}
