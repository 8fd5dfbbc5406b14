/** The part of a note that a snippet shows: the line of a match, or the paragraph or section around it. */

import type { NoteText } from '../index/note-text';
import { type Span, stretchLength } from '../match/matcher';
import type { Regions } from '../text/note-blocks';

export type SnippetContext = 'line' | 'paragraph' | 'section';

/** Parts of one text that are shown. Offsets are those of the original. */
export interface ShownParts {
  /** The number of the part that contains a place; places with the same number are shown together. */
  readonly partAt: (place: number) => number;
  boundsAt(place: number): Span | undefined;
}

/** @returns undefined for lines, which need no structure */
export function shownParts(text: NoteText, context: SnippetContext): ShownParts | undefined {
  if (context === 'line') return undefined;
  const { blocks, sections } = text.blocks;
  const regions = context === 'section' ? sections : blocks;
  const partAt = (place: number): number => regions.before(text.foldedSpan(place, place)[0]);
  return { partAt, boundsAt: place => boundsOf(regions, partAt(place), text) };
}

function boundsOf(regions: Regions, part: number, text: NoteText): Span | undefined {
  return part < 0 ? undefined : text.originalSpan(regions.startOf(part), regions.endOf(part));
}

/** A fence, code within a line, and lines that are indented. */
const codeMarks = ['`', '~~~', '\n    ', '\n\t', '\r    ', '\r\t'] as const;
const maxMarkLength = Math.max(...codeMarks.map(mark => mark.length));
const indented = /^(?: {4}|\t)/u;

/**
 * Whether a text may have code: most have none, and need no look at their structure. In windows, since ten million
 * line feeds take 130 ms: each may begin a mark.
 */
export function mayHaveCode(original: string): boolean {
  if (indented.test(original)) return true;
  for (let start = 0; start < original.length; start += stretchLength) {
    const window = original.slice(start, start + stretchLength + maxMarkLength - 1);
    if (codeMarks.some(mark => window.includes(mark))) return true;
  }
  return false;
}
