import { cutBetweenCharacters } from '../text/excerpt';
import { LineTable } from '../text/positions';
import type { Heading, NoteStructure, Span } from '../structure/note-structure';
import { itemAt } from '../../utils/collections';

/** A heading with everything below it, up to the next heading of the same or a higher level. */
export interface NoteSection {
  /** As written, with markup. */
  readonly heading: string;
  readonly level: number;
  /** The texts of its parent headings and its own, outermost first. */
  readonly path: readonly string[];
  /** The heading's line, or both lines of an underlined one, without the line break after it. */
  readonly headingSpan: Span;
  /** Where the line below the heading starts; the end of the text if there is none. */
  readonly contentStart: number;
  /** Where the next section's heading starts, or the end of the text. */
  readonly contentEnd: number;
  /** 1-based and inclusive, from the heading's line on. */
  readonly startLine: number;
  readonly endLine: number;
}

/** The headings of one note with their nesting. Each is identified by its position in the text. */
export class HeadingTree {
  private readonly headings: readonly Heading[];
  private readonly parents: Int32Array;
  private readonly ends: Int32Array;
  private readonly lines: LineTable;

  constructor(
    readonly text: string,
    readonly structure: NoteStructure,
  ) {
    this.headings = structure.headings;
    this.parents = new Int32Array(this.headings.length);
    this.ends = new Int32Array(this.headings.length);
    this.lines = new LineTable(structure.lineStarts);
    this.nest();
  }

  get count(): number {
    return this.headings.length;
  }

  /** The heading's own text, as written, at most `limit` units. */
  textOf(index: number, limit = Infinity): string {
    const heading = this.headings[index];
    if (!heading) return '';
    const text = this.text.slice(heading.textStart, heading.textEnd);
    return text.length > limit ? cutBetweenCharacters(text, limit) : text;
  }

  spanOf(index: number): Heading | undefined {
    return this.headings[index];
  }

  /** Its parent heading; -1 for an outermost one. */
  parentOf(index: number): number {
    return itemAt(this.parents, index);
  }

  /** 1-based. */
  lineOf(index: number): number {
    return this.lines.lineOf(itemAt(this.headings, index).start) + 1;
  }

  /** The texts of the headings from the outermost down to this one, each cut to `limit` units. */
  pathOf(index: number, limit = Infinity): string[] {
    const path: string[] = [];
    for (let at = index; at !== -1; at = this.parentOf(at)) path.push(this.textOf(at, limit));
    return path.reverse();
  }

  sectionOf(index: number): NoteSection | undefined {
    const heading = this.headings[index];
    if (!heading) return undefined;
    const contentEnd = this.ends[index] ?? this.text.length;
    const feed = this.text.indexOf('\n', heading.end);
    return {
      heading: this.textOf(index),
      level: heading.level,
      path: this.pathOf(index),
      headingSpan: { start: heading.start, end: heading.end },
      contentStart: feed === -1 ? this.text.length : feed + 1,
      contentEnd,
      startLine: this.lineOf(index),
      endLine: this.lines.lineOf(contentEnd - 1) + 1,
    };
  }

  private nest(): void {
    /** The possible parents of the next heading, outermost first: at most one of each level. */
    const open: number[] = [];
    this.headings.forEach(({ level, start }, index) => {
      for (let last = open.at(-1); last !== undefined && this.levelOf(last) >= level; last = open.at(-1)) {
        this.ends[last] = start;
        open.pop();
      }
      this.parents[index] = open.at(-1) ?? -1;
      open.push(index);
    });
    for (const index of open) this.ends[index] = this.text.length;
  }

  private levelOf(index: number): number {
    return itemAt(this.headings, index).level;
  }
}
