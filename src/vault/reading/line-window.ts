import { findBody } from '../../markdown/frontmatter/frontmatter';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { countWords } from '../../markdown/text/word-count';

/** Bytes that are read without a pause: about a millisecond if every second one is a line break. */
const defaultPortion = 65_536;
/** Characters in which the frontmatter is searched; longer YAML is not parsed elsewhere either. */
const headLength = 70_000;
/** Characters without a space that are kept together for counting words. */
const maxRunLength = 70_000;

export interface WindowRange {
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** In UTF-16 units. */
  readonly maxChars: number;
}

/** Some lines of a file that is too large for one string, and counts over the whole file. */
export interface LineWindow {
  readonly totalLines: number;
  readonly wordCount: number;
  /** The lines of the range; if longer, more than `maxChars` units of them, with part of a line at the end. */
  readonly text: string;
  /** UTF-16 units of the file before it. */
  readonly offset: number;
  /** UTF-16 units of the first line of the range, including its line break. */
  readonly firstLineLength: number;
  /** The beginning of the file, with its frontmatter. */
  readonly head: string;
}

/** @returns undefined if the bytes are not UTF-8 */
export async function readWindow(
  bytes: Uint8Array,
  range: WindowRange,
  turn: SliceTurn,
  portion = defaultPortion,
): Promise<LineWindow | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const lines = new RangeCollector(range);
  const words = new PortionedWords();
  for (let at = 0; at < bytes.length; at += portion) {
    let text: string;
    try {
      text = decoder.decode(bytes.subarray(at, at + portion), { stream: at + portion < bytes.length });
    } catch {
      return undefined;
    }
    lines.add(text);
    words.add(text);
    if (turn.due()) await turn.pause();
  }
  return { ...lines.result, wordCount: words.end(), head: words.head };
}

class RangeCollector {
  private line = 1;
  private isInsideLine = false;
  private readonly parts: string[] = [];
  private length = 0;
  private offset = 0;
  private firstLineLength = 0;

  constructor(private readonly range: WindowRange) {}

  add(text: string): void {
    const { startLine, endLine, maxChars } = this.range;
    let from = text.length;
    let to = 0;
    for (let at = 0; at < text.length;) {
      const feed = text.indexOf('\n', at);
      const next = feed < 0 ? text.length : feed + 1;
      if (this.line < startLine) this.offset += next - at;
      if (this.line === startLine) this.firstLineLength += next - at;
      if (this.line >= startLine && this.line <= endLine) {
        from = Math.min(from, at);
        to = next;
      }
      this.isInsideLine = feed < 0;
      if (feed >= 0) this.line += 1;
      at = next;
    }
    if (from >= to || this.length > maxChars) return;
    this.parts.push(text.slice(from, to));
    this.length += to - from;
  }

  get result(): Omit<LineWindow, 'wordCount' | 'head'> {
    const { parts, offset, firstLineLength } = this;
    const totalLines = this.isInsideLine ? this.line : this.line - 1;
    return { totalLines, text: parts.join(''), offset, firstLineLength };
  }
}

/** Counts the words of a text that arrives in portions. A word longer than `maxRunLength` may count twice. */
class PortionedWords {
  private count = 0;
  /** The text after the last space or line break so far. */
  private rest = '';
  head = '';

  add(text: string): void {
    if (this.head.length < headLength) this.head += text;
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf(' ')) + 1;
    if (end === 0 && this.rest.length < maxRunLength) {
      this.rest += text;
      return;
    }
    this.count += countWords(this.rest + text.slice(0, end));
    this.rest = text.slice(end);
  }

  end(): number {
    const bodyOffset = findBody(this.head);
    return this.count + countWords(this.rest) - countWords(this.head.slice(0, bodyOffset));
  }
}
