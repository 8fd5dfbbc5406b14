/** The parts of a note that operators such as `line:` and `task:` test one by one. */

import { immediately, type Steps } from '../../utils/slicing/time-slicer';
import { matchOf, withoutClosing } from '../../utils/text/pieces';
import { contains } from '../../utils/text/text-search';
import type { CharacterKinds } from '../text/character-kinds';
import { joinedText } from '../text/joined-words';
import { Regions } from '../text/note-blocks';
import type { OutlinedText, PartedText, RegionFinder, SearchText } from '../text/search-text';
import {
  eitherMatcher,
  holds,
  type Match,
  type Matcher,
  type Matches,
  type Needs,
  originalSpan,
  type Span,
} from './matcher';

/** One kind of part: where those of a text are, in order. */
export type Parts = (text: PartedText) => Iterable<Span>;

const noRegions = new Regions([]);

/** @param sign occurs in each note that has such parts */
function regionParts(find: RegionFinder, sign = ''): Parts {
  const findSigned: RegionFinder = note => (contains(note.folded, sign) ? find(note) : noRegions);
  return text => text.regionsIn(findSigned).spans();
}

/** The text of a note as one part, without its name. */
export const wholeText: Parts = ({ folded: { length } }) => [[0, length]];

function* linesIn({ folded }: PartedText): Generator<Span, void> {
  for (let start = 0; start < folded.length;) {
    const feed = folded.indexOf('\n', start);
    const end = feed < 0 ? folded.length : feed;
    yield [start, end > start && folded[end - 1] === '\r' ? end - 1 : end];
    start = end + 1;
  }
}

/** The parts that each of these operators tests one by one. */
export const partsOf: ReadonlyMap<string, Parts> = new Map([
  ['line', linesIn],
  ['block', regionParts(({ blocks }) => blocks.blocks)],
  ['section', regionParts(({ blocks }) => blocks.sections)],
  ['task', regionParts(({ blocks }) => blocks.tasks, ']')],
  ['task-todo', regionParts(({ blocks }) => blocks.openTasks, '[ ]')],
  ['task-done', regionParts(({ blocks }) => blocks.doneTasks, ']')],
]);

/**
 * The text below matching headings, including subsections.
 * @param headings folded: the last is the heading itself, those before it are above it
 */
export function partsBelow(headings: readonly string[]): Parts {
  return regionParts(text => new Regions(boundsBelow(text, headings)), headings.at(-1));
}

function boundsBelow({ outline, folded }: OutlinedText, wanted: readonly string[]): number[] {
  const bounds: number[] = [];
  const above: { readonly level: number; readonly text: string }[] = [];
  let openLevel: number | undefined;
  for (const { start, end, level, textStart } of outline.headings()) {
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    above.push({ level, text: withoutClosing(folded.slice(textStart, end)).trim() });
    if (openLevel !== undefined && level <= openLevel) {
      bounds.push(start);
      openLevel = undefined;
    }
    const isWanted = wanted.every((text, index) => above.at(index - wanted.length)?.text === text);
    if (openLevel !== undefined || !isWanted) continue;
    bounds.push(end);
    openLevel = level;
  }
  return openLevel === undefined ? bounds : [...bounds, folded.length];
}

/** Whether a part of a note passes. */
export interface TextTest {
  /** What every text that passes has. */
  readonly needs: Needs;
  /** Finds the matches to show in a text that passes. */
  readonly marks: readonly Matcher[];
  /** False if the text and all its parts certainly fail. */
  mayMatch(text: SearchText): boolean;
  holdsIn(text: SearchText): Steps<boolean>;
}

/** @param matcher undefined for an empty phrase: every text passes */
export function matchTest(matcher: Matcher | undefined): TextTest {
  if (matcher === undefined)
    return { needs: [], marks: [], mayMatch: () => true, holdsIn: () => immediately(true) };
  return {
    ...{ needs: matcher.needs, marks: [matcher] },
    mayMatch: text => matcher.mayMatch(text),
    holdsIn: text => holds(matcher, text),
  };
}

/** Characters of parts between two pauses, and what each part costs beside. */
const [pauseLength, partCost] = [16_384, 64];

/** Finds matches in those parts of a note that pass a test on their own. */
export function partsMatcher(parts: Parts, test: TextTest): Matcher {
  const marks = eitherMatcher(test.marks);
  return {
    needs: test.needs,
    mayMatch: text => test.mayMatch(text),
    *matches(text) {
      if (!hasParts(text)) return;
      let read = 0;
      for (const [start, end] of parts(text)) {
        const slice = new TextSlice(text, start, end);
        if (yield* test.holdsIn(slice)) yield* matchesIn(slice, marks);
        read += end - start + partCost;
        if (read < pauseLength) continue;
        read = 0;
        yield undefined;
      }
    },
  };
}

function hasParts(text: SearchText): text is PartedText {
  return text.regionsIn !== undefined;
}

/** The first non-blank line, trimmed. */
const goesOn = /\S(?:.*\S)?/u;

/** What stands in a part that passes; its first line where it passes by what it lacks. */
function* matchesIn(slice: TextSlice, marks: Matcher): Matches {
  let isMarked = false;
  for (const match of marks.matches(slice)) {
    isMarked ||= match !== undefined;
    yield match && slice.inWhole(match);
  }
  const [line = ''] = isMarked ? [] : matchOf(goesOn, slice.folded);
  if (line === '') return;
  const start = slice.folded.search(goesOn);
  yield slice.inWhole({ start, end: start + line.length, like: 'exact' });
}

/** A part of a text as a separate text. Offsets count from its beginning. */
class TextSlice implements SearchText {
  readonly folded: string;
  /** In the original of the whole text. */
  readonly #original: Span;

  constructor(
    private readonly whole: PartedText,
    readonly start: number,
    readonly end: number,
  ) {
    this.folded = whole.folded.slice(start, end);
    this.#original = whole.originalSpan(start, end);
  }

  get original(): string {
    return this.whole.original.slice(...this.#original);
  }

  joinedIn(start: number, end: number, kinds: CharacterKinds): string {
    return joinedText(this.folded.slice(start, end), kinds);
  }

  originalSpan(start: number, end: number): Span {
    const [from, to] = this.whole.originalSpan(this.start + start, this.start + end);
    return [from - this.#original[0], to - this.#original[0]];
  }

  foldedSpan(start: number, end: number): Span {
    const [from, to] = this.whole.foldedSpan(this.#original[0] + start, this.#original[0] + end);
    return [from - this.start, to - this.start];
  }

  regionsIn(find: RegionFinder): Regions {
    return this.whole.regionsIn(find).within(this.start, this.end);
  }

  /** A match in this part as one in the whole text. */
  inWhole(match: Match): Match {
    const [from, to] = originalSpan(this, match);
    const original: Span = [this.#original[0] + from, this.#original[0] + to];
    return { start: this.start + match.start, end: this.start + match.end, like: match.like, original };
  }
}
