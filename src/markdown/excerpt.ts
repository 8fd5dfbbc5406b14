import { Lines } from './lines';

export interface ExcerptRange {
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** In UTF-16 units of the note's own text. */
  readonly maxChars: number;
}

export interface Excerpt {
  /** 0 and 0 in an empty note. */
  readonly startLine: number;
  readonly endLine: number;
  /** The line to ask for next, where `maxChars` cut the range. */
  readonly nextStartLine?: number;
  /** The text as it stands in the note, cut on a line end where it was cut. */
  readonly text: string;
  /** The same with `N→` before each line, LF between lines and none at the end. */
  readonly numbered: string;
}

/**
 * The lines of a range that fit. A single line longer than `maxChars` is cut inside, between characters: the
 * only way to read on past it is a larger `maxChars`.
 */
export function excerpt(lines: Lines, range: ExcerptRange): Excerpt {
  if (lines.count === 0) return { startLine: 0, endLine: 0, text: '', numbered: '' };
  const { startLine } = range;
  const wanted = Math.min(range.endLine, lines.count);
  const limit = lines.startOf(startLine) + range.maxChars;
  const endLine = lines.endOf(wanted) <= limit ? wanted : Math.max(startLine, lines.lineAt(limit) - 1);
  const next = endLine < wanted ? { nextStartLine: endLine + 1 } : {};
  if (lines.endOf(endLine) <= limit) {
    return {
      startLine,
      endLine,
      ...next,
      text: lines.slice(startLine, endLine),
      numbered: lines.numbered(startLine, endLine),
    };
  }
  const text = cutBetweenCharacters(lines.slice(startLine, endLine), range.maxChars);
  return { startLine, endLine, nextStartLine: endLine + 1, text, numbered: `${startLine}→${text}` };
}

/** At most `length` units of a text, never half of a surrogate pair. */
export function cutBetweenCharacters(text: string, length: number): string {
  const cut = text.slice(0, length);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
