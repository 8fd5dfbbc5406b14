/** The syntax tree of a glob, its limits, and its parser: one pass matches brackets, a second parses, nothing is read twice. */

import { ToolFailure } from '../../errors';
import { foldPath } from '../text/folding';
import { itemAt } from '../collections';

export const maxPatterns = 64;
const maxPatternLength = 512;
const maxAlternatives = 1000;

/** One character out of a `[…]`; never a slash. */
export interface CharacterSet {
  readonly negated: boolean;
  /** First and last code point of each range. */
  readonly ranges: readonly (readonly [number, number])[];
  /** The text is folded to lower case, the set is not. */
  readonly ignoresCase: boolean;
}

/** `{a,b}` is represented as exactly one of its alternatives, like `@(a|b)`. */
type GroupMode = '@' | '?' | '*' | '+' | '!';

export type GlobNode =
  | { readonly kind: 'character'; readonly code: number }
  | { readonly kind: 'set'; readonly set: CharacterSet }
  /** `?` */
  | { readonly kind: 'one' }
  /** `*` */
  | { readonly kind: 'star' }
  /** `**` */
  | { readonly kind: 'globstar' }
  /** `**` with its slash; at the start of a segment both may be missing. */
  | { readonly kind: 'folders' }
  | { readonly kind: 'group'; readonly mode: GroupMode; readonly alternatives: readonly Sequence[] };

export type Sequence = readonly GlobNode[];

export const slash = 47;

export function isSlash(node: GlobNode | undefined): boolean {
  return node?.kind === 'character' && node.code === slash;
}

/** @param where the caller's name for the pattern, such as "Pattern 2 of `includes`". */
function tooManyAlternatives(where: string): ToolFailure {
  return new ToolFailure(
    'invalid_query',
    `${where} stands for more than ${maxAlternatives} alternatives in braces.`,
    { hint: 'Use fewer braces, or several patterns.' },
  );
}

function tooLong(where: string, length: number): ToolFailure {
  return new ToolFailure(
    'invalid_query',
    `${where} has ${length} characters; at most ${maxPatternLength} are allowed.`,
    { hint: 'Give a shorter pattern, or several.' },
  );
}

export function tooManyPatterns(argument: string, count: number): ToolFailure {
  return new ToolFailure(
    'invalid_query',
    `\`${argument}\` has ${count} patterns; at most ${maxPatterns} are allowed.`,
    { hint: 'Give fewer patterns; braces and `**` can stand for many.' },
  );
}

type Range = readonly [number, number];

/** The classes of POSIX, over ASCII as in the C locale. A Map: an unknown name inherits nothing. */
const namedClasses: ReadonlyMap<string, readonly string[]> = new Map([
  ['alnum', ['09', 'AZ', 'az']],
  ['alpha', ['AZ', 'az']],
  ['blank', ['  ', '\t\t']],
  ['cntrl', ['\0\u001f', '\u007f\u007f']],
  ['digit', ['09']],
  ['graph', ['!~']],
  ['lower', ['az']],
  ['print', [' ~']],
  ['punct', ['!/', ':@', '[`', '{~']],
  ['space', ['  ', '\t\r']],
  ['upper', ['AZ']],
  ['xdigit', ['09', 'AF', 'af']],
]);
const maxClassLength = '[:xdigit:]'.length;

/**
 * Parses the set that opens at an index.
 * @returns the set and the index after its `]`; undefined if the bracket is literal: it is not closed, or a
 * slash comes before its end, which no set can contain.
 */
function readSet(
  characters: readonly string[],
  open: number,
  ignoresCase: boolean,
): { set: CharacterSet; end: number } | undefined {
  let index = open + 1;
  const negated = characters[index] === '!' || characters[index] === '^';
  if (negated) index += 1;
  const first = index;
  const ranges: Range[] = [];
  for (;;) {
    const character = characters[index];
    if (character === undefined || character === '/') return undefined;
    if (character === ']' && index > first) break;
    const named = character === '[' ? readNamedClass(characters, index) : undefined;
    if (named !== undefined) {
      ranges.push(...named.ranges);
      index = named.end;
      continue;
    }
    const range = readRange(characters, index);
    if (range === undefined) return undefined;
    ranges.push(range.range);
    index = range.end;
  }
  return { set: { negated, ranges, ignoresCase }, end: index + 1 };
}

function readNamedClass(
  characters: readonly string[],
  open: number,
): { ranges: readonly Range[]; end: number } | undefined {
  if (characters[open + 1] !== ':') return undefined;
  const text = characters.slice(open, open + maxClassLength).join('');
  const close = text.indexOf(':]', 2);
  const spans = close < 0 ? undefined : namedClasses.get(text.slice(2, close));
  if (spans === undefined) return undefined;
  return {
    ranges: spans.map(span => [span.charCodeAt(0), span.charCodeAt(1)] as const),
    end: open + close + 2,
  };
}

