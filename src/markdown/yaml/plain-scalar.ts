import { matchOf } from '../../utils/text/pieces';

/** Scalars and lists of YAML on one line, where only one reading is possible. */

export type PlainScalar = string | number | boolean | null;

const text = /^[A-Za-z_(/\u00a1-\ufefe\uff00-\ufffd]/;
/** A comment, or a map. */
const furtherMeaning = / #|:(?: |$)/;
const number = /^(?:-(?=[1-9]))?\d{1,15}(?:\.\d{1,15})?$/;
/** Begins with a digit, and contains what no number does: a time, an amount with its unit. */
const textOfDigits = /^\d[\w.+-]*[^\w.+-]/;
const date = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?$/;
const doubleQuoted = /^"[^"\\]*"$/;
/** With the escapes that mean the same in JSON. */
const escaped = /^"(?:[^"\\]|\\["\\/bfnrt])*"$/;
const singleQuoted = /^'(?:[^']|'')*'$/;
const list = /^\[((?:[\w .,/\u00a1-\u1fff\u3040-\u9fff-]|"[^"\\]*")*)\]$/;
const listItem = /"[^"\\]*"|[^",]+|,/g;

const words = new Map<string, boolean | null>([
  ...['null', 'Null', 'NULL'].map((word): [string, null] => [word, null]),
  ...['true', 'True', 'TRUE'].map((word): [string, boolean] => [word, true]),
  ...['false', 'False', 'FALSE'].map((word): [string, boolean] => [word, false]),
]);

/** Whether it means something else than its letters. */
export function isWord(written: string): boolean {
  return words.has(written);
}

/** @param written without space around it; undefined if it is ambiguous */
export function plainScalarOf(written: string): PlainScalar | undefined {
  const word = words.get(written);
  if (word !== undefined) return word;
  if (text.test(written)) return furtherMeaning.test(written) ? undefined : written;
  if (number.test(written)) return Number(written);
  if (date.test(written)) return written;
  if (textOfDigits.test(written)) return furtherMeaning.test(written) ? undefined : written;
  return quotedText(written);
}

function quotedText(written: string): string | undefined {
  if (doubleQuoted.test(written)) return written.slice(1, -1);
  if (singleQuoted.test(written)) return written.slice(1, -1).replaceAll("''", "'");
  const value: unknown = escaped.test(written) ? JSON.parse(written) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Items between single commas; undefined for any other text. */
export function plainListOf(written: string): PlainScalar[] | undefined {
  const [, inside] = matchOf(list, written);
  if (inside === undefined) return undefined;
  const values: PlainScalar[] = [];
  let isOpen = true;
  for (const [part] of inside.matchAll(listItem)) {
    const item = part.trim();
    if (item === '') continue;
    if ((item === ',') === isOpen) return undefined;
    isOpen = item === ',';
    const value = isOpen ? null : plainScalarOf(item);
    if (value === undefined) return undefined;
    if (!isOpen) values.push(value);
  }
  return isOpen && inside.trim() !== '' ? undefined : values;
}
