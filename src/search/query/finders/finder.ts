import type { CharacterKinds } from '../../text/character-kinds';
import { foldKeepingCase } from '../../text/folded-text';
import type { SearchText } from '../../text/search-text';

/** See `Signature`. */
export interface Signed {
  /** False if the text certainly has no words with these signs; true means unknown. */
  mayHave(signs: readonly number[]): boolean;
}

/** Iterates over the matches of one term in one text after another. Matches do not overlap. */
export interface Finder {
  /** Starts with another text. */
  open(text: SearchText): void;
  /**
   * Goes to the next match that begins before `limit` in the folded text. Returns false if there is none;
   * call it again with a larger limit to continue. Its work is proportional to the text before the limit.
   */
  next(limit: number): boolean;
  /** Whether `next` returned false only because it had worked enough: call it again. */
  readonly isPaused: boolean;
  /** Whether the text was too long for the pattern, so that matches may be missing. */
  readonly isIncomplete?: boolean;
  /** Set if the match is not the searched word: another form of it, or a similar word. */
  readonly variant?: 'form' | 'near' | undefined;
  /** The match in the folded text. */
  readonly start: number;
  readonly end: number;
  /** The match in the original text. */
  originalSpan(): readonly [start: number, end: number];
  /** Whether a note may match, by its signature: its text need not be loaded. */
  mayStandIn(note: Signed): boolean;
  /** False if a text can be skipped without reading its original. */
  mayMatch(folded: string): boolean;
}

export interface MatchRules {
  readonly kinds: CharacterKinds;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
}

const nowhere: SearchText = {
  folded: '',
  original: '',
  originalSpan: (start, end) => [start, end],
  foldedSpan: (start, end) => [start, end],
};

/** The common part of finders that search folded text. */
export abstract class FoldedFinder implements Finder {
  /** The signs that a text must have to contain a match. */
  protected readonly signs: readonly number[] = [];
  readonly isPaused: boolean = false;
  start = 0;
  end = 0;
  protected text: SearchText = nowhere;
  #original: string | undefined;

  constructor(protected readonly rules: MatchRules) {}

  open(text: SearchText): void {
    this.text = text;
    this.start = 0;
    this.end = 0;
    this.#original = undefined;
    this.begin();
  }

  mayStandIn(note: Signed): boolean {
    return note.mayHave(this.signs);
  }

  abstract next(limit: number): boolean;
  abstract mayMatch(folded: string): boolean;
  protected abstract begin(): void;

  originalSpan(): readonly [start: number, end: number] {
    return this.text.originalSpan(this.start, this.end);
  }

  /** Whether the match from `start` to `end` may end there. */
  protected endsRight(end: number): boolean {
    return !this.rules.wholeWord || this.rules.kinds.endsAt(this.text.folded, end);
  }

  /** The text from `start` to `end`, folded except for case. */
  protected casedText(start: number, end: number): string {
    // Some texts build it on each access.
    this.#original ??= this.text.original;
    const [from, to] = this.text.originalSpan(start, end);
    return foldKeepingCase(this.#original.slice(from, to));
  }
}
