/** An edit of one part of a note, and the lines that it puts there. */
import { ToolFailure } from '../../../errors';
import { afterByteOrderMark } from '../../frontmatter/frontmatter';
import type { Span } from '../../structure/note-structure';
import { lineStart, withNewline, type Newline } from '../../text/lines';
import type { Splice } from '../../text/splices';
import { matchOf, withoutClosing } from '../../../utils/text/pieces';

/** An edit of one part of a note; the names are those of `patch_note`'s arguments. */
export interface TargetEdit {
  readonly operation: 'append' | 'prepend' | 'replace';
  /** A heading's text or path (see `findHeading`), or a block id. */
  readonly target: string;
  readonly content: string;
  /** Which of equal headings, from 1. */
  readonly occurrence?: number | undefined;
  /** Separates the headings of a path; `::` by default. */
  readonly targetDelimiter?: string | undefined;
  /** Removes the blank lines at both ends of a section's content. */
  readonly trimTargetWhitespace?: boolean | undefined;
  readonly createTargetIfMissing?: boolean | undefined;
}

/** @throws ToolFailure `invalid_argument` for an unpaired surrogate */
export function requireWellFormed(text: string): void {
  if (text.isWellFormed()) return;
  const message = 'The text contains an unpaired surrogate, which no file can hold.';
  throw new ToolFailure('invalid_argument', message);
}

/** A caller's text with the line breaks of the note. @throws ToolFailure `invalid_argument` for an unpaired surrogate */
export function exactText(given: string, newline: Newline): string {
  requireWellFormed(given);
  return withNewline(given, newline);
}

/** The same without a byte order mark, as in a text read from the start of a file: behind one, a heading is none. */
export function givenText(given: string, newline: Newline): string {
  return exactText(given.slice(afterByteOrderMark(given)), newline);
}

/** A heading with `#`s on the first line of a text. */
export interface OpeningHeading {
  readonly heading: string;
  readonly level: number;
  readonly below: string;
}

export type HeadingLine = Pick<OpeningHeading, 'heading' | 'level'>;

export function openingHeading(given: string): OpeningHeading | undefined {
  const { start } = linesWithText(given, 0, given.length);
  const feed = given.indexOf('\n', start);
  const line = withoutClosing(feed === -1 ? given.slice(start) : given.slice(start, feed));
  const [, marks = '', heading = ''] = matchOf(/^ {0,3}(#{1,6})[ \t]+(\S.*)$/u, line.trimEnd());
  if (heading === '') return undefined;
  return { heading, level: marks.length, below: feed === -1 ? '' : given.slice(feed + 1) };
}

/** The text below a heading, if the text begins with that heading, of its level or a higher one; otherwise undefined. */
export function belowHeading(given: string, { heading, level }: HeadingLine): string | undefined {
  const opening = openingHeading(given);
  return opening?.heading === heading && opening.level <= level ? opening.below : undefined;
}

/**
 * Replaces the lines from `from` to `to`, both line starts or the end of the text. A line break separates the
 * new lines from the text before and after, and a note that ended in a line break still does.
 */
export function linesSplice(text: string, from: number, to: number, lines: string, newline: Newline): Splice {
  if (lines === '') return { from, to, text: '' };
  const opensLine = from <= afterByteOrderMark(text) || text[from - 1] === '\n';
  const needsBreak = !lines.endsWith('\n') && (to < text.length || text.endsWith('\n'));
  return { from, to, text: (opensLine ? '' : newline) + lines + (needsBreak ? newline : '') };
}

export function withGapBelow(lines: string, newline: Newline): string {
  return (lines.endsWith('\n') ? lines : lines + newline) + newline;
}

/** The start of the line of `offset`, after a byte order mark. */
export function startOfLine(text: string, offset: number): number {
  return Math.max(lineStart(text, offset), afterByteOrderMark(text));
}

/** The lines in between, with the last line's break, without blank lines at both ends; empty at `from` if all are blank. */
export function linesWithText(text: string, from: number, to: number): Span {
  let end = to;
  while (end > from && isBlankCode(text.charCodeAt(end - 1))) {
    end -= 1;
  }
  if (end === from) return { start: from, end: from };
  let start = from;
  for (let at = from; at < end && isBlankCode(text.charCodeAt(at)); at += 1) {
    if (text[at] === '\n') start = at + 1;
  }
  const feed = text.indexOf('\n', end);
  return { start, end: feed === -1 || feed >= to ? to : feed + 1 };
}

export function isBlankCode(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}
