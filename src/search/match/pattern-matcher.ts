import type { RE2JS } from 're2js';
import { matchOf } from '../../utils/text/pieces';
import { contains } from '../../utils/text/text-search';
import { foldKeepingCase, type Span } from '../text/folded-text';
import type { SearchText } from '../text/search-text';
import { compilePattern } from './compiled-pattern';
import {
  likenessAt,
  type Match,
  type Matcher,
  type Matches,
  type MatchRules,
  type Needs,
  needsOf,
  needsOfAny,
  stretchLength,
} from './matcher';

/**
 * Work of the engine: characters times the size of the program. At its slowest, a unit takes 50 ns to find the
 * positions of a match, and 100 ns to test whether there is one. Up to `maxFindWork`, positions are found by the code
 * for short lines. Beyond it other code runs, which few texts need: until that is compiled, a unit takes 300 ns
 * (measured: 113 ms for the first piece of 400,000 units).
 */
const [maxFindWork, maxTestWork] = [262_144, 100_000];
/** A pause comes before more work than this, so that no step takes longer than the longest piece. */
const stepWork = 100_000;
const [minPieceLength, maxPieceLength, maxChunkLength] = [1000, 100_000, 16_384];
/** Limit for one note: three seconds at the slowest. A test of many lines usually takes an eighth of its work. */
const maxNoteWork = 60_000_000;
const testShare = 8;
/** Limit for the characters read by all searches within one line; each continues from the last match. */
const maxRescanned = 500_000;
/** A pattern with these may match a line by itself but not within its text. */
const needsSingleLines = /\\[AzZ]|\(\?[a-ln-rt-zA-Z-]*[ms]/u;

/** Only assertions and groups: these match positions, not text. */
const onlyEmpty = /^(?:\^|\$|\\[bBAzZ]|\((?:\?:)?|[)|*+?])*$/u;

/** Matches of a regular expression on the original text, line by line. */
export class PatternMatcher implements Matcher {
  readonly needs: Needs;
  isIncomplete = false;
  readonly compiled: RE2JS;
  readonly size: number;
  /** Characters of the longest match; Infinity if unlimited. */
  readonly longest: number;
  /** Whether it matches only positions. */
  readonly isEmpty: boolean;
  readonly hasEndAnchor: boolean;
  /** Folded texts of which every match contains one; undefined if none is certain. */
  readonly literals: readonly string[] | undefined;
  /** Longer lines are searched in pieces of this length. */
  readonly pieceLength: number;
  /** By how much two pieces overlap: less than a piece. */
  readonly overlap: number;
  /** Whether it can only match in one of several lines if it matches in all of them together. */
  readonly testsManyLines: boolean;

  /** @param name the pattern's name in errors @throws ToolFailure `invalid_query` for a pattern that cannot be run */
  constructor(
    pattern: string,
    readonly rules: MatchRules,
    name = 'query',
  ) {
    this.compiled = compilePattern(pattern, rules, name);
    this.size = this.compiled.programSize();
    const { needed, longest } = readPattern(pattern);
    this.longest = longest;
    this.literals = needed?.map(lowered);
    this.needs = needsOfAny((this.literals ?? []).map(text => needsOf(text, rules.kinds)));
    // With the character before it.
    const piece = Math.min(maxPieceLength, Math.floor(maxFindWork / this.size) - 1);
    const isBounded = longest < maxPieceLength / 2;
    this.pieceLength = Math.max(piece, isBounded ? Math.ceil(longest * 1.5) : minPieceLength);
    this.overlap = isBounded ? Math.max(1, longest) : this.pieceLength >> 1;
    this.isEmpty = onlyEmpty.test(pattern);
    this.hasEndAnchor = pattern.includes('$');
    this.testsManyLines = this.literals === undefined && !needsSingleLines.test(pattern);
  }

  mayMatch({ folded }: SearchText): boolean {
    if (folded.length > stretchLength) return true;
    return this.literals?.some(literal => contains(folded, literal)) ?? true;
  }

  *matches(text: SearchText): Matches {
    const search = new PatternSearch(text, this);
    try {
      yield* search.matches();
    } finally {
      this.isIncomplete = search.isIncomplete;
    }
  }
}

/** A line, or a piece of one, in the folded text. */
interface Piece {
  readonly start: number;
  readonly end: number;
  /** Whether the line continues before `start`, and after `end`. */
  readonly isCutBefore: boolean;
  readonly isCutBehind: boolean;
}

class PatternSearch {
  isIncomplete = false;
  /** Work since the last pause, and in this text. */
  #work = 0;
  #noteWork = 0;
  readonly #original: string;
  /** Whether many lines are tested at once; before a carriage return the engine recognises no end of a line. */
  readonly #testsManyLines: boolean;

  constructor(
    private readonly text: SearchText,
    private readonly pattern: PatternMatcher,
  ) {
    this.#original = text.original;
    this.#testsManyLines = pattern.testsManyLines && !(pattern.hasEndAnchor && text.folded.includes('\r'));
  }

  *matches(): Matches {
    const { folded } = this.text;
    const { compiled, size, pieceLength, overlap } = this.pattern;
    const chunkLength = Math.min(maxChunkLength, Math.floor(maxTestWork / size));
    let [chunkEnd, lineEnd] = [-1, -1];
    for (let at = 0; at < folded.length;) {
      if (this.#noteWork > maxNoteWork) {
        this.isIncomplete = true;
        return;
      }
      if (at > chunkEnd) {
        chunkEnd = endOfLine(folded, Math.min(at + chunkLength, folded.length));
        // A longer line is searched in pieces.
        const isTested = this.#testsManyLines && chunkEnd - at <= chunkLength + pieceLength;
        const work = (chunkEnd - at) * (isTested ? size : 1);
        if (this.#isDue(work, work / testShare)) yield undefined;
        if (!this.#mayMatch(at, chunkEnd) || (isTested && !compiled.test(this.#written(at, chunkEnd)))) {
          at = chunkEnd + 1;
          continue;
        }
      }
      if (lineEnd < at) lineEnd = endOfLine(folded, at);
      const end = Math.min(lineEnd, at + pieceLength);
      const isCutBefore = at > 0 && folded[at - 1] !== '\n';
      const piece = { start: at, end, isCutBefore, isCutBehind: end < lineEnd };
      const found = this.#mayMatch(at, end) ? yield* this.#matchesIn(piece) : at;
      at = piece.isCutBehind ? Math.max(found, end - overlap) : end + 1;
    }
  }

  /** Whether a pause is due before this much work. @param counted how much of it counts for the limit of one note */
  #isDue(work: number, counted = work): boolean {
    const isDue = this.#work > 0 && this.#work + work > stepWork;
    this.#work = isDue ? work : this.#work + work;
    this.#noteWork += counted;
    return isDue;
  }

  #mayMatch(start: number, end: number): boolean {
    const { literals } = this.pattern;
    if (literals === undefined) return true;
    const lines = this.text.folded.slice(start, end);
    return literals.some(literal => contains(lines, literal));
  }

  #written(start: number, end: number): string {
    return this.#original.slice(...this.text.originalSpan(start, end));
  }

  /** @returns where the last match ends, or the piece begins */
  *#matchesIn(piece: Piece): Generator<Match | undefined, number> {
    const { compiled, size, isEmpty } = this.pattern;
    const { line, from, limit, ...begun } = this.#lineOf(piece);
    if (this.#isDue(line.length * size, 0)) yield undefined;
    const isTested = line.length * size <= maxTestWork;
    if (isTested && !compiled.test(line)) return piece.start;
    const matcher = compiled.matcher(line);
    let { found } = begun;
    let searches = Math.max(1, Math.floor(maxRescanned / (line.length + 1)));
    let [empty, hasMatches]: [Span | undefined, boolean] = [undefined, false];
    for (let isFirst = true; this.#noteWork <= maxNoteWork; isFirst = false) {
      if (this.#isDue((line.length - found) * size)) yield undefined;
      if (!(isFirst ? matcher.find(found) : matcher.find())) break;
      const [start, end] = [matcher.start(), matcher.end()];
      searches -= 1;
      if (searches === 0) this.isIncomplete = true;
      // The next piece of the line has it whole.
      if (piece.isCutBehind && (end === line.length || start >= limit)) break;
      found = end;
      const span: Span = [from + start, from + end];
      const isWhole = this.#isWhole(span);
      if (isWhole && start === end) empty ??= span;
      if (isWhole && start < end) {
        hasMatches = true;
        yield this.#matchAt(span);
      }
      // If every match is empty, one per line is enough.
      if (end >= limit || searches === 0 || (isEmpty && empty !== undefined)) break;
    }
    if (empty !== undefined && !hasMatches && !piece.isCutBefore) yield this.#matchAt(empty);
    return this.text.foldedSpan(from + found, from + found)[0];
  }

  /** The original text of a piece, where it begins, where the search starts, and before which offset a match must begin. */
  #lineOf({ start, end, isCutBefore, isCutBehind }: Piece): {
    readonly line: string;
    readonly from: number;
    readonly found: number;
    readonly limit: number;
  } {
    const { folded } = this.text;
    const isBroken = !isCutBehind && end > start && folded[end - 1] === '\r';
    const [first, last] = this.text.originalSpan(start, isBroken ? end - 1 : end);
    // If a long line was cut, the character before determines what the piece begins with.
    const from = isCutBefore ? first - 1 : first;
    const limit = isCutBehind ? this.#limitBefore(end) - from : Infinity;
    return { line: this.#original.slice(from, last), from, found: first - from, limit };
  }

  /**
   * The start of the next piece of a cut line, as an offset of the original. A match that begins before it
   * also ends before the cut, if no match is longer than the overlap of both pieces.
   */
  #limitBefore(end: number): number {
    const { longest, overlap } = this.pattern;
    const [start, cut] = this.text.originalSpan(end - overlap, end);
    const shared = this.#original.slice(start, cut);
    if (longest <= shared.length / 2 || longest <= Array.from(shared).length) return start;
    this.isIncomplete = true;
    return cut;
  }

  #matchAt(original: Span): Match {
    const [start, end] = this.text.foldedSpan(...original);
    return { start, end, original, like: likenessAt(this.pattern.rules.kinds, this.text.folded, end) };
  }

  #isWhole([start, end]: Span): boolean {
    const { kinds, wholeWord } = this.pattern.rules;
    return !wholeWord || (kinds.startsAt(this.#original, start) && kinds.endsAt(this.#original, end));
  }
}

