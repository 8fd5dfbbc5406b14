/**
 * Parses the frontmatter of nearly all notes in a tenth of the time of the full parser: lines of `key: value`, lists of
 * such values, texts of several lines, and maps of all these. Anything ambiguous is left to the parser.
 */
import { maxYamlLength } from './frontmatter-yaml';
import { matchOf } from '../../utils/text/pieces';

/** Scalars and lists of YAML on one line, where only one reading is possible. */

type PlainScalar = string | number | boolean | null;

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
function isWord(written: string): boolean {
  return words.has(written);
}

/** @param written without space around it; undefined if it is ambiguous */
function plainScalarOf(written: string): PlainScalar | undefined {
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
function plainListOf(written: string): PlainScalar[] | undefined {
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

type PlainMap = Record<string, unknown>;

/** The parser does not accept longer keys. */
const maxKeyLength = 200;

/** Maps nested deeper are left to the parser, which has a limit. */
const maxDepth = 8;

/** Characters that may break, hide or join lines. */
const unusual =
  /[^\n -~\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ufefe\uff00-\ufffd]/;
const keyLine =
  /^( *)([A-Za-z_\u00a1-\u1fff\u3040-\ud7ff][\w\u00a1-\u1fff\u3040-\ud7ff-]*(?: [\w\u00a1-\u1fff\u3040-\ud7ff-]+)*):(?: +(\S.*)| *)$/;
const listLine = /^( *)- +(\S.*)$/;
const blockHeader = /^[|>]-?$/;

/** The map, without a prototype; undefined if the full parser is needed. */
export function readPlainYaml(yaml: string): Record<string, unknown> | undefined {
  if (yaml.length > maxYamlLength || unusual.test(yaml)) return undefined;
  return new PlainReader(yaml.split('\n')).read();
}

/** Each method returns undefined where the full parser is needed. */
class PlainReader {
  private at = 0;

  constructor(private readonly lines: readonly string[]) {}

  read(): PlainMap | undefined {
    const entries = this.next() === undefined ? undefined : this.map(0, 0);
    return this.at < this.lines.length ? undefined : entries;
  }

  /** The next line that is neither empty nor a comment. */
  private next(): string | undefined {
    let line = this.lines[this.at];
    while (line === '' || line?.startsWith('#') === true) line = this.lines[++this.at];
    return line;
  }

  /** The lines of keys that are indented by so much, up to one that is indented less. */
  private map(indent: number, depth: number): PlainMap | undefined {
    const entries: PlainMap = { __proto__: null };
    for (let line = this.next(); line !== undefined; line = this.next()) {
      const [, spaces = '', key, written] = matchOf(keyLine, line);
      if (key === undefined || key.length > maxKeyLength || isWord(key)) return undefined;
      if (spaces.length < indent) break;
      if (spaces.length > indent) return undefined;
      this.at += 1;
      const value =
        written === undefined ? this.valueBelow(indent, depth) : this.valueOf(written.trimEnd(), indent);
      if (value === undefined) return undefined;
      entries[key] = value;
    }
    return entries;
  }

  /** @param indent of the key */
  private valueOf(written: string, indent: number): unknown {
    if (blockHeader.test(written)) return this.block(written, indent);
    return plainListOf(written) ?? plainScalarOf(written);
  }

  /** The list or the map below a key, null if there is neither. */
  private valueBelow(indent: number, depth: number): unknown {
    const line = this.next();
    const width = line === undefined ? 0 : indentOf(line);
    if (line !== undefined && width >= indent && listLine.test(line)) return this.list(width);
    if (width <= indent) return null;
    return depth < maxDepth ? this.map(width, depth + 1) : undefined;
  }

  private list(indent: number): PlainScalar[] | undefined {
    const items: PlainScalar[] = [];
    for (let line = this.next(); line !== undefined; line = this.next()) {
      const [, spaces, written = ''] = matchOf(listLine, line);
      if (spaces === undefined) break;
      const item = plainScalarOf(written.trimEnd());
      if (item === undefined || spaces.length !== indent) return undefined;
      items.push(item);
      this.at += 1;
    }
    return items;
  }

  /** Lines that keep their breaks after `|`, and are joined after `>`; all are indented alike. */
  private block(header: string, indent: number): string | undefined {
    const width = indentOf(this.lines[this.at] ?? '');
    if (width <= indent) return undefined;
    const texts: string[] = [];
    for (let line = this.lines[this.at]; line !== undefined; line = this.lines[++this.at]) {
      const spaces = indentOf(line);
      if (line !== '' && spaces <= indent) break;
      if (line !== '' && (spaces !== width || spaces === line.length)) return undefined;
      texts.push(line.slice(width));
    }
    while (texts.at(-1) === '') texts.pop();
    const text = texts.join('\n');
    const joined = header.startsWith('|') ? text : text.replace(/\n+/g, breaks => breaks.slice(1) || ' ');
    return header.endsWith('-') ? joined : `${joined}\n`;
  }
}

function indentOf(line: string): number {
  let at = 0;
  while (line[at] === ' ') at += 1;
  return at;
}
