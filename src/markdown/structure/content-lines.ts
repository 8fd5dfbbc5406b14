/**
 * The lines of a note, and how much of each line the containers of the current block have consumed.
 *
 * Blocks are found from the outside in: a quote or list item removes its marks and indentation by moving the
 * content start of its lines, then the blocks inside are searched in the rest. A line's outer marks are never
 * read again, so one mutable content start per line is enough.
 */
import { BYTE_ORDER_MARK, CARRIAGE_RETURN, TAB, isBlank } from './characters';
import { numberAt } from '../../utils/collections';
import { MAX_LINES, type StepCounter, tooMany } from './limits';

const TAB_WIDTH = 4;

/** @throws ToolFailure `too_large` for a text of more than `MAX_LINES`, where the lines are limited */
export function readLines(source: string, isLimited: boolean, counter: StepCounter): ContentLines {
  counter.steps += source.length;
  let count = 1;
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) {
    count++;
    if (isLimited && count > MAX_LINES) throw tooMany(MAX_LINES, 'lines');
  }
  const starts = new Int32Array(count);
  let start = 0;
  for (let line = 1; line < count; line++) starts[line] = start = source.indexOf('\n', start) + 1;
  return new ContentLines(source, starts, counter);
}

export class ContentLines {
  readonly count: number;
  private readonly ends: Int32Array;
  private readonly contents: Int32Array;
  private readonly texts: Int32Array;
  private readonly indents: Int32Array;
  /** Whether the indentation holds a tab; without one, columns are characters. */
  private readonly tabbed: Uint8Array;

  constructor(
    private readonly source: string,
    readonly starts: Int32Array,
    private readonly counter: StepCounter,
  ) {
    this.count = this.starts.length;
    this.contents = this.starts.slice();
    this.ends = new Int32Array(this.count);
    this.texts = new Int32Array(this.count);
    this.indents = new Int32Array(this.count);
    this.tabbed = new Uint8Array(this.count);
    if (source.charCodeAt(0) === BYTE_ORDER_MARK) this.contents[0] = 1;
    for (let line = 0; line < this.count; line++) {
      let end = line + 1 < this.count ? this.start(line + 1) - 1 : source.length;
      if (end > this.start(line) && source.charCodeAt(end - 1) === CARRIAGE_RETURN) end--;
      this.ends[line] = end;
      this.findText(line);
    }
  }

  start(line: number): number {
    return numberAt(this.starts, line);
  }

  /** After the last character of the line, without its break. */
  end(line: number): number {
    return numberAt(this.ends, line);
  }

  /** First character that the containers leave; may be white space. */
  content(line: number): number {
    return numberAt(this.contents, line);
  }

  /** First character from the content start that is no space or tab; the line's end if there is none. */
  text(line: number): number {
    return numberAt(this.texts, line);
  }

  isBlank(line: number): boolean {
    return this.text(line) === this.end(line);
  }

  /** Width of the white space before the text; a tab extends to the next multiple of four. */
  columns(line: number): number {
    return numberAt(this.indents, line);
  }

  /** Lets a container consume everything before `offset` from the line. */
  take(line: number, offset: number): void {
    this.contents[line] = offset;
    this.findText(line);
  }

  /** Consumes up to `columns` of white space; a tab is consumed as a whole. */
  takeColumns(line: number, columns: number): void {
    if (this.tabbed[line] !== 0) {
      this.take(line, behindColumns(this.source, this.content(line), this.text(line), columns));
      return;
    }
    const taken = Math.min(columns, this.columns(line));
    this.contents[line] = this.content(line) + taken;
    this.indents[line] = this.columns(line) - taken;
  }

  /** The last non-blank line of `from` to `to` (exclusive); `from` itself is assumed to have text. */
  lastWithText(from: number, to: number): number {
    let line = to - 1;
    while (line > from && this.isBlank(line)) line--;
    return line;
  }

  /** The first line at or after `line` that contains `offset`. */
  lineOf(offset: number, line: number): number {
    while (line + 1 < this.count && this.start(line + 1) <= offset) line++;
    return line;
  }

  private findText(line: number): void {
    const start = this.content(line);
    const end = this.end(line);
    let tab = 0;
    let at = start;
    for (; at < end; at++) {
      const code = this.source.charCodeAt(at);
      if (!isBlank(code)) break;
      if (code === TAB) tab = 1;
    }
    this.counter.steps += at - start;
    this.texts[line] = at;
    this.tabbed[line] = tab;
    this.indents[line] = tab === 0 ? at - start : columnsBetween(this.source, start, at, 0);
  }
}

/** The column after the white space from `from` to `to`, starting at `column`. */
export function columnsBetween(text: string, from: number, to: number, column: number): number {
  for (let at = from; at < to; at++) {
    column += text.charCodeAt(at) === TAB ? TAB_WIDTH - (column % TAB_WIDTH) : 1;
  }
  return column;
}

function behindColumns(text: string, from: number, to: number, columns: number): number {
  let column = 0;
  let at = from;
  while (column < columns && at < to) {
    column += text.charCodeAt(at) === TAB ? TAB_WIDTH - (column % TAB_WIDTH) : 1;
    at++;
  }
  return at;
}