function endOfLine(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return feed < 0 ? text.length : feed;
}

/** A literal as it appears in folded text. */
function lowered(literal: string): string {
  // A capital sigma has another lower case at the end of a word.
  return foldKeepingCase(literal).toLowerCase().replaceAll('ς', 'σ');
}

/** Characters that fold one by one in every context, so that a match contains them in their folded form. */
const fixed = /^[ -~\u00A0-\u024F\u0391-\u03C9\u0410-\u044F\u4E00-\u9FFF]$/u;
const optional = /^(?:[*?]|\{0)/u;
const quantifier = /^(?:([*+])|\?|\{(\d+)(,(\d*))?\})\??/u;
const groupHeader = /^\((?:\?(?:P?<[^>]*>|[A-Za-z-]*:)|\?[A-Za-z-]*(?=\)))?/u;
const escape = /^\\(?:x\{[^}]*\}|x..|u\{[^}]*\}|u....|[pP]\{[^}]*\}|[pP].|c.|[0-7]{1,3}|.)/su;
const characterClass = /^\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]/su;
const minLength = 2;
const maxAlternatives = 8;

/** One of these must occur in the text; undefined if none is certain. */
type Needed = readonly string[] | undefined;

interface PatternFacts {
  readonly needed: Needed;
  /** Characters (code points) of the longest text that it can match; Infinity if unlimited. */
  readonly longest: number;
}

