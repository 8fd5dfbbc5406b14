import type { Scan } from '../scan';

/**
 * The text of one block that holds no other blocks. Within quotes and lists the containers' marks lie between
 * its lines; there the lines are joined without them, and offsets are led back to the note's text.
 */
export interface Leaf {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** The offset in the note of an offset in `text`. */
  origin(offset: number): number;
}

/** A stretch of the note's own text. */
export function stretch(text: string, from: number, to: number): Leaf {
  return { text, from, to, origin: identity };
}

function identity(offset: number): number {
  return offset;
}

/** The content of the lines `line` to `last`, up to the offset `end` in the last one. */
export function leafOfLines(scan: Scan, line: number, last: number, end: number): Leaf {
  const { text, lines } = scan;
  for (let next = line + 1; next <= last; next++) {
    if (lines.content(next) !== lines.start(next)) return new JoinedLeaf(scan, line, last, end);
  }
  return stretch(text, lines.content(line), end);
}

class JoinedLeaf implements Leaf {
  readonly text: string;
  readonly from = 0;
  readonly to: number;
  /** Offset of each line in the joined text, and in the note. */
  private readonly joined: number[] = [];
  private readonly sources: number[] = [];
  private line = 0;

  constructor(scan: Scan, line: number, last: number, end: number) {
    const pieces: string[] = [];
    let at = 0;
    for (let next = line; next <= last; next++) {
      const source = scan.lines.content(next);
      const piece = scan.text.slice(source, next === last ? end : scan.lines.end(next));
      this.joined.push(at);
      this.sources.push(source);
      pieces.push(piece);
      at += piece.length + 1;
    }
    this.text = pieces.join('\n');
    this.to = this.text.length;
  }

  /** Cheap when asked with offsets that lie near each other. */
  origin(offset: number): number {
    while (this.line > 0 && this.start(this.line) > offset) this.line--;
    while (this.line + 1 < this.joined.length && this.start(this.line + 1) <= offset) this.line++;
    return (this.sources[this.line] ?? 0) + offset - this.start(this.line);
  }

  private start(line: number): number {
    return this.joined[line] ?? 0;
  }
}
