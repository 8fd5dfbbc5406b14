/** Names of tags, and the tags in a note's text: those in the structure, so none in code, formulas or HTML. */
import { ToolFailure } from '../../../errors';
import { linesWithText, linesSplice, startOfLine } from '../sections/given-text';
import { endOfText } from '../sections/text-place';
import { afterByteOrderMark, findBody } from '../../frontmatter/frontmatter';
import {
  ASTERISK,
  DASH,
  DOT,
  GREATER_THAN,
  HASH,
  isBlank,
  isDigit,
  isEmphasisMark,
  LEFT_BRACKET,
  PLUS,
  RIGHT_BRACKET,
  RIGHT_PARENTHESIS,
  runEnd,
  skipBlanks,
} from '../../structure/characters';
import type { NoteStructure, Span } from '../../structure/note-structure';
import { isTag } from '../../tags';
import { lineEnd, detectNewline } from '../../text/lines';
import type { Splice } from '../../text/splices';
import { foldTag } from '../../../utils/properties/property-names';
import { quoted } from '../../../utils/text/pieces';

/** The tags in the text itself, not those of the frontmatter. */
export type TagPlaces = Pick<NoteStructure, 'tags'>;

/** Removes tags, each with one space next to it and with emphasis that contains nothing else. */
export function removals(text: string, structure: TagPlaces, isGone: (tag: string) => boolean): Splice[] {
  const runs: { start: number; end: number }[] = [];
  for (const tag of structure.tags) {
    if (!isGone(text.slice(tag.start + 1, tag.end))) continue;
    const { start, end } = withEmphasis(text, tag);
    const last = runs.at(-1);
    const touches =
      last && (start <= last.end || (start === last.end + 1 && isBlank(text.charCodeAt(last.end))));
    if (touches) last.end = end;
    else runs.push({ start, end });
  }
  const lineStarts = new LineStarts(text);
  return runs.map(run => {
    const { start, end } = withSpace(text, run, lineStarts.before(run.start));
    return { from: start, to: end, text: '' };
  });
}

/** Starts of lines for ascending offsets: one line may hold a million tags and is scanned only once. */
class LineStarts {
  private start: number;
  private nextBreak: number;

  constructor(private readonly text: string) {
    this.start = afterByteOrderMark(text);
    this.nextBreak = text.indexOf('\n');
  }

  before(offset: number): number {
    while (this.nextBreak !== -1 && this.nextBreak < offset) {
      this.start = this.nextBreak + 1;
      this.nextBreak = this.text.indexOf('\n', this.start);
    }
    return this.start;
  }
}

export function renamings(text: string, structure: TagPlaces, rename: TagRenaming): Splice[] {
  const splices: Splice[] = [];
  for (const tag of structure.tags) {
    const start = tag.start + 1;
    const name = text.slice(start, tag.end);
    const renamed = rename(name);
    if (renamed !== undefined && renamed !== name) splices.push({ from: start, to: tag.end, text: renamed });
  }
  return splices;
}

/** The tags of a text with their `#`, each spelling once. */
export function tagsIn(text: string, { tags }: TagPlaces): Set<string> {
  return new Set(tags.map(({ start, end }) => text.slice(start, end)));
}

/** Each tag once, ignoring case. */
export function folded(tags: ReadonlySet<string>): Set<string> {
  return new Set([...tags].map(foldTag));
}

/** Adds tags after the last line of the text: on it if it contains only tags, else in a new paragraph. */
export function additions(text: string, structure: TagPlaces, tags: readonly string[]): Splice[] {
  const present = folded(tagsIn(text, structure));
  const missing = tags.filter(tag => !present.has(foldTag(tag)));
  if (missing.length === 0) return [];
  const line = missing.map(tag => `#${tag}`).join(' ');
  const core = linesWithText(text, findBody(text), endOfText(text));
  if (core.end === core.start) return [linesSplice(text, core.end, core.end, line, detectNewline(text))];
  const end = lineEnd(text, core.end - 1);
  if (holdsOnlyTags(text, structure, end)) return [{ from: end, to: end, text: ` ${line}` }];
  const newline = detectNewline(text);
  return [linesSplice(text, core.end, core.end, newline + line, newline)];
}

