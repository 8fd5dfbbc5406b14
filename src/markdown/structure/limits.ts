/** Limits that keep the work proportional to the text, whatever it contains. */
import { ToolFailure } from '../../errors';

/** Quotes, lists and footnotes nested deeper than this hold plain text. */
export const MAX_CONTAINER_DEPTH = 64;

/** A link's destination may nest this many parentheses. */
export const MAX_NESTED_PARENTHESES = 32;

/** An HTML tag with more attributes is text: tags that begin inside each other's values would be read over and over. */
export const MAX_ATTRIBUTES = 64;

/**
 * UTF-16 units. A longer note is read by lines, appended to, edited exactly and searched, but not parsed for a caller:
 * whatever a shorter one contains is parsed in one step of at most 150 ms.
 */
export const MAX_PARSED_LENGTH = 2 * 1024 * 1024;

/** A note with more lines, or more headings, items, links, tags and the like, has no structure for a caller. */
export const MAX_LINES = 500_000;
export const MAX_PARTS = 100_000;

/** The same for opening brackets, or runs of backticks, in one paragraph: all are kept while it is scanned. */
export const MAX_MARKS = 100_000;

/** The same for quotes, items and footnotes with blocks in them: two million units of `> > > a` and blank lines took 200 ms. */
export const MAX_CONTAINERS = 250_000;

/** The failure for a note that exceeds one of these. */
export function tooMany(most: number, what: string): ToolFailure {
  return new ToolFailure('too_large', `The note has more than ${most} ${what}.`, {
    hint: 'Read and edit it by lines or by its text.',
  });
}

/** Steps of a `StepCounter` between two counts of the parts. */
export const STEPS_BETWEEN_LOOKS = 16_384;

/** Counts the characters and lines that a scan reads: a measure of cost that does not depend on time. */
export interface StepCounter {
  steps: number;
}
