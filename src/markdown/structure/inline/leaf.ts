import type { Scan } from '../scan';
import { itemAt } from '../../../utils/collections';

/**
 * The text of one block without child blocks. In quotes and lists, the containers' marks are between its
 * lines; the lines are then joined without them, and offsets are mapped back to the note's text.
 */
export interface Leaf {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** The offset in the note of an offset in `text`. */
  origin(offset: number): number;
}

/** A part of the note's own text. */
export function stretch(text: string, from: number, to: number): Leaf {
  return { text, from, to, origin: identity };
}

function identity(offset: number): number {
  return offset;
}

/** The content of the lines `line` to `last`, up to the offset `end` in the last one. */
export function leafOfLines(scan: Scan, line: number, last: number, end: number): Leaf {
  const { text, lines } = scan;
  if (!isApart(scan, line, last)) return stretch(text, lines.content(line), end);
  return new JoinedLeaf(scan, line, last, end);
}

/** Whether marks of containers are between the lines. */
function isApart({ lines }: Scan, line: number, last: number): boolean {
  for (let next = line + 1; next <= last; next++) if (lines.content(next) !== lines.start(next)) return true;
  return false;
}

class JoinedLeaf implements Leaf {
  readonly text: string;
  readonly from = 0;
  /** Offset of each line in the joined text, and in the note. */
  private readonly joined: number[] = [];
  private readonly sources: number[] = [];
  private line = 0;

  /** @param end where the leaf ends in its last line */
  constructor(scan: Scan, first: number, last: number, end: number) {
    const pieces: string[] = [];
    let at = 0;
    for (let line = first; line <= last; line++) {
      const source = scan.lines.content(line);
      const piece = scan.text.slice(source, line === last ? end : scan.lines.end(line));
      this.joined.push(at);
      this.sources.push(source);
      pieces.push(piece);
      at += piece.length + 1;
    }
    this.text = pieces.join('\n');
    scan.counter.steps += this.text.length;
  }

  get to(): number {
    return this.text.length;
  }

  /** Cheap for offsets that are near each other. */
  origin(offset: number): number {
    while (this.line > 0 && this.start(this.line) > offset) this.line--;
    while (this.line + 1 < this.joined.length && this.start(this.line + 1) <= offset) this.line++;
    return itemAt(this.sources, this.line) + offset - this.start(this.line);
  }

  private start(line: number): number {
    return itemAt(this.joined, line);
  }
}
