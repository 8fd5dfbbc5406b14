/** The headings of a note with their nesting, and the one that a caller names. */
import { type Advice, ToolFailure } from '../../errors';
import { headingKey, headingNames, HeadingOutline } from '../links/heading-subpath';
import { lineOf, type NoteStructure, type Heading, type Span } from '../structure/note-structure';
import { shownText } from './shown-text';
import { cutBetweenCharacters } from '../text/excerpt';
import { itemAt } from '../../utils/collections';
import { nearest } from '../../utils/near';
import { foldPath } from '../../utils/text/folding';
import { withoutClosing, counted, matchOf, maxListedHeading } from '../../utils/text/pieces';
import { partsBetween } from '../../utils/text/text-search';

export const defaultDelimiter = '::';

/** Limit for the headings listed in one result. */
export const maxCandidates = 50;
/** A longer heading can only be named as it is written. */
const maxShownLength = 10_000;
/** Headings after these are not offered as similar ones. */
const maxCompared = 2_000;

export interface HeadingQuery {
  /** 1-based, among the headings that match the name. */
  readonly occurrence?: number | undefined;
  /** Separates the headings of a path; `::` by default. */
  readonly delimiter?: string | undefined;
  /** Whether the caller can give `occurrence`; it can by default. */
  readonly mayCount?: boolean | undefined;
  /** What to do where the note has no such heading. */
  readonly missingHint?: Advice | undefined;
  /** What to do where the note has no headings. */
  readonly emptyHint?: string;
}

/**
 * The section of the heading that `name` names.
 *
 * @throws ToolFailure `target_not_found` with the paths of the note's headings; `target_ambiguous` with the path and
 * line of each that the name fits; `invalid_argument` like `headingsNamed`
 */
export function findHeading(
  text: string,
  structure: NoteStructure,
  name: string,
  query: HeadingQuery = {},
): NoteSection {
  const tree = new HeadingTree(text, structure);
  return sectionAmong(tree, headingsNamed(tree, name, query.delimiter ?? defaultDelimiter), name, query);
}

/** The first of several headings, as in the app; or the one that a caller would name so, which may not be a link. */
export function linkedSection(
  text: string,
  structure: NoteStructure,
  subpath: string,
  query: HeadingQuery = { mayCount: false },
): NoteSection {
  const names = headingNames(subpath);
  const index = query.occurrence === undefined ? outlineOf(text, structure).find(names)?.at(-1) : undefined;
  if (index !== undefined) return new HeadingTree(text, structure).sectionOf(index);
  return findHeading(text, structure, names.join('::') || subpath, query);
}

export function outlineOf(text: string, { headings }: NoteStructure): HeadingOutline {
  return new HeadingOutline(
    headings.map(({ textStart, textEnd, level }) => ({ heading: text.slice(textStart, textEnd), level })),
  );
}

/** The section of the intended heading, among those that `headingsNamed` found. @throws ToolFailure like `findHeading` */
export function sectionAmong(
  tree: HeadingTree,
  named: readonly number[],
  name: string,
  query: HeadingQuery,
): NoteSection {
  const { occurrence, delimiter = defaultDelimiter, mayCount = true } = query;
  if (named.length > 1 && occurrence === undefined) throw ambiguous(tree, named, delimiter, mayCount);
  const index = named[(occurrence ?? 1) - 1];
  if (index !== undefined) return tree.sectionOf(index);
  throw named.length === 0 ? missing(tree, name, delimiter, query) : beyondLast(tree, named, delimiter);
}

/**
 * The headings that `name` names, by their text or the last parts of their path, in the order of the text. They are
 * compared as written, then as shown, then ignoring case, extra spaces and closing `#`s, then as cut in lists, then
 * without the `#`s before the name, then as in links; the first way that finds any counts. If there are several, a name
 * of more than one part means the heading whose whole path it is.
 *
 * @throws ToolFailure `invalid_argument` for an empty name or delimiter
 */
export function headingsNamed(tree: HeadingTree, name: string, delimiter: string): readonly number[] {
  if (name === '') throw new ToolFailure('invalid_argument', 'The name of a heading is empty.');
  if (delimiter === '') throw new ToolFailure('invalid_argument', 'The delimiter of heading paths is empty.');
  const shown = (index: number): string => {
    const { textStart, textEnd } = tree.headingAt(index);
    if (textEnd - textStart > maxShownLength) return tree.textOf(index);
    return shownText(tree.text, tree.structure, textStart, textEnd);
  };
  const plain = folded(name, delimiter);
  const named =
    fits(tree, name, delimiter, index => tree.textOf(index)) ??
    fits(tree, name, delimiter, shown) ??
    fits(tree, plain, delimiter, index => foldedHeading(shown(index), delimiter)) ??
    fits(tree, plain, delimiter, index => folded(tree.textOf(index, maxListedHeading), delimiter)) ??
    headingsMarked(tree, name, delimiter);
  return named.length > 0 ? named : headingsLinked(tree, partsBetween(name, delimiter));
}

