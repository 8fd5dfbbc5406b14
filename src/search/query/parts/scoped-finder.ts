import type { Steps } from '../../../utils/slicing/steps';
import { EitherFinder } from '../finders/either-finder';
import type { Finder, Signed } from '../finders/finder';
import type { PartedText, SearchText } from '../../text/search-text';
import { windowLength } from '../finders/needle';
import type { Parts } from './note-parts';
import { TextSlice } from './text-slice';
import type { TextTest } from '../conditions/text-test';

/** Steps of work before the finder pauses. */
const stepsAtOnce = 4;

type Span = readonly [start: number, end: number];

/** The first non-blank line, trimmed. */
const goesOn = /\S(?:.*\S)?/u;

/** Finds matches in those parts of a note, such as lines or tasks, that pass a test on their own. */
export class ScopedFinder implements Finder {
  start = 0;
  end = 0;
  isPaused = false;
  readonly #parts: Parts;
  readonly #test: TextTest;
  readonly #marks: Finder | undefined;
  /** It also pauses at each match. */
  #walk: Steps<void> | undefined;
  /** Whether it is at a match that was not returned yet. */
  #isAhead = false;
  #span: Span = [0, 0];
  variant: Finder['variant'];

  constructor(parts: Parts, test: TextTest) {
    this.#parts = parts;
    this.#test = test;
    const marks = test.marks();
    this.#marks = marks.length > 1 ? new EitherFinder(marks) : marks[0];
  }

  mayStandIn(note: Signed): boolean {
    return this.#test.mayStandIn(note);
  }

  mayMatch(folded: string): boolean {
    return this.#test.mayMatch(folded);
  }

  open(text: SearchText): void {
    this.#isAhead = false;
    this.isPaused = false;
    this.#walk = hasParts(text) ? this.#walkOver(text) : undefined;
  }

  next(limit: number): boolean {
    this.isPaused = false;
    for (let steps = 0; this.#walk !== undefined && !this.#isAhead; steps += 1) {
      this.isPaused = steps === stepsAtOnce;
      if (this.isPaused) return false;
      if (this.#walk.next().done === true) this.#walk = undefined;
    }
    if (!this.#isAhead || this.start >= limit) return false;
    this.#isAhead = false;
    return true;
  }

  originalSpan(): Span {
    return this.#span;
  }

  *#walkOver(text: PartedText): Steps<void> {
    let known: string | undefined;
    const originalOf = (): string => (known ??= text.original);
    const parts = this.#parts.of(text);
    const scout = new Scout(this.#test.scout(), text);
    for (let place = yield* scout.next(0); place !== undefined;) {
      const part = parts.at(place);
      const behind = part?.next ?? parts.startBehind(place);
      if (part !== undefined) {
        const slice = new TextSlice(text, originalOf, part.start, part.end);
        if (yield* this.#test.holdsIn(slice)) yield* this.#matchesIn(slice);
        yield;
      }
      place = behind === undefined ? undefined : yield* scout.next(behind);
    }
  }

  /** What stands in a part that passes; its first line where it passes by what it lacks. */
  *#matchesIn(slice: TextSlice): Steps<void> {
    if (yield* this.#marksIn(slice)) return;
    const line = goesOn.exec(slice.folded);
    if (line === null || line[0] === '') return;
    this.#show(slice, [line.index, line.index + line[0].length]);
    yield;
  }

  /** Shows each mark; returns whether there was any. */
  *#marksIn(slice: TextSlice): Steps<boolean> {
    const marks = this.#marks;
    let isMarked = false;
    if (marks === undefined) return isMarked;
    marks.open(slice);
    for (let limit = windowLength; ; yield) {
      while (marks.next(limit)) {
        isMarked = true;
        this.#show(slice, [marks.start, marks.end], marks.originalSpan());
        this.variant = marks.variant;
        yield;
      }
      if (marks.isPaused) continue;
      if (limit > slice.folded.length) return isMarked;
      limit += windowLength;
    }
  }

  #show(slice: TextSlice, [start, end]: Span, original = slice.originalSpan(start, end)): void {
    [this.start, this.end] = [slice.start + start, slice.start + end];
    this.#span = [slice.originalStart + original[0], slice.originalStart + original[1]];
    this.#isAhead = true;
  }
}

/** Goes from one place where a part may pass to the next. */
class Scout {
  #limit = windowLength;
  #isAt = false;

  /** @param finder if left out, every place may pass */
  constructor(
    private readonly finder: Finder | undefined,
    private readonly text: SearchText,
  ) {
    finder?.open(text);
  }

  /** The first place at or after another; undefined if there is none. */
  *next(from: number): Steps<number | undefined> {
    const { finder, text } = this;
    const { length } = text.folded;
    if (finder === undefined) return from < length ? from : undefined;
    while (!this.#isAt || finder.start < from) {
      this.#isAt = finder.next(this.#limit);
      if (this.#isAt) continue;
      if (!finder.isPaused && this.#limit > length) return undefined;
      if (!finder.isPaused) this.#limit += windowLength;
      yield;
    }
    return finder.start;
  }
}

function hasParts(text: SearchText): text is PartedText {
  return text.regionsIn !== undefined;
}
