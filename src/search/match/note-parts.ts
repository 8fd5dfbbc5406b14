/** The parts of a note that operators such as `line:` and `task:` test one by one. */

import { bareHeading, matchOf, meansHeading, textBefore } from '../../utils/text/pieces';
import { contains } from '../../utils/text/text-search';
import type { Span } from '../text/folded-text';
import { Regions } from '../text/note-outline';
import { type NoteText, SearchText } from '../text/search-text';
import { holds, type Match, type Matcher, type Matches, originalSpan } from './matcher';

/** Finds the parts of one kind in a text, in order; undefined for a name, which has no parts. */
export type Parts = (text: SearchText) => Iterable<Span> | undefined;

/** @param sign occurs in each note that has such parts */
function regionParts(find: (note: NoteText) => Regions, sign = ''): Parts {
  const none = new Regions([]);
  return text => text.regionsIn?.(note => (contains(note.folded, sign) ? find(note) : none)).spans();
}

/** The text of a note as one part, without its name. */
export const wholeText: Parts = text =>
  text.regionsIn === undefined ? undefined : [[0, text.folded.length]];

function* linesIn({ folded }: SearchText): Generator<Span, void> {
  for (let start = 0; start < folded.length;) {
    const feed = folded.indexOf('\n', start);
    const end = feed < 0 ? folded.length : feed;
    yield [start, end > start && folded[end - 1] === '\r' ? end - 1 : end];
    start = end + 1;
  }
}

/** The parts that each of these operators tests one by one. */
export const partsOf: ReadonlyMap<string, Parts> = new Map([
  ['line', text => (text.regionsIn === undefined ? undefined : linesIn(text))],
  ['block', regionParts(({ blocks }) => blocks.blocks)],
  ['section', regionParts(({ blocks }) => blocks.sections)],
  ['task', regionParts(({ blocks }) => blocks.tasks, ']')],
  ['task-todo', regionParts(({ blocks }) => blocks.openTasks, '[ ]')],
  ['task-done', regionParts(({ blocks }) => blocks.doneTasks, ']')],
]);

/** The text below matching headings, with subsections. @param headings folded: the last is the heading itself */
export function partsBelow(headings: readonly string[]): Parts {
  const [word] = headings.slice(-1).map(heading => textBefore(heading, ' '));
  return regionParts(text => new Regions(boundsBelow(text, headings)), word);
}

function boundsBelow({ outline, folded }: NoteText, wanted: readonly string[]): number[] {
  const bounds: number[] = [];
  const above: { readonly level: number; readonly text: string }[] = [];
  let openLevel: number | undefined;
  for (const { start, end, level, textStart } of outline.headings()) {
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    above.push({ level, text: bareHeading(folded.slice(textStart, end)) });
    if (openLevel !== undefined && level <= openLevel) {
      bounds.push(start);
      openLevel = undefined;
    }
    const isWanted = wanted.every((text, index) => meansHeading(text, above.at(index - wanted.length)?.text));
    if (openLevel !== undefined || !isWanted) continue;
    bounds.push(end);
    openLevel = level;
  }
  return openLevel === undefined ? bounds : [...bounds, folded.length];
}

/** Characters of parts between two pauses, and the extra cost of each part. */
const [pauseLength, partCost] = [16_384, 64];

/** Finds matches in the parts of a note that pass the test on their own. */
export function partsMatcher(parts: Parts, test: Matcher): Matcher {
  return {
    needs: test.needs,
    mayMatch: text => test.mayMatch(text),
    *matches(text) {
      let read = 0;
      for (const [start, end] of parts(text) ?? []) {
        const slice = new TextSlice(text, start, end);
        if (yield* holds(test, slice)) yield* matchesIn(slice, test);
        read += end - start + partCost;
        if (read < pauseLength) continue;
        read = 0;
        yield undefined;
      }
    },
  };
}

/** The first non-blank line, trimmed. */
const goesOn = /\S(?:.*\S)?/u;

/** The matches in a part that passes; its first line if it passes for what it lacks. */
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
class TextSlice extends SearchText {
  readonly #from: number;

  constructor(
    private readonly whole: SearchText,
    private readonly start: number,
    private readonly end: number,
  ) {
    const [from, to] = whole.originalSpan(start, end);
    const moved = ([first, last]: Span, by: number): Span => [first - by, last - by];
    super(whole.original.slice(from, to), whole.folded.slice(start, end), {
      originalSpan: (first, last) => moved(whole.originalSpan(start + first, start + last), from),
      foldedSpan: (first, last) => moved(whole.foldedSpan(from + first, from + last), start),
    });
    this.#from = from;
  }

  override regionsIn(find: (note: NoteText) => Regions): Regions {
    const inWhole = this.whole.regionsIn?.(find) ?? new Regions([]);
    return inWhole.within(this.start, this.end);
  }

  inWhole(match: Match): Match {
    const [from, to] = originalSpan(this, match);
    const original: Span = [this.#from + from, this.#from + to];
    return { start: this.start + match.start, end: this.start + match.end, like: match.like, original };
  }
}
