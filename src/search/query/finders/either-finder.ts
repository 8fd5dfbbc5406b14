import type { Finder, Signed } from './finder';
import type { SearchText } from '../../text/search-text';

interface Side {
  readonly finder: Finder;
  /** Whether it is at a match that was not returned yet. */
  isAhead: boolean;
}

/** Matches of several finders, in order; if two overlap, the first. */
export class EitherFinder implements Finder {
  readonly #sides: readonly Side[];
  #current: Finder | undefined;
  isPaused = false;
  start = 0;
  end = 0;

  constructor(finders: readonly Finder[]) {
    this.#sides = finders.map(finder => ({ finder, isAhead: false }));
  }

  get isIncomplete(): boolean {
    return this.#sides.some(({ finder }) => finder.isIncomplete === true);
  }

  open(text: SearchText): void {
    [this.start, this.end] = [0, 0];
    this.isPaused = false;
    for (const side of this.#sides) {
      side.isAhead = false;
      side.finder.open(text);
    }
  }

  next(limit: number): boolean {
    let nearest: Side | undefined;
    for (const side of this.#sides) {
      while (!side.isAhead || side.finder.start < this.end) {
        side.isAhead = side.finder.next(limit);
        this.isPaused = !side.isAhead && side.finder.isPaused;
        if (this.isPaused) return false;
        if (!side.isAhead) break;
      }
      if (side.isAhead && side.finder.start < (nearest?.finder.start ?? limit)) nearest = side;
    }
    if (nearest === undefined) return false;
    nearest.isAhead = false;
    this.#current = nearest.finder;
    [this.start, this.end] = [nearest.finder.start, nearest.finder.end];
    return true;
  }

  get variant(): Finder['variant'] {
    return this.#current?.variant;
  }

  originalSpan(): readonly [start: number, end: number] {
    return this.#current?.originalSpan() ?? [0, 0];
  }

  mayStandIn(note: Signed): boolean {
    return this.#sides.some(({ finder }) => finder.mayStandIn(note));
  }

  mayMatch(folded: string): boolean {
    return this.#sides.some(({ finder }) => finder.mayMatch(folded));
  }
}
