import { isObject } from '../../utils/json';
import type { FrontmatterBlock } from '../structure/note-structure';
import { type Newline, afterLine } from '../text/lines';
import { readYaml, type YamlProblem } from '../yaml/frontmatter-yaml';

/** Begins with the opening `---`, after a byte order mark; its YAML includes the last line break. */
export interface LocatedFrontmatter extends FrontmatterBlock {
  /** Where the note's text begins: after the closing fence's line break, or the end of the text. */
  readonly after: number;
  /** The line break of the opening fence. */
  readonly newline: Newline;
}

/** Property names to plain data (no prototype, so that `__proto__` and `constructor` are ordinary names). */
export type Frontmatter = Readonly<Record<string, unknown>>;

/** Why the YAML between the fences is not usable; `empty` (nothing, comments or `null`) does not prevent edits. */
export type FrontmatterProblem = YamlProblem | { readonly kind: 'empty' } | { readonly kind: 'not_a_map' };

type ParsedFrontmatter =
  | { readonly ok: true; readonly value: Frontmatter }
  | { readonly ok: false; readonly problem: FrontmatterProblem };

const byteOrderMark = '\uFEFF';

/** The start of the text after a byte order mark: 0 or 1. */
export function afterByteOrderMark(text: string): 0 | 1 {
  return text.startsWith(byteOrderMark) ? 1 : 0;
}

/** The block between `---` on the first line and the next `---` line; undefined if it is not closed. */
export function locateFrontmatter(text: string): LocatedFrontmatter | undefined {
  const start = afterByteOrderMark(text);
  const opening = fenceLine(text, start);
  if (opening?.newline === undefined) return undefined;
  for (
    let line = text.indexOf('---', opening.after);
    line >= 0;
    line = text.indexOf('---', afterLine(text, line))
  ) {
    const closing = text[line - 1] === '\n' ? fenceLine(text, line) : undefined;
    if (closing) {
      return {
        start,
        bodyStart: opening.after,
        bodyEnd: line,
        end: line + 3,
        after: closing.after,
        newline: opening.newline,
      };
    }
  }
  return undefined;
}

/** The YAML of the block, if there is one, and the start of the rest of the note (after a byte order mark). */
export function splitFrontmatter(text: string): { yaml: string | undefined; bodyOffset: number } {
  const block = locateFrontmatter(text);
  if (!block) return { yaml: undefined, bodyOffset: afterByteOrderMark(text) };
  return { yaml: text.slice(block.bodyStart, block.bodyEnd), bodyOffset: block.after };
}

/**
 * Parses YAML like the app: YAML 1.2 core, dates stay text, the last of duplicate keys counts. Never throws;
 * its cost is bounded by limits on size, depth and aliases.
 * @param exactIntegers gives integers beyond 2^53 as text, since a number would lose digits
 */
export function parseFrontmatter(yaml: string, { exactIntegers = false } = {}): ParsedFrontmatter {
  const read = readYaml(yaml, { exactIntegers });
  if (!read.ok) return read;
  if (read.value === null) return { ok: false, problem: { kind: 'empty' } };
  return isObject(read.value)
    ? { ok: true, value: read.value }
    : { ok: false, problem: { kind: 'not_a_map' } };
}

/** The properties of a note, as `parseFrontmatter` reads them; undefined without a block. */
export function frontmatterIn(text: string, { exactIntegers = false } = {}): ParsedFrontmatter | undefined {
  const { yaml } = splitFrontmatter(text);
  return yaml === undefined ? undefined : parseFrontmatter(yaml, { exactIntegers });
}

/** Where the text below the properties begins, after a byte order mark where there are none. */
export function findBody(text: string): number {
  return locateFrontmatter(text)?.after ?? afterByteOrderMark(text);
}

/** The parsed properties of a note; undefined if there are none, or they do not parse. */
export function readFrontmatter(text: string): Frontmatter | undefined {
  return readYamlText(splitFrontmatter(text).yaml);
}

/** The same for the YAML between the fences, if there are any. */
export function readYamlText(yaml: string | undefined): Frontmatter | undefined {
  const parsed = yaml === undefined ? undefined : parseFrontmatter(yaml);
  return parsed?.ok === true ? parsed.value : undefined;
}

/**
 * The only definition of a fence: three dashes, followed only by spaces and tabs. No recording shows whether
 * trailing blanks are allowed; if they were not, an edit would add a second block above the first.
 */
function fenceLine(text: string, start: number): { after: number; newline: Newline | undefined } | undefined {
  if (!text.startsWith('---', start)) return undefined;
  let at = start + 3;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  if (at >= text.length) return { after: at, newline: undefined };
  if (text[at] === '\n') return { after: at + 1, newline: '\n' };
  return text.startsWith('\r\n', at) ? { after: at + 2, newline: '\r\n' } : undefined;
}
