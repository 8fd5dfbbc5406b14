import type { RE2JS } from 're2js';
import { contains } from '../../utils/text/text-search';
import { foldKeepingCase } from '../text/folded-text';
import type { SearchText } from '../text/search-text';
import { compilePattern } from './compiled-pattern';
import {
  likenessAt,
  type Match,
  type Matcher,
  type Matches,
  type MatchRules,
  type Span,
  stretchLength,
} from './matcher';
import { PatternLines, type LineFilter } from './pattern-lines';
import { readPattern } from './pattern-literals';

/** A line, or a piece of one, that is searched. */
interface OpenLine {
  readonly text: string;
  /** Where it begins in the original text. */
  readonly from: number;
  readonly matcher: ReturnType<RE2JS['matcher']>;
  /** The end of the last match. */
  found: number;
  /** Remaining number of matches to search for. */
  searches: number;
  isBegun: boolean;
  hasMatches: boolean;
  /** Matches that begin here or later belong to the next piece of the line. */
  readonly limit: number;
  /** The first empty match. */
  empty: Span | undefined;
}

const fresh = { isBegun: false, hasMatches: false, empty: undefined };

/**
 * Work of the engine: characters times the size of its program. At its slowest, a unit takes 50 ns to find
 * the positions of a match, and 100 ns to test whether there is one. Up to `maxFindWork` the positions are found by
 * the part of the engine that finds those on short lines. Beyond it works another part, which few texts need: until
 * its code is compiled a unit takes 300 ns (measured: 113 ms for the first piece of 400,000 units).
 */
const [maxFindWork, maxTestWork] = [262_144, 100_000];
/** `next` pauses before more work than this, so that no step takes longer than the longest piece. */
const stepWork = 100_000;
const [minPieceLength, maxPieceLength, maxChunkLength] = [1000, 100_000, 16_384];
/** Limit for one note: three seconds at the slowest. A test of many lines usually takes an eighth of its work. */
const maxNoteWork = 60_000_000;
const testShare = 8;
/** Limit for the characters read by all searches within one line; each continues from the last match. */
const maxRescanned = 500_000;
/** A pattern with these may match a line alone but not within its text. */
const needsSingleLines = /\\[AzZ]|\(\?[a-ln-rt-zA-Z-]*[ms]/u;

/** Only assertions and groups: these match positions, not text. */
const onlyEmpty = /^(?:\^|\$|\\[bBAzZ]|\((?:\?:)?|[)|*+?])*$/u;
/** One character, repeated or left out. */
const optionalAtom = /^((?:\\.|\[\^?\]?(?:\\.|[^\]\\[])*\]|[^\\[\](){}|^$*+?]))([*?])$/u;

/** Matches of a regular expression on the original text, line by line. */
export class PatternMatcher implements Matcher {
  /** Folded texts of which every match contains one; undefined if none is certain. */
  readonly literals: readonly string[] | undefined;
  isIncomplete = false;
  readonly #pattern: PatternToFind;
  readonly #lines: LineFilter;

  /**
   * @param name the pattern's name in errors
   * @throws ToolFailure `invalid_query` for a pattern that cannot be run
   */
  constructor(pattern: string, rules: MatchRules, name = 'query') {
    const [, atom, repeat] = rules.wholeWord ? [] : (optionalAtom.exec(pattern) ?? []);
    const isOptional = atom !== undefined;
    const source = isOptional ? atom + (repeat === '*' ? '+' : '') : pattern;
    const compiled = compilePattern(source, rules, name);
    const { needed, longest } = readPattern(source);
    const size = compiled.programSize();
    this.literals = isOptional ? undefined : needed?.map(lowered);
    this.#pattern = {
      compiled,
      size,
      longest,
      isOptional,
      isEmpty: onlyEmpty.test(source),
      hasEndAnchor: source.includes('$'),
      rules,
    };
    // With the character before it.
    const piece = Math.min(maxPieceLength, Math.floor(maxFindWork / size) - 1);
    const isBounded = longest < maxPieceLength / 2;
    const pieceLength = Math.max(piece, isBounded ? Math.ceil(longest * 1.5) : minPieceLength);
    this.#lines = {
      literals: this.literals,
      pieceLength,
      overlap: isBounded ? Math.max(1, longest) : pieceLength >> 1,
      chunkLength: Math.min(maxChunkLength, Math.floor(maxTestWork / size)),
      mayMatch: isOptional || needsSingleLines.test(source) ? undefined : part => compiled.test(part),
    };
  }

  mayMatch({ folded }: SearchText): boolean {
    if (folded.length > stretchLength) return true;
    return this.literals?.some(literal => contains(folded, literal)) ?? true;
  }

  *matches(text: SearchText): Matches {
    const walk = new PatternWalk(text, this.#pattern, this.#lines);
    for (;;) {
      const step = walk.next();
      this.isIncomplete = walk.isIncomplete;
      if (step === 'none') return;
      yield step === 'pause' ? undefined : step;
    }
  }
}

/** A pattern with what decides how it is looked for. */
interface PatternToFind {
  readonly compiled: RE2JS;
  readonly size: number;
  /** Characters of the longest match; Infinity if unlimited. */
  readonly longest: number;
  /** Whether it also matches the empty text, at every position. */
  readonly isOptional: boolean;
  /** Whether it matches only positions. */
  readonly isEmpty: boolean;
  readonly hasEndAnchor: boolean;
  readonly rules: MatchRules;
}

