import { countBefore } from '../../utils/collections';
/** A position in a note in the app's format: line and column from 0, offset in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly col: number;
  readonly offset: number;
}

/** `end` is exclusive. */
export interface Position {
  readonly start: Place;
  readonly end: Place;
}

/** Converts offsets to lines and columns; fastest with ascending offsets. */
export class LineTable {
  private line = 0;

  constructor(private readonly lineStarts: Int32Array) {}

  at(offset: number): Place {
    if (this.start(this.line) > offset || this.start(this.line + 8) <= offset)
      this.line = this.lineOf(offset);
    while (this.start(this.line + 1) <= offset) this.line++;
    return { line: this.line, col: offset - this.start(this.line), offset };
  }

  between(start: number, end: number): Position {
    return { start: this.at(start), end: this.at(end) };
  }

  /** The line that contains the offset; its line break belongs to it. */
  lineOf(offset: number): number {
    return Math.max(0, countBefore(this.lineStarts.length, line => this.start(line) <= offset) - 1);
  }

  private start(line: number): number {
    return this.lineStarts[line] ?? Infinity;
  }
}
