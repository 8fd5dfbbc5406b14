/**
 * Lines as the tools count them: 1-based and inclusive, parted by LF or CRLF. A final break ends the last line
 * and starts no other, so `a⏎b⏎` has two lines and an empty text none. A lone CR and U+2028 are text.
 */

import type { Steps } from '../utils/steps';

/** Lines that are looked for, or numbered, without a pause. */
const portion = 2048;

/** The offset at which each line starts, as UTF-16 units; one entry per line. */
export function lineStarts(text: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length;) {
    starts.push(at);
    const feed = text.indexOf('\n', at);
    at = feed < 0 ? text.length : feed + 1;
  }
  return starts;
}

export function countLines(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count += 1) {
    const feed = text.indexOf('\n', at);
    at = feed < 0 ? text.length : feed + 1;
  }
  return count;
}

/** The line table of a text that may be large, as work that can pause. */
export function* linesOf(text: string): Steps<Lines> {
  const starts: number[] = [];
  for (let at = 0; at < text.length;) {
    starts.push(at);
    const feed = text.indexOf('\n', at);
    at = feed < 0 ? text.length : feed + 1;
    if (starts.length % portion === 0) yield;
  }
  return new Lines(text, starts);
}

/** A text with its line table, for several questions about the same note. */
export class Lines {
  readonly #starts: readonly number[];

  constructor(
    readonly text: string,
    starts: readonly number[] = lineStarts(text),
  ) {
    this.#starts = starts;
  }

  get count(): number {
    return this.#starts.length;
  }

  /** The number of the line that holds `offset`; at the very end that of the last line, 0 in an empty text. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where line `line` starts; the end of the text for a line past the last. */
  startOf(line: number): number {
    return this.#starts[Math.max(line, 1) - 1] ?? this.text.length;
  }

  /** Where line `line` ends, its line break included. */
  endOf(line: number): number {
    return line < 1 ? 0 : this.startOf(line + 1);
  }

  /** Lines `start` to `end`, byte for byte with their breaks; lines that are not there are left out. */
  slice(start: number, end: number): string {
    return this.text.slice(this.startOf(start), this.endOf(end));
  }

  /** Line `line` without its break; empty when there is no such line. */
  textOf(line: number): string {
    const end = this.endOf(line);
    return this.text.slice(this.startOf(line), end - breakLength(this.text, end));
  }

  /** Lines `start` to `end` as `N→text` with LF between them and none at the end. */
  *numbered(start: number, end: number): Steps<string> {
    const parts: string[] = [];
    let rows: string[] = [];
    for (let line = Math.max(start, 1); line <= Math.min(end, this.count); line += 1) {
      rows.push(`${line}→${this.textOf(line)}`);
      if (rows.length < portion) continue;
      parts.push(rows.join('\n'));
      rows = [];
      yield;
    }
    return (rows.length > 0 ? [...parts, rows.join('\n')] : parts).join('\n');
  }
}

/** How many units of line break stand right before `end`: 0, 1 or 2. */
export function breakLength(text: string, end: number): 0 | 1 | 2 {
  if (end < 1 || text[end - 1] !== '\n') return 0;
  return text[end - 2] === '\r' ? 2 : 1;
}
