import type { RE2JS } from 're2js';
import { foldKeepingCase } from '../folded-text';
import { CandidateLines, type LineSieve } from './candidate-lines';
import type { Finder, MatchRules, SearchText } from './finder';
import type { Term } from './parsed-query';
import { neededLiterals } from './regex-literals';
import { compilePattern } from './regex-pattern';

type Span = readonly [start: number, end: number];

/** What the engine is given at once, in characters times the size of its program: some 20 ms at its slowest. */
const maxWork = 4_000_000;
const longestPiece = 500_000;
const shortestPiece = 2048;
/** Characters that all searches within one line may look at together; each looks on from the last match. */
const maxRescanned = 500_000;
/** A pattern with these may match on a line alone and yet not in the text that the line stands in. */
const needsSingleLines = /\\[AzZ]|\(\?[a-zA-Z]*-?[a-zA-Z]*[ms]/u;

/** @throws ToolFailure `invalid_query` for a pattern that cannot be run. */
export function regexTerm(pattern: string, rules: MatchRules): Term {
  const compiled = compilePattern(pattern, rules, 'query');
  return { word: pattern, isWord: false, makeFinder: () => new RegexFinder(compiled, pattern, rules) };
}

/** Matches of a regular expression on the original text, line by line. */
class RegexFinder implements Finder {
  start = 0;
  end = 0;
  readonly #sieve: LineSieve;
  readonly #hasEndAnchor: boolean;
  #text: SearchText | undefined;
  #original: string | undefined;
  #lines: CandidateLines | undefined;
  #match: Span = [0, 0];
  /** Matches of the current line that are still to come, the next one last. */
  #found: Span[] = [];

  constructor(
    private readonly pattern: RE2JS,
    source: string,
    private readonly rules: MatchRules,
  ) {
    this.#hasEndAnchor = source.includes('$');
    this.#sieve = {
      literals: neededLiterals(source)?.map(lowered),
      pieceLength: Math.min(
        longestPiece,
        Math.max(shortestPiece, Math.floor(maxWork / pattern.programSize())),
      ),
      mayMatch: needsSingleLines.test(source) ? undefined : part => pattern.test(part),
    };
  }

  mayStandIn(): boolean {
    return true;
  }

  mayMatch(folded: string): boolean {
    return this.#sieve.literals?.some(literal => folded.includes(literal)) ?? true;
  }

  open(text: SearchText): void {
    this.#text = text;
    this.#original = undefined;
    this.#found = [];
    // Before a carriage return the engine sees no end of a line.
    const asksOnlyLines = this.#hasEndAnchor && text.folded.includes('\r');
    const sieve = asksOnlyLines ? { ...this.#sieve, mayMatch: undefined } : this.#sieve;
    this.#lines = new CandidateLines(sieve, text, () => this.#originalOf(text));
  }

  next(limit: number): boolean {
    const [text, lines] = [this.#text, this.#lines];
    if (text === undefined || lines === undefined) return false;
    while (this.#found.length === 0) {
      if (!lines.next(limit)) return false;
      this.#searchLine(text.originalSpan(lines.start, lines.end), this.#originalOf(text), lines);
    }
    this.#match = this.#found.pop() ?? [0, 0];
    [this.start, this.end] = text.foldedSpan(...this.#match);
    return true;
  }

  originalSpan(): Span {
    return this.#match;
  }

  /** Made anew by some texts at each look, so it is kept. */
  #originalOf(text: SearchText): string {
    this.#original ??= text.original;
    return this.#original;
  }

  #searchLine([from, to]: Span, original: string, { isCutBefore, isCutBehind }: CandidateLines): void {
    const line = original.slice(from, to);
    if (!this.pattern.test(line)) return;
    const matcher = this.pattern.matcher(line);
    let searches = Math.max(1, Math.floor(maxRescanned / (line.length + 1)));
    const spans: Span[] = [];
    let empty: Span | undefined;
    while (searches > 0 && matcher.find()) {
      searches -= 1;
      const span: Span = [from + matcher.start(), from + matcher.end()];
      // Where a long line was cut, no line begins or ends.
      const isAtCut = (isCutBefore && span[0] === from) || (isCutBehind && span[1] === to);
      if (!isAtCut && this.#isWhole(original, span)) {
        if (span[1] > span[0]) spans.push(span);
        else empty ??= span;
      }
    }
    // Of a pattern that matches nothing at every place, one match a line is enough.
    if (spans.length === 0 && empty !== undefined) spans.push(empty);
    this.#found = spans.reverse();
  }

  #isWhole(original: string, [start, end]: Span): boolean {
    const { kinds, wholeWord } = this.rules;
    return !wholeWord || (kinds.startsAt(original, start) && kinds.endsAt(original, end));
  }
}

/** As it stands in folded text. */
function lowered(literal: string): string {
  // A capital sigma at the end becomes another letter than one within.
  return foldKeepingCase(literal).toLowerCase().replaceAll('ς', 'σ');
}
