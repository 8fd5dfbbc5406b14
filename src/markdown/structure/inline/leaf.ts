import { finish, type Steps } from '../../../utils/slicing/steps';
import type { Scan } from '../scan';
import { itemAt } from '../../../utils/item-at';

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
  return isApart(scan, line, last)
    ? finish(joinedLeaf(scan, line, last, end))
    : stretch(text, lines.content(line), end);
}

/** The same, of many lines. */
export function* joinedLeaf(scan: Scan, line: number, last: number, end: number): Steps<Leaf> {
  const { text, lines } = scan;
  if (!isApart(scan, line, last)) return stretch(text, lines.content(line), end);
  const leaf = new JoinedLeaf(scan, last, end);
  for (let next = line; next <= last; next += LINES_AT_ONCE) {
    leaf.add(next, Math.min(next + LINES_AT_ONCE - 1, last));
    if (scan.isDue()) yield;
  }
  return leaf;
}

/** Whether marks of containers are between the lines. */
function isApart({ lines }: Scan, line: number, last: number): boolean {
  for (let next = line + 1; next <= last; next++) if (lines.content(next) !== lines.start(next)) return true;
  return false;
}

const LINES_AT_ONCE = 1024;

class JoinedLeaf implements Leaf {
  text = '';
  readonly from = 0;
  /** Offset of each line in the joined text, and in the note. */
  private readonly joined: number[] = [];
  private readonly sources: number[] = [];
  private line = 0;

  /** @param end where the leaf ends in its last line */
  constructor(
    private readonly scan: Scan,
    private readonly last: number,
    private readonly end: number,
  ) {}

  get to(): number {
    return this.text.length;
  }

  /** Adds the lines `from` to `to`, which follow those it has. */
  add(from: number, to: number): void {
    const { scan, last, end } = this;
    const pieces: string[] = [];
    let at = this.text.length + Number(this.sources.length > 0);
    for (let next = from; next <= to; next++) {
      const source = scan.lines.content(next);
      const piece = scan.text.slice(source, next === last ? end : scan.lines.end(next));
      this.joined.push(at);
      this.sources.push(source);
      pieces.push(piece);
      at += piece.length + 1;
    }
    const lines = pieces.join('\n');
    this.text = this.sources.length === pieces.length ? lines : `${this.text}\n${lines}`;
    scan.counter.steps += lines.length;
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
