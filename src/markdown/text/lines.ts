/**
 * Where the lines of a text are, and with which breaks they end.
 *
 * Tools count lines 1-based and inclusive, separated by LF or CRLF. A final break ends the last line and starts no
 * other, so `a⏎b⏎` has two lines and an empty text none. A lone CR and U+2028 are text. The app's positions count from 0.
 */
import { countBefore, itemAt } from '../../utils/collections';
import { forEachInTurn, type SlicedLoop } from '../../utils/slicing/time-slicer';
import { startsOf, portionsOf } from '../../utils/bytes';

export function countLines(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count += 1) {
    const feed = text.indexOf('\n', at);
    at = feed < 0 ? text.length : feed + 1;
  }
  return count;
}

/** This many lines share one entry in the table: a note may have twenty million. */
const stride = 16;

/** UTF-16 units that are read without a pause: a millisecond or two if each is a line. */
const portion = 131_072;

class LineFinder {
  /** The offsets of lines 1, 17, 33 and so on, as UTF-16 units. */
  readonly marks: number[] = [];
  count = 0;
  private at = 0;

  constructor(private readonly text: string) {}

  /** Continues with the lines that start before an offset. */
  readTo(end: number): this {
    const { text, marks } = this;
    let { at, count } = this;
    for (; at < end; count += 1) {
      if (count % stride === 0) marks.push(at);
      const feed = text.indexOf('\n', at);
      at = feed < 0 ? text.length : feed + 1;
    }
    this.at = at;
    this.count = count;
    return this;
  }
}

export function linesOf(text: string): Lines {
  return new Lines(text);
}

/** The line table of a text of any size: ten million blank lines take more than a tenth of a second. @throws like `forEachInTurn` */
export async function linesInTurns(text: string, loop: SlicedLoop): Promise<Lines> {
  const table = new LineFinder(text);
  await forEachInTurn(startsOf(text.length, portion), loop, start => table.readTo(start));
  return new Lines(text, table.readTo(text.length));
}

/** A text with its line table, for several look-ups in the same note. */
export class Lines {
  constructor(
    readonly text: string,
    private readonly table = new LineFinder(text).readTo(text.length),
  ) {}

  get count(): number {
    return this.table.count;
  }

  /** The number of the line that holds `offset`; at the very end that of the last line, 0 in an empty text. */
  lineAt(offset: number): number {
    const { marks, count } = this.table;
    const passed = countBefore(marks.length, mark => itemAt(marks, mark) <= offset);
    let line = Math.max(0, (passed - 1) * stride + 1);
    for (let at = marks[passed - 1] ?? 0; line < count; line += 1) {
      at = this.text.indexOf('\n', at) + 1;
      if (at > offset) break;
    }
    return Math.min(line, count);
  }

  /** Where line `line` starts; the end of the text for a line past the last. */
  startOf(line: number): number {
    const index = Math.max(line, 1) - 1;
    if (index >= this.count) return this.text.length;
    let offset = itemAt(this.table.marks, Math.floor(index / stride));
    for (let step = index % stride; step > 0; step -= 1) offset = this.text.indexOf('\n', offset) + 1;
    return offset;
  }

  /** Where line `line` ends, its line break included. */
  endOf(line: number): number {
    return line < 1 ? 0 : this.startOf(line + 1);
  }

  /** Lines `start` to `end`, byte for byte with their breaks; missing lines are left out. */
  slice(start: number, end: number): string {
    return this.text.slice(this.startOf(start), this.endOf(end));
  }

  /** Line `line` without its break; empty if there is no such line. */
  textOf(line: number): string {
    const end = this.endOf(line);
    return this.text.slice(this.startOf(line), end - breakLength(this.text, end));
  }

  /** Lines `start` to `end` as `N→text` with LF between them and none at the end. @param before is added to each number */
  numbered(start: number, end: number, before = 0): string {
    // V8 joins the string on first access: `join` would take as much memory again.
    let rows = '';
    const first = Math.max(start, 1);
    let at = this.startOf(first);
    for (let line = first; line <= Math.min(end, this.count); line += 1) {
      const feed = this.text.indexOf('\n', at);
      const next = feed < 0 ? this.text.length : feed + 1;
      const text = this.text.slice(at, next - breakLength(this.text, next));
      rows += `${line === first ? '' : '\n'}${line + before}→${text}`;
      at = next;
    }
    return rows;
  }
}

/** How many units of line break are directly before `end`: 0, 1 or 2. */
export function breakLength(text: string, end: number): 0 | 1 | 2 {
  if (end < 1 || text[end - 1] !== '\n') return 0;
  return text[end - 2] === '\r' ? 2 : 1;
}

export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The end of the line of `offset`, before its break. */
export function lineEnd(text: string, offset: number): number {
  const next = afterLine(text, offset);
  if (next === text.length && text[next - 1] !== '\n') return next;
  return text[next - 2] === '\r' ? next - 2 : next - 1;
}

/** The end of the line of `offset`, including its break. */
export function afterLine(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  return feed < 0 ? text.length : feed + 1;
}

export type Newline = '\n' | '\r\n';

/** UTF-16 units that decide on the usual line break of a text: ten million breaks take a tenth of a second. */
const looked = 524_288;

/** How many lines of a text end with each break; `first` is the first one, LF if there is none. */
interface LineBreaks {
  readonly lf: number;
  readonly crlf: number;
  readonly first: Newline;
}

export function lineBreaks(text: string): LineBreaks {
  let count = 0;
  let crlf = 0;
  const start = text.indexOf('\n');
  for (let at = start; at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] === '\r') crlf += 1;
    count += 1;
  }
  return { lf: count - crlf, crlf, first: text[start - 1] === '\r' ? '\r\n' : '\n' };
}

/** The most frequent line break at the beginning of `text`; LF if there is none, the first one on a tie. */
export function detectNewline(text: string): Newline {
  const { lf, crlf, first } = lineBreaks(text.slice(0, looked));
  if (crlf === lf) return first;
  return crlf > lf ? '\r\n' : '\n';
}

/** `text` with every LF and CRLF written as `newline`; a lone CR stays unchanged. */
export function withNewline(text: string, newline: Newline): string {
  if (newline === '\n' && !text.includes('\r\n')) return text;
  const parts: string[] = [];
  for (const part of portionsOf(text)) {
    const lf = part.split('\r\n').join('\n');
    parts.push(newline === '\n' ? lf : lf.split('\n').join('\r\n'));
  }
  return parts.join('');
}