/** One character, or a range with a hyphen; either may be escaped. */
function readRange(characters: readonly string[], index: number): { range: Range; end: number } | undefined {
  const first = readMember(characters, index);
  if (first === undefined) return undefined;
  if (characters[first.end] !== '-') return { range: [first.code, first.code], end: first.end };
  const behind = characters[first.end + 1];
  if (behind === undefined || behind === ']' || behind === '/') {
    return { range: [first.code, first.code], end: first.end };
  }
  const last = readMember(characters, first.end + 1);
  return last && { range: [first.code, last.code], end: last.end };
}

function readMember(characters: readonly string[], index: number): { code: number; end: number } | undefined {
  const escaped = characters[index] === '\\' && characters[index + 1] !== undefined;
  const code = characters[escaped ? index + 1 : index]?.codePointAt(0);
  if (code === undefined || code === slash) return undefined;
  return { code, end: index + (escaped ? 2 : 1) };
}

export function setHolds(set: CharacterSet, code: number): boolean {
  if (code === slash) return false;
  let found = inRanges(set.ranges, code);
  if (!found && set.ignoresCase) {
    const capital = String.fromCodePoint(code).toUpperCase();
    found = inRanges(set.ranges, capital.codePointAt(0) ?? code);
  }
  return found !== set.negated;
}

function inRanges(ranges: readonly Range[], code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last);
}

interface ParsedGlob {
  /** A leading `!` that does not open a group. */
  readonly negated: boolean;
  /** A leading slash: anchored at the root, whatever the rest of the pattern. */
  readonly anchored: boolean;
  readonly sequence: Sequence;
}

interface Brackets {
  /** Where a `{` or the `(` of an extended group closes; all others are literal. */
  readonly closers: ReadonlyMap<number, number>;
  readonly sets: ReadonlyMap<number, { readonly set: CharacterSet; readonly end: number }>;
}

/**
 * @param where the pattern's name in errors.
 * @throws ToolFailure `invalid_query` if it is too long or has too many alternatives.
 */
export function parseGlob(pattern: string, ignoresCase: boolean, where: string): ParsedGlob {
  if (pattern.length > maxPatternLength) throw tooLong(where, pattern.length);
  const characters = Array.from(pattern.normalize('NFC'));
  const reader = new GlobReader(characters, findBrackets(characters, ignoresCase), ignoresCase, where);
  const negated = characters[0] === '!' && !reader.opensGroup(0);
  const { alternatives, count } = reader.read(negated ? 1 : 0, characters.length, undefined);
  if (count > maxAlternatives) throw tooManyAlternatives(where);
  return { negated, ...withoutOuterSlashes(itemAt(alternatives, 0)) };
}

/** A leading `/` or `./` anchors; a slash at the end has no meaning. */
function withoutOuterSlashes(sequence: Sequence): { anchored: boolean; sequence: Sequence } {
  const nodes = [...sequence];
  const [first, second] = nodes;
  if (first?.kind === 'character' && first.code === 46 && isSlash(second)) nodes.shift();
  let anchored = false;
  while (isSlash(nodes[0])) {
    anchored = true;
    nodes.shift();
  }
  while (isSlash(nodes.at(-1))) nodes.pop();
  if (nodes.at(-1)?.kind === 'folders') nodes.splice(-1, 1, { kind: 'globstar' });
  return { anchored, sequence: nodes };
}

function isGroupSign(character: string | undefined): character is GroupMode {
  return character !== undefined && character.length === 1 && '@?*+!'.includes(character);
}

function findBrackets(characters: readonly string[], ignoresCase: boolean): Brackets {
  const closers = new Map<number, number>();
  const sets = new Map<number, { set: CharacterSet; end: number }>();
  const open: { readonly sign: '{' | '('; readonly index: number }[] = [];
  const close = (sign: '{' | '(', index: number): void => {
    const place = open.findLastIndex(opener => opener.sign === sign);
    const opener = open[place];
    if (opener === undefined) return;
    closers.set(opener.index, index);
    // Groups opened after it can no longer close: their brackets are literal.
    open.length = place;
  };
  let escaped = -1;
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index];
    const behindSign = index - 1 !== escaped && isGroupSign(characters[index - 1]);
    if (character === '\\') escaped = index += 1;
    else if (character === '{') open.push({ sign: '{', index });
    else if (character === '(' && behindSign) open.push({ sign: '(', index });
    else if (character === '}') close('{', index);
    else if (character === ')') close('(', index);
    else if (character === '[') {
      const read = readSet(characters, index, ignoresCase);
      if (read === undefined) continue;
      sets.set(index, read);
      index = read.end - 1;
    }
  }
  return { closers, sets };
}

