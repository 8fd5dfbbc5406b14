import type { RE2JS } from 're2js';
import { contains } from '../../../utils/text/text-search';
import { foldKeepingCase } from '../../text/folded-text';
import { CandidateLines, type LineFilter } from './candidate-lines';
import type { Finder, MatchRules } from './finder';
import type { SearchText } from '../../text/search-text';
import type { Term } from '../compiled-query';
import { windowLength } from './needle';
import { readPattern } from '../regex-literals';
import { wordPieces } from '../word-pieces';
import { compilePattern } from '../regex-pattern';

/** A line, or a piece of one, that is searched. */
interface OpenLine {
  readonly text: string;
  /** Where it begins in the original text. */
  readonly from: number;
  readonly matcher: ReturnType<RE2JS['matcher']>;
  /** The end of the last match. */
  found: number;
  /** Remaining number of matches to search for. */
  noteSearch: number;
  isBegun: boolean;
  hasMatches: boolean;
  /** Matches that begin here or later belong to the next piece of the line. */
  readonly limit: number;
  /** The first empty match. */
  empty: Span | undefined;
}

const fresh = { isBegun: false, hasMatches: false, empty: undefined };

type Span = readonly [start: number, end: number];

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

/**
 * @param name the pattern's name in errors
 * @throws ToolFailure `invalid_query` for a pattern that cannot be run
 */
export function regexTerm(pattern: string, rules: MatchRules, name = 'query'): Term {
  const [, atom, repeat] = rules.wholeWord ? [] : (optionalAtom.exec(pattern) ?? []);
  const isOptional = atom !== undefined;
  const source = isOptional ? atom + (repeat === '*' ? '+' : '') : pattern;
  const compiled = compilePattern(source, rules, name);
  const { needed } = readPattern(source);
  return {
    word: pattern,
    isWord: false,
    isSlow: true,
    pieces: isOptional ? undefined : needed && wordPieces(needed.map(lowered), rules.kinds),
    makeFinder: () => new RegexFinder(compiled, { source, isOptional }, rules),
  };
}

/** Matches of a regular expression on the original text, line by line. */
class RegexFinder implements Finder {
  start = 0;
  end = 0;
  isPaused = false;
  isIncomplete = false;
  readonly #sieve: LineFilter;
  readonly #size: number;
  /** Whether it matches only positions. */
  readonly #isEmpty: boolean;
  /** Whether it also matches the empty text, at every position. */
  readonly #isOptional: boolean;
  readonly #hasEndAnchor: boolean;
  /** Characters of the longest match; Infinity if unlimited. */
  readonly #longest: number;
  /** Since the last pause, and in this text. */
  #work = 0;
  #noteWork = 0;
  #text: SearchText | undefined;
  #original: string | undefined;
  #lines: CandidateLines | undefined;
  #line: OpenLine | undefined;
  #match: Span = [0, 0];