/**
 * Which fixed texts a match must contain, and how long it can be: searching for a fixed text is many times faster than
 * the engine.
 * @param pattern one that the engine accepts
 */
export function readPattern(pattern: string): PatternFacts {
  const unknown = { needed: undefined, longest: Infinity };
  if (pattern.includes('\\Q')) return unknown;
  const { needed, longest, rest } = readAlternatives(pattern);
  if (rest !== '') return unknown;
  return { needed: needed?.every(text => text.length >= minLength) === true ? needed : undefined, longest };
}

interface Read extends PatternFacts {
  readonly rest: string;
}

function readAlternatives(pattern: string): Read {
  let { needed, longest, rest } = readSequence(pattern);
  while (rest.startsWith('|')) {
    const next = readSequence(rest.slice(1));
    needed = needed && next.needed ? [...needed, ...next.needed] : undefined;
    longest = Math.max(longest, next.longest);
    rest = next.rest;
  }
  return { needed: (needed?.length ?? 0) > maxAlternatives ? undefined : needed, longest, rest };
}

function readSequence(pattern: string): Read {
  let rest = pattern;
  let best: Needed;
  let run = '';
  let longest = 0;
  const offer = (needed: Needed): void => {
    if (needed !== undefined && shortest(needed) > shortest(best ?? [''])) best = needed;
  };
  while (rest !== '' && !rest.startsWith('|') && !rest.startsWith(')')) {
    const atom = readAtom(rest);
    rest = atom.rest;
    const [repeats = '', endless, least, range, most] = matchOf(quantifier, rest);
    rest = rest.slice(repeats.length);
    const times = endless !== undefined || most === '' ? Infinity : Number((range && most) ?? least ?? 1);
    longest += times === 0 || atom.longest === 0 ? 0 : times * atom.longest;
    const isSure = !optional.test(repeats);
    if (atom.literal !== undefined && isSure) run += atom.literal;
    if (atom.literal === undefined || repeats !== '') {
      offer([run]);
      run = '';
    }
    if (isSure) offer(atom.needed);
  }
  offer([run]);
  return { needed: best, longest, rest };
}

interface Atom extends Read {
  readonly literal?: string;
}

const one = { needed: undefined, longest: 1 };

function readAtom(pattern: string): Atom {
  const [first = ''] = pattern;
  if (first === '(') return readGroup(pattern);
  const long =
    (first === '\\' ? escape : first === '[' ? characterClass : undefined)?.exec(pattern)?.[0] ?? first;
  const rest = pattern.slice(long.length);
  if (first === '\\') {
    const isPunctuation = long.length === 2 && /[!-/:-@[-`{-~]/u.test(long.charAt(1));
    return isPunctuation ? { ...one, rest, literal: long.charAt(1) } : { ...one, rest };
  }
  if (long.length > 1 || '.^$[*+?'.includes(first) || !fixed.test(first)) return { ...one, rest };
  return { ...one, rest, literal: first };
}

function readGroup(pattern: string): Atom {
  const header = groupHeader.exec(pattern)?.[0] ?? '(';
  const { needed, longest, rest } = readAlternatives(pattern.slice(header.length));
  return { needed, longest, rest: rest.slice(1) };
}

function shortest(texts: readonly string[]): number {
  return Math.min(...texts.map(text => text.length));
}
