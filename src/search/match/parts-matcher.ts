import type { Steps } from '../../utils/slicing/steps';
import type { PartedText, SearchText } from '../text/search-text';
import { EitherMatcher } from './either-matcher';
import { type Match, type Matcher, type Matches, originalSpan } from './matcher';
import type { Part, PartList, Parts } from './note-parts';
import { TextSlice } from './text-slice';
import type { TextTest } from './text-test';

/** The first non-blank line, trimmed. */
const goesOn = /\S(?:.*\S)?/u;

/** Finds matches in those parts of a note, such as lines or tasks, that pass a test on their own. */
export class PartsMatcher implements Matcher {
  readonly #marks: Matcher;

  constructor(
    private readonly parts: Parts,
    private readonly test: TextTest,
  ) {
    this.#marks = new EitherMatcher(test.marks);
  }

  mayMatch(text: SearchText): boolean {
    return this.test.mayMatch(text);
  }

  *matches(text: SearchText): Matches {
    if (!hasParts(text)) return;
    for (const part of partsToTest(text, this.parts.of(text), this.test.scout)) {
      if (part === undefined) {
        yield undefined;
        continue;
      }
      const slice = new TextSlice(text, part.start, part.end);
      if (yield* pausing(this.test.holdsIn(slice))) yield* this.#matchesIn(slice);
      yield undefined;
    }
  }

  /** What stands in a part that passes; its first line where it passes by what it lacks. */
  *#matchesIn(slice: TextSlice): Matches {
    let isMarked = false;
    for (const match of this.#marks.matches(slice)) {
      isMarked ||= match !== undefined;
      yield match && inWhole(slice, match, originalSpan(slice, match));
    }
    if (isMarked) return;
    const line = goesOn.exec(slice.folded);
    if (line === null || line[0] === '') return;
    const [start, end] = [line.index, line.index + line[0].length];
    yield inWhole(slice, { start, end, like: 'exact' }, slice.originalSpan(start, end));
  }
}

/** The parts in which something is that a passing part has; all if it may have nothing of the kind. */
function* partsToTest(
  text: PartedText,
  parts: PartList,
  scout: Matcher | undefined,
): Generator<Part | undefined, void> {
  let behind = 0;
  for (const place of scout === undefined ? everyPart(text, parts) : scout.matches(text)) {
    if (place === undefined) yield undefined;
    else if (place.start >= behind) {
      const part = parts.at(place.start);
      if (part !== undefined) yield part;
      behind = part?.next ?? parts.startBehind(place.start) ?? Infinity;
    }
    if (behind >= text.folded.length) return;
  }
}

function* everyPart({ folded }: PartedText, parts: PartList): Generator<Pick<Part, 'start'>, void> {
  for (let start = 0; start < folded.length;) {
    yield { start };
    start = parts.at(start)?.next ?? parts.startBehind(start) ?? Infinity;
  }
}

function* pausing(steps: Steps<boolean>): Generator<undefined, boolean> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    yield undefined;
  }
}

function inWhole(
  slice: TextSlice,
  { start, end, like }: Match,
  [from, to]: readonly [number, number],
): Match {
  return {
    start: slice.start + start,
    end: slice.start + end,
    like,
    original: [slice.originalStart + from, slice.originalStart + to],
  };
}

function hasParts(text: SearchText): text is PartedText {
  return text.regionsIn !== undefined;
}
