import type { Lines } from './lines';

interface ExcerptRange {
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** In UTF-16 units of the note's own text. */
  readonly maxChars: number;
}

/** A part of a note in whole lines, unless one line alone is too long. */
export interface Excerpt {
  /** 0 and 0 for an empty note. */
  readonly startLine: number;
  readonly endLine: number;
  /** Whether `maxChars` cut the range. */
  readonly isCut: boolean;
  /** The line to continue with, if lines of the range were left out. */
  readonly nextStartLine?: number;
  /** Offset in the note's text; the excerpt is `text.slice(start, end)`. */
  readonly start: number;
  readonly end: number;
}

/** Most lines of an excerpt: line numbers make blank lines nine times as long, and each takes a fifth of a microsecond. */
const maxLines = 100_000;

/** The lines of a range that fit. A longer single line is cut; only a larger `maxChars` reads its rest. */
export function excerpt(lines: Lines, range: ExcerptRange): Excerpt {
  if (lines.count === 0) return { startLine: 0, endLine: 0, start: 0, end: 0, isCut: false };
  const { startLine } = range;
  const wanted = Math.min(range.endLine, lines.count);
  const start = lines.startOf(startLine);
  const limit = start + range.maxChars;
  const last = Math.min(wanted, startLine + maxLines - 1);
  const endLine = lines.endOf(last) <= limit ? last : Math.max(startLine, lines.lineAt(limit) - 1);
  const end = Math.min(
    lines.endOf(endLine),
    start + cutBetweenCharacters(lines.text.slice(start, limit), range.maxChars).length,
  );
  const next = endLine < wanted ? { nextStartLine: endLine + 1 } : {};
  return { startLine, endLine, start, end, isCut: end < lines.endOf(wanted), ...next };
}

/**
 * The excerpt's lines as `N→text`, with LF between them and none at the end.
 * @param before number of lines of the note before the first one of `lines`
 */
export function numberedLines(
  lines: Lines,
  { startLine, endLine, start, end }: Excerpt,
  before: number,
): string {
  if (startLine === 0) return '';
  return end < lines.endOf(endLine)
    ? `${startLine + before}→${lines.text.slice(start, end)}`
    : lines.numbered(startLine, endLine, before);
}

/** At most `length` units of a text, never half of a surrogate pair. */
export function cutBetweenCharacters(text: string, length: number): string {
  const cut = text.slice(0, length);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