/** Whether the line that ends at `end` contains only tags. */
function holdsOnlyTags(text: string, structure: TagPlaces, end: number): boolean {
  const start = startOfLine(text, end);
  let reached = start;
  for (const tag of structure.tags) {
    if (tag.start < start) continue;
    if (skipBlanks(text, reached, end) !== tag.start) return false;
    reached = tag.end;
  }
  return reached > start && reached === end;
}

function withEmphasis(text: string, tag: Span): Span {
  let { start, end } = tag;
  while (start > 0 && isEmphasisMark(text.charCodeAt(start - 1)) && text[start - 1] === text[end]) {
    start -= 1;
    end += 1;
  }
  return { start, end };
}

/** Extends a tag by the space after it, or the one before it unless that belongs to a list marker, quote or heading. */
function withSpace(text: string, { start, end }: Span, lineStart: number): Span {
  const opensLine = start <= skipMarks(text, lineStart, start);
  const isBehindSpace = !opensLine && isBlank(text.charCodeAt(start - 1));
  if ((opensLine || isBehindSpace) && isBlank(text.charCodeAt(end))) return { start, end: end + 1 };
  return isBehindSpace ? { start: start - 1, end } : { start, end };
}

/** After the marks of the line's containers and block. */
function skipMarks(text: string, from: number, to: number): number {
  let at = skipBlanks(text, from, to);
  for (let next = markEnd(text, at, to); next > at; next = markEnd(text, at, to))
    at = skipBlanks(text, next, to);
  return at;
}

function markEnd(text: string, at: number, to: number): number {
  const code = text.charCodeAt(at);
  if (at >= to) return at;
  if (code === GREATER_THAN) return at + 1;
  let end = at;
  if (code === HASH) end = runEnd(text, at, to);
  else if (code === DASH || code === PLUS || code === ASTERISK) end = at + 1;
  else if (code === LEFT_BRACKET && text.charCodeAt(at + 2) === RIGHT_BRACKET) end = at + 3;
  else {
    while (end < to && isDigit(text.charCodeAt(end))) end += 1;
    const symbol = text.charCodeAt(end);
    end = end > at && (symbol === DOT || symbol === RIGHT_PARENTHESIS) ? end + 1 : at;
  }
  return isBlank(text.charCodeAt(end)) ? end : at;
}

const maxKnown = 1_000;
const tagRule = 'A tag has no spaces, no punctuation but `-`, `_` and `/`, and not only digits.';

/**
 * Validates a tag, with or without `#`: valid in the app, without empty parts between slashes.
 * @param mayBeParent whether it may be digits, which only tags nested below it can have
 * @returns it without `#`.
 * @throws ToolFailure `invalid_argument`
 */
export function tagName(given: string, mayBeParent = false): string {
  const trimmed = given.trim();
  const name = trimmed.startsWith('#') ? trimmed.slice(1) : trimmed;
  if (name.isWellFormed() && isTag(mayBeParent ? `#${name}/_` : `#${name}`) && !name.split('/').includes(''))
    return name;
  throw new ToolFailure('invalid_argument', `${quoted(given)} is not a valid tag.`, {
    hint: [`${tagRule} \`update_tags\` can remove an invalid one.`, tagRule],
  });
}

/** Maps a tag without `#` to its new name if it is the old one or nested in it; undefined otherwise. */
export type TagRenaming = (tag: string) => string | undefined;

export function tagRenaming(from: string, to: string): TagRenaming {
  const old = foldTag(from);
  const depth = from.split('/').length;
  // A note may have the same tag millions of times.
  const known = new Map<string, string | undefined>();
  return tag => {
    if (known.has(tag)) return known.get(tag);
    const parts = tag.split('/');
    const isOld = foldTag(parts.slice(0, depth).join('/')) === old;
    const renamed = isOld ? [to, ...parts.slice(depth)].join('/') : undefined;
    if (known.size < maxKnown) known.set(tag, renamed);
    return renamed;
  };
}
