import type { RE2JS } from 're2js';
import { contains } from '../../../utils/text/text-search';
import { foldKeepingCase } from '../../text/folded-text';
import { CandidateLines, type LineFilter } from './candidate-lines';
import type { Finder, MatchRules, SearchText } from './finder';
import type { Term } from '../parsed-query';
import { windowLength } from './needle';
import { readPattern } from '../regex-literals';
import { compilePattern } from '../regex-pattern';

/** A line, or a piece of one, that is searched. */
interface OpenLine {
  readonly text: string;
  /** Where it begins in the original text. */
  readonly from: number;
  readonly matcher: ReturnType<RE2JS['matcher']>;
  /** The end of the last match. */
  found: number;
  /** So many matches may still be looked for. */
  noteSearch: number;
  isBegun: boolean;
  hasMatches: boolean;
  /** Matches that begin from here on are left to the next piece of the line. */
  readonly limit: number;
  /** The first match without text. */
  empty: Span | undefined;
}

const fresh = { isBegun: false, hasMatches: false, empty: undefined };

type Span = readonly [start: number, end: number];

/**
 * Work of the engine: characters times the size of its program. At its slowest a unit takes 50 ns where it looks for
 * the places of a match, and 100 ns where it only says whether there is one.
 */
const [maxFindWork, maxTestWork] = [400_000, 100_000];
/** Before more work than this `next` pauses, so that nothing takes longer than one look at the longest piece. */
const stepWork = 100_000;
const [shortestPiece, longestPiece, longestChunk] = [1000, 100_000, 16_384];
/** One note may cost so much: three seconds at the slowest. A look at many lines takes an eighth of its work as a rule. */
const maxNoteWork = 60_000_000;
const usualShare = 8;
/** Characters that all searches within one line may look at together; each looks on from the last match. */
const maxRescanned = 500_000;
/** A pattern with these may match on a line alone and yet not in the text that the line stands in. */
const needsSingleLines = /\\[AzZ]|\(\?[a-zA-Z]*-?[a-zA-Z]*[ms]/u;

/** Only assertions and groups: these find places, and no text. */
const onlyEmpty = /^(?:\^|\$|\\[bBAzZ]|\((?:\?:)?|[)|*+?])*$/u;
/** One character, repeated or left out. */
const optionalAtom = /^((?:\\.|\[\^?\]?(?:\\.|[^\]\\[])*\]|[^\\[\](){}|^$*+?]))([*?])$/u;

/**
 * @param name how failures call the pattern
 * @throws ToolFailure `invalid_query` for a pattern that cannot be run
 */
export function regexTerm(pattern: string, rules: MatchRules, name = 'query'): Term {
  const [, atom, repeat] = rules.wholeWord ? [] : (optionalAtom.exec(pattern) ?? []);
  const isOptional = atom !== undefined;
  const source = isOptional ? atom + (repeat === '*' ? '+' : '') : pattern;
  const compiled = compilePattern(source, rules, name);
  return {
    word: pattern,
    isWord: false,
    isSlow: true,
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
  /** Whether it finds places only. */
  readonly #isEmpty: boolean;
  /** Whether it also matches nothing, at every place. */
  readonly #isOptional: boolean;
  readonly #hasEndAnchor: boolean;
  /** Characters of the longest match; Infinity where there is no longest. */
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
    const piece = Math.min(longestPiece, Math.floor(maxFindWork / this.#size));
    const isBounded = longest < longestPiece / 2;
    const pieceLength = Math.max(piece, isBounded ? Math.ceil(longest * 1.5) : shortestPiece);
    this.#sieve = {
      literals: isOptional ? undefined : needed?.map(lowered),
      pieceLength,
      overlap: isBounded ? Math.max(1, longest) : pieceLength >> 1,
      chunkLength: Math.min(longestChunk, Math.floor(maxTestWork / this.#size)),
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
    // Before a carriage return the engine sees no end of a line.
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
      this.#noteWork += step === 'more' ? maxTestWork / usualShare : 0;
      if (step === 'line') this.#line = this.#openLine(text, lines);
    }
  }

  /** Whether to go on with so much work now: false for a pause, and at the end of what one note may cost. */
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

  /** Made anew by some texts at each look, so it is kept. */
  #originalOf(text: SearchText): string {
    this.#original ??= text.original;
    return this.#original;
  }

  /** Undefined for a line that surely has no match. */
  #openLine(text: SearchText, lines: CandidateLines): OpenLine | undefined {
    const [start, end] = text.originalSpan(lines.start, lines.end);
    // Where a long line was cut, the character before says what the piece begins with.
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
   * Where the next piece of a cut line begins, as an offset of the original. A match that begins before it ends before
   * the cut, if a match can be no longer than what both pieces have in common.
   */
  #limitBefore(text: SearchText, { end }: CandidateLines): number {
    const [start, cut] = text.originalSpan(end - this.#sieve.overlap, end);
    const shared = this.#originalOf(text).slice(start, cut);
    if (this.#longest <= shared.length / 2 || this.#longest <= Array.from(shared).length) return start;
    this.isIncomplete = true;
    return cut;
  }

  /** Goes to the next match on the line; false where it has none, or none that counts there. */
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
    // Of a pattern that matches nothing at every place, one match a line is enough.
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
  // A capital sigma at the end becomes another letter than one within.
  return foldKeepingCase(literal).toLowerCase().replaceAll('ς', 'σ');
}