/** The matches of a pattern in one text, one after the other. */
class PatternWalk {
  isIncomplete = false;
  /** Since the last pause, and in this text. */
  #work = 0;
  #noteWork = 0;
  #hasEnded = false;
  readonly #lines: PatternLines;
  #line: OpenLine | undefined;
  readonly #original: string;

  constructor(
    private readonly text: SearchText,
    private readonly pattern: PatternToFind,
    filter: LineFilter,
  ) {
    this.#original = text.original;
    // Before a carriage return the engine recognises no end of a line.
    const asksOnlyLines = pattern.hasEndAnchor && text.folded.includes('\r');
    this.#lines = new PatternLines(asksOnlyLines ? { ...filter, mayMatch: undefined } : filter, text);
  }

  next(): Match | 'pause' | 'none' {
    const { size } = this.pattern;
    for (;;) {
      const line = this.#line;
      const verdict = this.#mayWork(line === undefined ? 0 : (line.text.length - line.found) * size);
      if (verdict !== undefined) return verdict;
      if (line !== undefined) {
        const span = this.#findOn(line);
        if (span !== undefined) return this.#matchAt(span);
        continue;
      }
      const step = this.#lines.next();
      if (step === 'none') return 'none';
      this.#work += step === 'more' ? maxTestWork : (this.#lines.end - this.#lines.start) * size;
      this.#noteWork += step === 'more' ? maxTestWork / testShare : 0;
      if (step === 'line') this.#line = this.#openLine();
    }
  }

  /** Undefined where this much work is allowed now; at the limit of one note there is no more. */
  #mayWork(work: number): 'pause' | 'none' | undefined {
    if (this.#noteWork > maxNoteWork) this.isIncomplete = this.#hasEnded = true;
    if (this.#hasEnded) return 'none';
    const isPaused = this.#work > 0 && this.#work + work > stepWork;
    this.#work = isPaused ? 0 : this.#work + work;
    this.#noteWork += isPaused ? 0 : work;
    return isPaused ? 'pause' : undefined;
  }

  /** Undefined for a line that certainly has no match. */
  #openLine(): OpenLine | undefined {
    const { compiled, size, isOptional } = this.pattern;
    const lines = this.#lines;
    const [start, end] = this.text.originalSpan(lines.start, lines.end);
    // If a long line was cut, the character before determines what the piece begins with.
    const from = lines.isCutBefore ? start - 1 : start;
    const line = this.#original.slice(from, end);
    const limit = lines.isCutBehind ? this.#limitBefore(lines.end) - from : Infinity;
    const isTested = line.length * size <= maxTestWork;
    if (isTested && !isOptional && !compiled.test(line)) {
      lines.goBackTo(lines.start);
      return undefined;
    }
    const searches = Math.max(1, Math.floor(maxRescanned / (line.length + 1)));
    const matcher = compiled.matcher(line);
    return { text: line, from, found: start - from, searches, matcher, limit, ...fresh };
  }

  /**
   * The start of the next piece of a cut line, as an offset of the original. A match that begins before it
   * also ends before the cut, if no match is longer than the overlap of both pieces.
   */
  #limitBefore(end: number): number {
    const [start, cut] = this.text.originalSpan(end - this.#lines.overlap, end);
    const shared = this.#original.slice(start, cut);
    const { longest } = this.pattern;
    if (longest <= shared.length / 2 || longest <= Array.from(shared).length) return start;
    this.isIncomplete = true;
    return cut;
  }

  /** Goes to the next match on the line; undefined if there is none that counts. */
  #findOn(line: OpenLine): Span | undefined {
    const { isCutBehind, isCutBefore } = this.#lines;
    const { isEmpty, isOptional } = this.pattern;
    const { matcher } = line;
    const isFound = line.isBegun ? matcher.find() : matcher.find(line.found);
    line.isBegun = true;
    const [start, end] = isFound ? [matcher.start(), matcher.end()] : [0, 0];
    const isAtCut = isFound && isCutBehind && (end === line.text.length || start >= line.limit);
    line.searches -= 1;
    const isLast = !isFound || isAtCut || end >= line.limit || line.searches === 0;
    if (isFound && line.searches === 0) this.isIncomplete = true;
    if (isFound && !isAtCut) {
      line.found = end;
      const span: Span = [line.from + start, line.from + end];
      const isWhole = this.#isWhole(span);
      if (isWhole && end === start) line.empty ??= span;
      if (isWhole && end > start) {
        line.hasMatches = true;
        if (isLast) this.#close(line);
        return span;
      }
    }
    // For a pattern that is empty everywhere, one match per line is enough.
    if (!isLast && !(isEmpty && line.empty !== undefined)) return undefined;
    this.#close(line);
    const empty = isOptional ? ([line.from, line.from] as const) : line.empty;
    return line.hasMatches || isCutBefore ? undefined : empty;
  }

  #matchAt(original: Span): Match {
    const [start, end] = this.text.foldedSpan(...original);
    return { start, end, original, like: likenessAt(this.pattern.rules.kinds, this.text.folded, end) };
  }

  #close(line: OpenLine): void {
    this.#line = undefined;
    const end = line.from + line.found;
    this.#lines.goBackTo(this.text.foldedSpan(end, end)[0]);
  }

  #isWhole([start, end]: Span): boolean {
    const { kinds, wholeWord } = this.pattern.rules;
    return !wholeWord || (kinds.startsAt(this.#original, start) && kinds.endsAt(this.#original, end));
  }
}

/** As it is in folded text. */
function lowered(literal: string): string {
  // A capital sigma at the end of a word has another lower case than within.
  return foldKeepingCase(literal).toLowerCase().replaceAll('ς', 'σ');
}