interface Alternatives {
  readonly alternatives: readonly Sequence[];
  /** For how many patterns without braces these are. */
  readonly count: number;
}

class GlobReader {
  constructor(
    private readonly characters: readonly string[],
    private readonly brackets: Brackets,
    private readonly ignoresCase: boolean,
    private readonly where: string,
  ) {}

  /** Whether an extended group begins with the character at this index. */
  opensGroup(index: number): boolean {
    return (
      isGroupSign(this.characters[index]) &&
      this.characters[index + 1] === '(' &&
      this.brackets.closers.has(index + 1)
    );
  }

  /** Parses from one index to before another, split at a separator of this level. */
  read(from: number, to: number, separator: ',' | '|' | undefined): Alternatives {
    const alternatives: Sequence[] = [];
    const ofBraces = separator === ',';
    let nodes: GlobNode[] = [];
    let count = 1;
    let total = 0;
    let index = from;
    const endAlternative = (): void => {
      alternatives.push(this.ignoresCase ? folded(nodes) : nodes);
      nodes = [];
      if (ofBraces) {
        total += count;
        count = 1;
      }
    };
    while (index < to) {
      if (this.characters[index] === separator) {
        endAlternative();
        index += 1;
        continue;
      }
      const item = this.readItem(index);
      nodes.push(...item.nodes);
      count *= item.count;
      if (count > maxAlternatives) throw tooManyAlternatives(this.where);
      index = item.end;
    }
    endAlternative();
    return { alternatives, count: ofBraces ? total : count };
  }

  private readItem(index: number): { nodes: Sequence; end: number; count: number } {
    const character = this.characters[index];
    if (this.opensGroup(index)) return this.readGroup(index);
    if (character === '*') return this.readStars(index);
    if (character === '{') return this.readBraces(index);
    const set = character === '[' ? this.brackets.sets.get(index) : undefined;
    if (set !== undefined) return { nodes: [{ kind: 'set', set: set.set }], end: set.end, count: 1 };
    if (character === '?') return { nodes: [{ kind: 'one' }], end: index + 1, count: 1 };
    const escaped = character === '\\' && index + 1 < this.characters.length ? 1 : 0;
    return { nodes: [literal(this.characters[index + escaped])], end: index + escaped + 1, count: 1 };
  }

  private readGroup(index: number): { nodes: Sequence; end: number; count: number } {
    const mode = this.characters[index];
    const close = this.brackets.closers.get(index + 1);
    if (!isGroupSign(mode) || close === undefined) return { nodes: [], end: index + 1, count: 1 };
    const { alternatives, count } = this.read(index + 2, close, '|');
    return { nodes: [{ kind: 'group', mode, alternatives }], end: close + 1, count };
  }

  /** `*`, `**` or `**` with its slash. The last of a longer run may start a group. */
  private readStars(index: number): { nodes: Sequence; end: number; count: number } {
    let end = index + 1;
    while (this.characters[end] === '*' && !this.opensGroup(end)) end += 1;
    if (end - index === 1) return { nodes: [{ kind: 'star' }], end, count: 1 };
    if (this.characters[end] === '/') return { nodes: [{ kind: 'folders' }], end: end + 1, count: 1 };
    return { nodes: [{ kind: 'globstar' }], end, count: 1 };
  }

  private readBraces(index: number): { nodes: Sequence; end: number; count: number } {
    const close = this.brackets.closers.get(index);
    if (close === undefined) return { nodes: [literal('{')], end: index + 1, count: 1 };
    const { alternatives, count } = this.read(index + 1, close, ',');
    const nodes: Sequence =
      alternatives.length === 1
        ? [literal('{'), ...itemAt(alternatives, 0), literal('}')]
        : [{ kind: 'group', mode: '@', alternatives }];
    return { nodes, end: close + 1, count };
  }
}

function literal(character: string | undefined): GlobNode {
  return { kind: 'character', code: character?.codePointAt(0) ?? slash };
}

/** Folds the literal text of a sequence, a run at a time, like the paths that it is compared with. */
function folded(nodes: Sequence): Sequence {
  const result: GlobNode[] = [];
  let run = '';
  const endRun = (): void => {
    result.push(...Array.from(foldPath(run), literal));
    run = '';
  };
  for (const node of nodes) {
    if (node.kind === 'character') {
      run += String.fromCodePoint(node.code);
      continue;
    }
    endRun();
    result.push(node);
  }
  endRun();
  return result;
}
