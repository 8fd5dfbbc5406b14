import { LineTable } from '../text/positions';
import type { NoteStructure } from './note-structure';
import { itemAt } from '../../utils/item-at';

/** The part of a note below a heading, sub-sections included. */
export interface HeadingSection {
  /** Position of the enclosing heading in `headings`, -1 if there is none. */
  readonly parent: number;
  /** Start of the line below the heading; the end of the text if the heading is the last line. */
  readonly contentStart: number;
  /** Start of the next heading of the same or a higher level, or the end of the text. */
  readonly contentEnd: number;
}

/** The sections of a note, one for each of its headings and in their order. */
export function headingSections(structure: NoteStructure): HeadingSection[] {
  const { headings, length, lineStarts } = structure;
  const table = new LineTable(lineStarts);
  const parents: number[] = [];
  const ends = headings.map(() => length);
  const open: number[] = [];
  headings.forEach((heading, index) => {
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      if (itemAt(headings, last).level < heading.level) break;
      ends[last] = heading.start;
      open.pop();
    }
    parents.push(open.at(-1) ?? -1);
    open.push(index);
  });
  return headings.map((heading, index) => ({
    parent: itemAt(parents, index),
    contentStart: lineStarts[table.lineOf(heading.end) + 1] ?? length,
    contentEnd: itemAt(ends, index),
  }));
}