/** Matches names as in links, which leave out some characters, and may leave out headings between others. */
function headingsLinked(tree: HeadingTree, names: readonly string[]): readonly number[] {
  const [last = '', ...above] = names.map(linkedName).reverse();
  if ([last, ...above].some(key => key.trim() === '')) return [];
  const keys = Array.from({ length: tree.count }, (_item, index) => linkedName(tree.textOf(index)));
  return [...keys.keys()].filter(index => {
    const left = [...above];
    for (let at = tree.parentOf(index); at !== -1; at = tree.parentOf(at))
      if (keys[at] === left[0]) left.shift();
    return keys[index] === last && left.length === 0;
  });
}

/** `C++` is not `C`, although links to either lead to the first of them. */
const linkedName = (heading: string): string =>
  [headingKey(heading), ...heading.matchAll(/[+<>=$]/gu)].join('\n');

/**
 * Matches names given as in the note, such as `## Title`, where the number of marks is the level, or as `#Title`; or
 * with the headings above as in a link, `Rates#Travel`, or as a link shows them, `Rates > Travel`.
 */
function headingsMarked(tree: HeadingTree, name: string, delimiter: string): readonly number[] {
  const parts = partsBetween(name, delimiter);
  const bare = parts.map(part => part.replace(/^#{1,6}(?!#)[ \t]*(?=\S)/u, () => '')).join(delimiter);
  if (bare === name) {
    const nested = name.split(/ > |#+/u).filter(part => part.trim() !== '');
    return nested.length > 1 ? headingsLinked(tree, nested) : [];
  }
  const fitting = headingsNamed(tree, bare, delimiter);
  const [, marks = ''] = matchOf(/^(#{1,6})[ \t]/u, itemAt(parts, parts.length - 1));
  const ofLevel = fitting.filter(index => tree.headingAt(index).level === marks.length);
  return ofLevel.length > 0 ? ofLevel : fitting;
}

/** The name of a heading in results: its whole path. */
export function listedPath(tree: HeadingTree, index: number, delimiter = defaultDelimiter): string {
  return tree.pathOf(index, maxListedHeading).join(delimiter);
}

type Naming = (index: number) => string;

/** Undefined if no heading matches the name. */
function fits(tree: HeadingTree, name: string, delimiter: string, naming: Naming): number[] | undefined {
  const fitting: number[] = [];
  const whole: number[] = [];
  const names = Array.from({ length: tree.count }, (_item, index) => naming(index));
  for (let index = 0; index < tree.count; index += 1) {
    const top = topOfMatch(tree, index, name, delimiter, names);
    if (top === undefined) continue;
    fitting.push(index);
    if (top !== index && tree.parentOf(top) === -1) whole.push(index);
  }
  if (fitting.length === 0) return undefined;
  return whole.length > 0 ? whole : fitting;
}

/**
 * The outermost heading in the name, read from its end; undefined if it does not match. Headings are removed
 * from the name one by one, since a heading's text may contain the delimiter.
 */
function topOfMatch(
  tree: HeadingTree,
  index: number,
  name: string,
  delimiter: string,
  names: readonly string[],
): number | undefined {
  let rest = name;
  for (let at = index; at !== -1; at = tree.parentOf(at)) {
    const heading = itemAt(names, at);
    if (rest === heading) return at;
    if (heading.length >= rest.length) return undefined;
    const tail = delimiter + heading;
    if (!rest.endsWith(tail)) return undefined;
    rest = rest.slice(0, -tail.length);
  }
  return undefined;
}

function folded(name: string, delimiter: string): string {
  return partsBetween(name, delimiter)
    .map(part =>
      foldPath(
        withoutClosing(part)
          .trim()
          .replace(/\s+/gu, () => ' '),
      ),
    )
    .join(delimiter);
}

function foldedHeading(name: string, delimiter: string): string {
  return name.length > maxShownLength ? name : folded(name, delimiter);
}

/** The ways to go on where there are candidates too; without any, the default hint says so. */
export function orOneOf(ways: Advice | undefined): { hint?: Advice } {
  const after = (way: string): string => `Use one of the candidates, exactly as written there. ${way}`;
  if (ways === undefined) return {};
  return { hint: typeof ways === 'string' ? after(ways) : ways.map(after) };
}

function missing(tree: HeadingTree, name: string, delimiter: string, query: HeadingQuery): ToolFailure {
  const { missingHint: hint, emptyHint = 'Leave the heading out to use the whole note.' } = query;
  if (tree.count === 0) {
    return new ToolFailure('target_not_found', 'The note has no headings.', {
      hint: hint ?? emptyHint,
    });
  }
  const length = Math.min(tree.count, maxCompared);
  const paths = Array.from({ length }, (_, index) => listedPath(tree, index, delimiter));
  const candidates = [...new Set([...nearest(name, paths), ...paths])].slice(0, maxCandidates);
  return new ToolFailure('target_not_found', 'No heading in the note has that name.', {
    ...orOneOf(hint),
    candidates,
  });
}

function ambiguous(
  tree: HeadingTree,
  fitting: readonly number[],
  delimiter: string,
  mayCount: boolean,
): ToolFailure {
  const paths = fitting.slice(0, maxCandidates).map(index => listedPath(tree, index, delimiter));
  const areEqual = new Set(paths).size < paths.length;
  const byPath = areEqual ? [] : ['name one of them by its full path'];
  const byNumber = mayCount ? ['pass `occurrence`: 1 for the first listed, 2 for the next'] : [];
  const ways = [...byPath, ...byNumber].join(', or ') || 'rename one of them first, or name another heading';
  return new ToolFailure('target_ambiguous', `${fitting.length} headings in the note have this name.`, {
    hint: `${ways.charAt(0).toUpperCase()}${ways.slice(1)}.`,
    candidates: placed(tree, fitting, delimiter),
  });
}

function beyondLast(tree: HeadingTree, fitting: readonly number[], delimiter: string): ToolFailure {
  const { length } = fitting;
  const message = `The note has only ${counted(length, 'heading')} with this name.`;
  return new ToolFailure('target_not_found', message, {
    hint: length === 1 ? 'Leave `occurrence` out.' : `Pass an \`occurrence\` from 1 to ${length}.`,
    candidates: placed(tree, fitting, delimiter),
  });
}

function placed(tree: HeadingTree, indices: readonly number[], delimiter: string): string[] {
  return indices
    .slice(0, maxCandidates)
    .map(index => `${listedPath(tree, index, delimiter)} (line ${tree.lineOf(index)})`);
}

/** A heading with everything below it, up to the next heading of the same or a higher level. */
export interface NoteSection {
  /** As written, with markup. */
  readonly heading: string;
  readonly level: number;
  /** The texts of its parent headings and its own, outermost first. */
  readonly path: readonly string[];
  /** The heading's line, or both lines of an underlined one, without the line break after it. */
  readonly headingSpan: Span;
  /** Where the line below the heading starts; the end of the text if there is none. */
  readonly contentStart: number;
  /** Where the next section's heading starts, or the end of the text. */
  readonly contentEnd: number;
  /** 1-based and inclusive, from the heading's line on. */
  readonly startLine: number;
  readonly endLine: number;
}

/** The headings of one note with their nesting. Each is identified by its position in the text. */
export class HeadingTree {
  private readonly headings: readonly Heading[];
  private readonly parents: Int32Array;
  private readonly ends: Int32Array;

  constructor(
    readonly text: string,
    readonly structure: NoteStructure,
  ) {
    this.headings = structure.headings;
    this.parents = new Int32Array(this.headings.length);
    this.ends = new Int32Array(this.headings.length);
    this.nest();
  }

  get count(): number {
    return this.headings.length;
  }

  /** The heading's own text, as written, at most `limit` units. */
  textOf(index: number, limit = Infinity): string {
    const { textStart, textEnd } = this.headingAt(index);
    const text = this.text.slice(textStart, textEnd);
    return text.length > limit ? cutBetweenCharacters(text, limit) : text;
  }

  headingAt(index: number): Heading {
    return itemAt(this.headings, index);
  }

  /** Its parent heading; -1 for an outermost one. */
  parentOf(index: number): number {
    return itemAt(this.parents, index);
  }

  /** 1-based. */
  lineOf(index: number): number {
    return lineOf(this.structure, this.headingAt(index).start) + 1;
  }

  /** The texts of the headings from the outermost down to this one, each cut to `limit` units. */
  pathOf(index: number, limit = Infinity): string[] {
    const path: string[] = [];
    for (let at = index; at !== -1; at = this.parentOf(at)) path.push(this.textOf(at, limit));
    return path.reverse();
  }

  sectionOf(index: number): NoteSection {
    const heading = this.headingAt(index);
    const contentEnd = itemAt(this.ends, index);
    const feed = this.text.indexOf('\n', heading.end);
    return {
      heading: this.textOf(index),
      level: heading.level,
      path: this.pathOf(index),
      headingSpan: { start: heading.start, end: heading.end },
      contentStart: feed === -1 ? this.text.length : feed + 1,
      contentEnd,
      startLine: this.lineOf(index),
      endLine: lineOf(this.structure, contentEnd - 1) + 1,
    };
  }

  private nest(): void {
    /** The possible parents of the next heading, outermost first: at most one of each level. */
    const open: number[] = [];
    this.headings.forEach(({ level, start }, index) => {
      for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
        if (this.headingAt(last).level < level) break;
        this.ends[last] = start;
        open.pop();
      }
      this.parents[index] = open.at(-1) ?? -1;
      open.push(index);
    });
    for (const index of open) this.ends[index] = this.text.length;
  }
}
