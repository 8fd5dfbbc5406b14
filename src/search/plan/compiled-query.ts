import type { Steps } from '../../utils/slicing/time-slicer';
import type { Matcher, MatchRules } from '../match/matcher';
import type { OperatorName, Place } from '../query/language/query-tree';
import type { SearchQuery } from '../query/query';
import type { SearchText } from '../text/search-text';
import type { WordForms } from '../words/word-forms';

export interface Term {
  /** What the caller wrote, folded unless letter case counts. */
  readonly word: string;
  /** The word as it was written, for answers. */
  readonly shown: string;
  /** Whether it is a word of letters only. */
  readonly isWord: boolean;
  /** Number of allowed typing errors; undefined if it must match exactly. */
  readonly tolerance?: number;
  /** Whether searching for it can take long: then the search stops after a second of work. */
  readonly isSlow: boolean;
  /**
   * Set if a note can match without it, since it only raises the score: one of several alternatives, or a part of a word
   * of the query, which nobody asked for by itself.
   */
  readonly role?: 'alternative' | 'part';
  readonly times?: number;
  /** Whether notes without it may be shown after complete matches: a word without an operator. */
  readonly isLoose?: boolean;
  /** Whether other forms of the word are searched too, and similar words if no note has it. */
  readonly hasForms?: boolean;
  /** The parts of a word with hyphens or slashes, which count in notes that have some of the words. */
  readonly parts?: readonly Term[];
  /** Whether it is several words, its parts, of a script without spaces: then it is not meant literally. */
  readonly isSentence?: boolean;
  /** The words of a phrase, of a part such as a line, or of alternatives, to say which of them no note has. */
  readonly phraseWords?: readonly Term[];
  /** The operator of a part: `line` for `line:(a b)`. */
  readonly partOperator?: OperatorName;
  /** The same term for whole notes, if it is searched only below headings. */
  readonly anywhere?: Term;
  matcher(help?: WordHelp): Matcher;
}

export interface WordHelp {
  /** Similar words of the notes for each searched word, folded; every one for a term with a tolerance. */
  readonly near?: ReadonlyMap<string, readonly string[]>;
  /** For compounds that no note has, the terms of their parts. */
  readonly compounds?: ReadonlyMap<string, readonly Term[]> | undefined;
  readonly forms?: WordForms | undefined;
}

/** A note with everything that conditions use. Members may be getters. */
export interface ConditionNote {
  readonly path: string;
  readonly title: SearchText;
  /** Undefined if no condition reads it. */
  readonly text: SearchText | undefined;
  /** Including tags in the text; with or without `#`. */
  readonly tags: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
  /** Called when a value is so long that a pattern is only searched in its beginning. */
  readonly onCut: () => void;
}

/** What a query asks of a whole note in addition to its words. */
export interface NoteCondition {
  /** The most it needs: a path is known without the note's properties, and those without its text. */
  readonly reads: 'path' | 'facts' | 'text';
  readonly holdsOf: (note: ConditionNote) => Steps<boolean>;
  readonly place: Place;
}

export interface CompiledQuery {
  readonly asked: SearchQuery;
  /** All must occur, except optional ones. */
  readonly terms: readonly Term[];
  /** Words of the query that are not searched; a name with them still consists of its words. */
  readonly ignored?: ReadonlySet<string>;
  readonly excluded: readonly Term[];
  readonly conditions: readonly NoteCondition[];
  /** Finds the headings to search below, with the text there. */
  readonly heading: Term | undefined;
  readonly rules: MatchRules;
  /** The whole query, for files without text; undefined if no `file:` or `path:` asks for any. */
  readonly ofFiles: Omit<NoteCondition, 'place'> | undefined;
}

/** What is searched for, and how its words are found. */
export interface Searched {
  readonly query: CompiledQuery;
  readonly help: WordHelp;
  /** How rare each term of the query is; undefined if no notes were ranked. */
  readonly rarities?: readonly number[];
}
