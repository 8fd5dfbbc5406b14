import type { SliceTurn } from '../../utils/slicing/time-slicer';

/** The clock is checked after this many lines. */
const linesAtOnce = 1024;

/** Finds the lines of ascending places in slices: a note of 20 MB can have twenty million lines. */
export class LinePlaces {
  /** 1-based. */
  line = 1;
  start = 0;
  /** Without the line feed. */
  end: number;

  constructor(private readonly text: string) {
    this.end = endOfLine(text, 0);
  }

  /** @param place not before the start of the current line */
  async goTo(place: number, turn: SliceTurn): Promise<void> {
    while (place > this.end) {
      this.start = this.end + 1;
      this.end = endOfLine(this.text, this.start);
      this.line += 1;
      if (this.line % linesAtOnce === 0 && turn.due()) await turn.pause();
    }
  }
}

function endOfLine(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return feed < 0 ? text.length : feed;
}
