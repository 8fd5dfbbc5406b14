/** Writes values and names as YAML. */
import { isSeq, parseDocument } from 'yaml';
import { isList } from '../../utils/json';
import { unitEscape } from '../../utils/text/pieces';
import { readYaml } from '../yaml/frontmatter-yaml';

export class WrittenScalar {
  constructor(readonly text: string) {}
}

/** A value on one line, lists as `[a, b]` and maps as `{a: 1}`. */
export function inlineText(value: unknown, place: Place): string {
  if (isList(value)) return `[${value.map(item => inlineText(item, 'flow')).join(', ')}]`;
  if (value instanceof WrittenScalar) return value.text;
  if (typeof value !== 'object' || value === null) return scalarText(value, place);
  const pairs = Object.entries(value).map(
    ([name, item]) => `${keyText(name, 'flow')}: ${inlineText(item, 'flow')}`,
  );
  return `{${pairs.join(', ')}}`;
}

/** Whether a value is a non-empty list or map: an empty one can only be written in brackets. */
export function isFilled(value: unknown): value is object {
  const isScalar = typeof value !== 'object' || value === null || value instanceof WrittenScalar;
  return !isScalar && Object.keys(value).length > 0;
}

/** The lines of a filled list or map in block style, without line breaks; `indent` is that of its dashes or names. */
export function blockLines(value: object, indent: number): string[] {
  const margin = ' '.repeat(indent);
  if (isList(value)) {
    return value.flatMap(item => {
      if (!isFilled(item)) return `${margin}- ${inlineText(item, 'block')}`;
      const [first = '', ...rest] = blockLines(item, indent + 2);
      return [`${margin}- ${first.slice(indent + 2)}`, ...rest];
    });
  }
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) => {
    const key = `${margin}${keyText(name, 'block')}:`;
    return isFilled(item) ? [key, ...blockLines(item, indent + 2)] : `${key} ${inlineText(item, 'block')}`;
  });
}

/** The context of a scalar decides what may stay unquoted: a comma may in a block, not between brackets. */
type Place = 'block' | 'flow';

/** A letter first, then letters, digits and characters without a meaning in YAML. */
const harmless = /^\p{L}[\p{L}\p{M}\p{N}_./-]*(?: [\p{L}\p{M}\p{N}_./-]+)*$/u;
/** No plain scalar begins with one of these. */
const opensOther = /^[[\]{},#&*!|>'"%@`]/;
const reserved = new Set(['null', 'true', 'false']);
/** Characters that a line cannot show, or that some parsers treat as a line break. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\uFFFE\uFFFF]/u;

/** The scalar on one line: plain if it parses as itself, else double-quoted. */
function scalarText(value: unknown, place: Place): string {
  if (typeof value !== 'string') return Object.is(value, -0) ? '-0' : String(value);
  return readsBackPlain(value, place) ? value : quoted(value);
}

/** A property's name, plain if it parses as the same name. */
export function keyText(name: string, place: Place): string {
  if (isHarmless(name)) return name;
  if (name !== name.trim() || name === '' || unprintable.test(name)) return quoted(name);
  const read = readYaml(place === 'block' ? `${name}: x\n` : `{${name}: x}`);
  // `<<` is a plain name in YAML 1.2, but merges maps in parsers of 1.1.
  return read.ok && name !== '<<' && isOnlyName(read.value, name) ? name : quoted(name);
}

function isOnlyName(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null || isList(value)) return false;
  const entries = Object.entries(value);
  return entries.length === 1 && entries[0]?.[0] === name && entries[0][1] === 'x';
}

function isHarmless(text: string): boolean {
  return text.length < 200 && harmless.test(text) && !reserved.has(text.toLowerCase());
}

function readsBackPlain(text: string, place: Place): boolean {
  if (isHarmless(text)) return true;
  // Non-ASCII spaces at an end are part of the value, but not every reader keeps them.
  if (text !== text.trim()) return false;
  if (text === '' || opensOther.test(text) || unprintable.test(text)) return false;
  const sample = place === 'block' ? `- ${text}\n- k: ${text}\n` : `[${text}, {k: ${text}}]`;
  const document = parseDocument(sample, { logLevel: 'error', prettyErrors: false, resolveKnownTags: false });
  if (document.errors.length > 0 || document.warnings.length > 0) return false;
  // Nodes, not `toJS`, which throws where the text reads as an alias without its anchor.
  if (!isSeq(document.contents) || document.contents.items.length !== 2) return false;
  return document.getIn([0]) === text && document.getIn([1, 'k']) === text;
}

/** JSON's escapes are all valid in YAML; other unprintable characters are escaped the same way. */
function quoted(text: string): string {
  let result = '';
  for (const char of JSON.stringify(text)) {
    result += unprintable.test(char) ? unitEscape(char) : char;
  }
  return result;
}