  constructor(
    private readonly pattern: RE2JS,
    { source, isOptional }: { readonly source: string; readonly isOptional: boolean },
    private readonly rules: MatchRules,
  ) {
    this.#isOptional = isOptional;
    this.#hasEndAnchor = source.includes('$');
    this.#isEmpty = onlyEmpty.test(source);
    this.#size = pattern.programSize();
    const { needed, longest } = readPattern(source);
    this.#longest = longest;
    // With the character before it.
    const piece = Math.min(maxPieceLength, Math.floor(maxFindWork / this.#size) - 1);
    const isBounded = longest < maxPieceLength / 2;
    const pieceLength = Math.max(piece, isBounded ? Math.ceil(longest * 1.5) : minPieceLength);
    this.#sieve = {
      literals: isOptional ? undefined : needed?.map(lowered),
      pieceLength,
      overlap: isBounded ? Math.max(1, longest) : pieceLength >> 1,
      chunkLength: Math.min(maxChunkLength, Math.floor(maxTestWork / this.#size)),
      mayMatch: isOptional || needsSingleLines.test(source) ? undefined : part => pattern.test(part),
    };
  }

  mayStandIn(): boolean {
    return true;
  }

  mayMatch(folded: string): boolean {
    if (folded.length > windowLength) return true;
    return this.#sieve.literals?.some(literal => contains(folded, literal)) ?? true;
  }

  open(text: SearchText): void {
    this.#text = text;
    this.#original = undefined;
    this.#line = undefined;
    this.isIncomplete = false;
    this.#noteWork = 0;
    // Before a carriage return the engine recognises no end of a line.
    const asksOnlyLines = this.#hasEndAnchor && text.folded.includes('\r');
    const sieve = asksOnlyLines ? { ...this.#sieve, mayMatch: undefined } : this.#sieve;
    this.#lines = new CandidateLines(sieve, text, () => this.#originalOf(text));
  }

  next(limit: number): boolean {
    const [text, lines] = [this.#text, this.#lines];
    this.isPaused = false;
    if (text === undefined || lines === undefined) return false;
    for (;;) {
      const line = this.#line;
      if (line !== undefined) {
        if (!this.#mayWork((line.text.length - line.found) * this.#size)) return false;
        if (this.#findOn(line, text, lines)) return true;
        continue;
      }
      if (!this.#mayWork(0)) return false;
      const step = lines.next(limit);
      if (step === 'none') return false;
      this.#work += step === 'more' ? maxTestWork : (lines.end - lines.start) * this.#size;
      this.#noteWork += step === 'more' ? maxTestWork / testShare : 0;
      if (step === 'line') this.#line = this.#openLine(text, lines);
    }
  }

  /** Whether this much work is allowed now: false for a pause, and at the limit of one note. */
  #mayWork(work: number): boolean {
    if (this.#noteWork > maxNoteWork) {
      this.isIncomplete = true;
      this.#lines = undefined;
      return false;
    }
    this.isPaused = this.#work > 0 && this.#work + work > stepWork;
    this.#work = this.isPaused ? 0 : this.#work + work;
    this.#noteWork += this.isPaused ? 0 : work;
    return !this.isPaused;
  }

  originalSpan(): Span {
    return this.#match;
  }

  /** Cached, since some texts build it on each access. */
  #originalOf(text: SearchText): string {
    this.#original ??= text.original;
    return this.#original;
  }

  /** Undefined for a line that certainly has no match. */
  #openLine(text: SearchText, lines: CandidateLines): OpenLine | undefined {
    const [start, end] = text.originalSpan(lines.start, lines.end);
    // If a long line was cut, the character before determines what the piece begins with.
    const from = lines.isCutBefore ? start - 1 : start;
    const line = this.#originalOf(text).slice(from, end);
    const limit = lines.isCutBehind ? this.#limitBefore(text, lines) - from : Infinity;
    const isTested = line.length * this.#size <= maxTestWork;
    if (isTested && !this.#isOptional && !this.pattern.test(line)) {
      lines.goBackTo(lines.start);
      return undefined;
    }
    const noteSearch = Math.max(1, Math.floor(maxRescanned / (line.length + 1)));
    const matcher = this.pattern.matcher(line);
    return { text: line, from, found: start - from, noteSearch, matcher, limit, ...fresh };
  }

  /**
   * The start of the next piece of a cut line, as an offset of the original. A match that begins before it
   * also ends before the cut, if no match is longer than the overlap of both pieces.
   */
  #limitBefore(text: SearchText, { end }: CandidateLines): number {
    const [start, cut] = text.originalSpan(end - this.#sieve.overlap, end);
    const shared = this.#originalOf(text).slice(start, cut);
    if (this.#longest <= shared.length / 2 || this.#longest <= Array.from(shared).length) return start;
    this.isIncomplete = true;
    return cut;
  }

  /** Goes to the next match on the line; false if there is none that counts. */
  #findOn(line: OpenLine, text: SearchText, lines: CandidateLines): boolean {
    const { matcher } = line;
    const isFound = line.isBegun ? matcher.find() : matcher.find(line.found);
    line.isBegun = true;
    const [start, end] = isFound ? [matcher.start(), matcher.end()] : [0, 0];
    const isAtCut = isFound && lines.isCutBehind && (end === line.text.length || start >= line.limit);
    line.noteSearch -= 1;
    const isLast = !isFound || isAtCut || end >= line.limit || line.noteSearch === 0;
    if (isFound && line.noteSearch === 0) this.isIncomplete = true;
    if (isFound && !isAtCut) {
      line.found = end;
      const span: Span = [line.from + start, line.from + end];
      const isWhole = this.#isWhole(this.#originalOf(text), span);
      if (isWhole && end === start) line.empty ??= span;
      if (isWhole && end > start) return this.#take(line, span, text, isLast, lines);
    }
    // For a pattern that is empty everywhere, one match per line is enough.
    if (!isLast && !(this.#isEmpty && line.empty !== undefined)) return false;
    this.#close(line, text, lines);
    const empty = this.#isOptional ? ([line.from, line.from] as const) : line.empty;
    if (line.hasMatches || empty === undefined || lines.isCutBefore) return false;
    return this.#show(empty, text);
  }

  #take(line: OpenLine, span: Span, text: SearchText, isLast: boolean, lines: CandidateLines): boolean {
    line.hasMatches = true;
    if (isLast) this.#close(line, text, lines);
    return this.#show(span, text);
  }

  #show(span: Span, text: SearchText): boolean {
    this.#match = span;
    [this.start, this.end] = text.foldedSpan(...span);
    return true;
  }

  #close(line: OpenLine, text: SearchText, lines: CandidateLines): void {
    this.#line = undefined;
    const end = line.from + line.found;
    lines.goBackTo(text.foldedSpan(end, end)[0]);
  }

  #isWhole(original: string, [start, end]: Span): boolean {
    const { kinds, wholeWord } = this.rules;
    return !wholeWord || (kinds.startsAt(original, start) && kinds.endsAt(original, end));
  }
}

/** As it is in folded text. */
function lowered(literal: string): string {
  // A capital sigma at the end of a word has another lower case than within.
  return foldKeepingCase(literal).toLowerCase().replaceAll('ς', 'σ');
}
