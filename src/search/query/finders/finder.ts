import type { Steps } from '../../../utils/slicing/steps';
import type { CharacterKinds } from '../../text/character-kinds';
import { foldKeepingCase } from '../../text/folded-text';
import type { NoteBlocks } from '../../text/note-blocks';
import type { NoteOutline } from '../../text/note-outline';
import type { Regions } from '../../text/regions';

/** A text to search: a note's, or its title. */
export interface SearchText {
  readonly folded: string;
  readonly original: string;
  originalSpan(start: number, end: number): readonly [start: number, end: number];
  foldedSpan(start: number, end: number): readonly [start: number, end: number];
  /** Where the parts of a note lie that are looked for; undefined for a name, which has no parts. */
  regionsIn?(find: RegionFinder): Steps<Regions>;
}

/** A text that has parts. */
export type PartedText = SearchText & Required<Pick<SearchText, 'regionsIn'>>;

/** The text of a note, of which parts can be asked for. */
export interface OutlinedText extends SearchText {
  /** See `NoteText`. */
  readonly outline: NoteOutline;
  preparing(): Steps<void>;
  blocksInSteps(): Steps<NoteBlocks>;
}

/** Finds one kind of part in the text of a note, such as its sections, as work that can pause. */
export type RegionFinder = (text: OutlinedText) => Steps<Regions>;

/** See `Signature`. */
export interface Signed {
  /** False if the text has no words with these signs; true says nothing. */
  mayHave(signs: readonly number[]): boolean;
}

/** Walks over the matches of one term in one text after another. Matches do not overlap. */
export interface Finder {
  /** Begins with another text. */
  open(text: SearchText): void;
  /**
   * Goes to the next match that begins before `limit`, an offset of the folded text. False when there is none;
   * ask again with a larger limit to go on. Its work is in proportion to what lies before the limit.
   */
  next(limit: number): boolean;
  /** Whether `next` has answered false only since it had worked enough: then ask again with the same limit. */
  readonly isPaused: boolean;
  /** Whether the text was too long for the pattern: there may be matches that were not found. */
  readonly isIncomplete?: boolean;
  /** Where the match is another word than the one asked for: another form of it, or a word near to it. */
  readonly variant?: 'form' | 'near' | undefined;
  /** The match in the folded text. */
  readonly start: number;
  readonly end: number;
  /** The match in the original text. */
  originalSpan(): readonly [start: number, end: number];
  /** Whether a note may match, as far as its signature tells: its text need not be there. */
  mayStandIn(note: Signed): boolean;
  /** Whether a text can be passed over without a look at its original. */
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

/** What the finders that walk over folded text share. */
export abstract class FoldedFinder implements Finder {
  /** What a text must have for a match in it. */
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

  /** Whether the match from `start` to `end` may end where it does. */
  protected endsRight(end: number): boolean {
    return !this.rules.wholeWord || this.rules.kinds.endsAt(this.text.folded, end);
  }

  /** What is in the text from `start` to `end`, folded but for letter case. */
  protected casedText(start: number, end: number): string {
    // Made anew by some texts at each look.
    this.#original ??= this.text.original;
    const [from, to] = this.text.originalSpan(start, end);
    return foldKeepingCase(this.#original.slice(from, to));
  }
}
