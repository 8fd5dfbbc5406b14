import type { Steps } from '../../utils/slicing/time-slicer';
import type { Matcher, MatchRules } from '../match/matcher';
import type { OperatorName, Place } from '../query/language/query-tree';
import type { SearchQuery } from '../query/query';
import type { SearchText } from '../text/search-text';
import type { WordForms } from '../words/word-forms';

export interface Term {
  /** What the caller wrote, folded unless letter case counts. */
  readonly word: string;
  /** The same as it was written, for answers. */
  readonly shown: string;
  /** Whether it is a word of letters alone. */
  readonly isWord: boolean;
  /** Number of allowed typing errors; undefined if it must match exactly. */
  readonly tolerance?: number;
  /** Whether searching for it can take long: then the search stops after a second of work. */
  readonly isSlow: boolean;
  /**
   * Set where a note can match without it, since it only lifts the notes that have it: one of several alternatives; a
   * stop word beside one other word, which is no match; or a part of a word of the query, which is not asked for by itself.
   */
  readonly role?: 'alternative' | 'stopWord' | 'part';
  readonly times?: number;
  /** Whether notes without it may be shown after complete matches: a word without an operator. */
  readonly isLoose?: boolean;
  /** Whether other forms of the word are searched too, and similar words if no note has it. */
  readonly hasForms?: boolean;
  /** The parts of a word with hyphens or slashes: they count in notes that have some of the words. */
  readonly parts?: readonly Term[];
  /** Whether it is in a script without blanks and has several words, its parts: then nobody asks for it as it is. */
  readonly isSentence?: boolean;
  /** The words of a phrase, of a part such as a line, or of alternatives: they say which of them no note has. */
  readonly phraseWords?: readonly Term[];
  /** The operator of a part: `line` for `line:(a b)`. */
  readonly partOperator?: OperatorName;
  /** The same term in whole notes, where it is searched only below headings. */
  readonly anywhere?: Term;
  matcher(help?: WordHelp): Matcher;
}

export interface WordHelp {
  /** Similar words in the notes for each searched word, folded: all of them for a term with a tolerance. */
  readonly near?: ReadonlyMap<string, readonly string[]>;
  /** For compounds that no note has, the terms of their parts. */
  readonly compounds?: ReadonlyMap<string, readonly Term[]> | undefined;
  readonly forms?: WordForms | undefined;
}

/** A note with everything that conditions use. Members may be getters. */
export interface ConditionNote {
  readonly path: string;
  readonly title: SearchText;
  /** Undefined where no condition reads it. */
  readonly text: SearchText | undefined;
  /** Tags in the text included, with or without `#`. */
  readonly tags: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
  /** Called where a value is so long that only its beginning is searched for a pattern. */
  readonly onCut: () => void;
}

/** What a query asks of a whole note beside its words. */
export interface NoteCondition {
  /** The most that it needs: a path is known without the note's properties, and those without its text. */
  readonly reads: 'path' | 'facts' | 'text';
  readonly holdsOf: (note: ConditionNote) => Steps<boolean>;
  readonly place: Place;
}

export interface CompiledQuery {
  readonly asked: SearchQuery;
  /** All must occur, except optional ones. */
  readonly terms: readonly Term[];
  readonly excluded: readonly Term[];
  readonly conditions: readonly NoteCondition[];
  /** Finds the headings below which is searched, with what is there. */
  readonly heading: Term | undefined;
  readonly rules: MatchRules;
  /** The whole query, for files without a text; undefined where no `file:` or `path:` asks for some. */
  readonly ofFiles: Omit<NoteCondition, 'place'> | undefined;
}

/** What is searched for, and how its words are found. */
export interface Asked {
  readonly query: CompiledQuery;
  readonly help: WordHelp;
  /** How rare each term of the query is; undefined where no notes were ranked. */
  readonly rarities?: readonly number[];
}
