import { Lexer } from 'yaml';
import { ToolFailure } from '../../../errors';
import { locateFrontmatter } from '../../frontmatter/frontmatter';
import type { NoteStructure, Span } from '../../structure/note-structure';
import { spliced, type Splice } from '../../text/splices';
import { readYaml } from '../../yaml/frontmatter-yaml';
import { isRecord } from '../../../utils/json';

/** What a replacement may change in a note: its text without code and properties, one of these, or everything. */
export type ReplaceScope = 'text' | 'code' | 'properties' | 'all';

/** The facts about a text that say which part a place is in. */
export type ScopeParts = Pick<NoteStructure, 'frontmatter' | 'enclosures' | 'length'>;

/** The splices within the scope. Linear: both are in the order of the text. */
export function withinScope(
  splices: readonly Splice[],
  { frontmatter, enclosures, length }: ScopeParts,
  scope: ReplaceScope,
): readonly Splice[] {
  const bodyStart = frontmatter?.end ?? 0;
  const properties = { start: frontmatter?.bodyStart ?? 0, end: frontmatter?.bodyEnd ?? 0 };
  const code = enclosures.filter(({ kind }) => kind === 'code');
  let at = 0;
  return splices.filter(splice => {
    while ((code[at]?.end ?? Infinity) <= splice.from) at += 1;
    const span = code[at];
    const isInProperties = frontmatter !== undefined && isIn(splice, properties);
    const isInBody = isIn(splice, { start: bodyStart, end: length });
    const isCode = span !== undefined && isIn(splice, span);
    const isText = isInBody && (span === undefined || splice.to <= span.start);
    const all = isInProperties || isInBody;
    return { text: isText, code: isCode, properties: isInProperties, all }[scope];
  });
}

function isIn({ from, to }: Splice, { start, end }: Span): boolean {
  return from >= start && to <= end;
}

/**
 * Applies splices and checks that the properties stay valid: the YAML parses, with the same properties, lists
 * and comments as before.
 * @throws ToolFailure `invalid_frontmatter`
 */
export function replaced(text: string, splices: readonly Splice[]): string {
  const result = spliced(text, splices);
  const block = locateFrontmatter(text);
  if (block === undefined || splices.every(({ from }) => from >= block.after)) return result;
  const inside = splices.filter(({ from }) => from < block.end);
  const grown = inside.reduce((sum, { from, to, text: fresh }) => sum + fresh.length - (to - from), 0);
  const after = locateFrontmatter(result);
  const was = text.slice(block.bodyStart, block.bodyEnd);
  const is = after === undefined ? '' : result.slice(after.bodyStart, after.bodyEnd);
  if (after?.bodyStart === block.bodyStart && after.bodyEnd === block.bodyEnd + grown && readsAlike(was, is))
    return result;
  throw new ToolFailure('invalid_frontmatter', 'The properties would not read back as wanted.');
}

function readsAlike(before: string, after: string): boolean {
  const was = readYaml(before);
  const is = readYaml(after);
  return was.ok && is.ok && commentsIn(before) === commentsIn(after) && haveSameShape(was.value, is.value);
}

/** Scalars may change; properties and list items may not be added or removed. */
function haveSameShape(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return isRecord(one) === isRecord(other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const values = Object.values(one);
  const others = Object.values(other);
  return values.length === others.length && values.every((value, at) => haveSameShape(value, others[at]));
}

function commentsIn(yaml: string): number {
  return [...new Lexer().lex(yaml)].filter(token => token.startsWith('#')).length;
}
