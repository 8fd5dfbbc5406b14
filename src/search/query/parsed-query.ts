import type { NoteCondition } from './conditions/note-condition';
import type { Finder, MatchRules } from './finders/finder';
import type { WordTest } from './word-test';
import type { Place, QueryNode } from './language/query-tree';
import type { WordForms } from '../words/word-forms';

export type SearchMode = 'words' | 'phrase' | 'regex' | 'wildcard' | 'fuzzy';

export interface SearchQuery {
  readonly query: string;
  readonly mode?: SearchMode | undefined;
  readonly caseSensitive?: boolean | undefined;
  readonly wholeWord?: boolean | undefined;
  /** Only what is below headings of this text counts; with `::` between, those above it are named too. */
  readonly heading?: string | undefined;
  /** Leaves out notes that have only some of the words. */
  readonly allWords?: boolean | undefined;
  /** Finds words only as they were asked for: no other forms, and no near words for one that no note has. */
  readonly exact?: boolean | undefined;
  /** The path of a note whose file name the query is: it is found, too, and first. */
  readonly namedNote?: string | undefined;
}

/** `tag:x`, `path:x` or `file:x`. */
export interface FilterTerm {
  readonly key: 'tag' | 'path' | 'file';
  /** Folded; of a tag by the rule for tags. */
  readonly value: string;
  readonly isExcluded: boolean;
  /** Where the query asks for it. */
  readonly place: Place;
}

export interface Term {
  /** What the caller wrote, folded: for suggestions. */
  readonly word: string;
  readonly isWord: boolean;
  /** How many typing errors it may have; undefined where it must be as it is. */
  readonly tolerance?: number;
  /** Whether to look for it can take long: then the search stops after a second of work. */
  readonly isSlow: boolean;
  /** Whether a note can match without it: it is one of several alternatives, and lifts the notes that have it. */
  readonly isOptional?: boolean;
  /** How often it was asked for; once by default. */
  readonly times?: number;
  /** Whether a note that lacks it may be shown behind those that have everything: a word or phrase without an operator. */
  readonly isLoose?: boolean;
  /** Whether other forms of the word are looked for, too, and near words where no note has it. */
  readonly hasForms?: boolean;
  /** The words of one that is written with hyphens or slashes: they count in notes that have some of the words. */
  readonly parts?: readonly Term[];
  /** Whether it is such a word, and nothing that was asked for by itself. */
  readonly isPart?: boolean;
  /** The words of a phrase of several: they say which of them no note has. */
  readonly phraseWords?: readonly Term[];
  makeFinder(help?: WordHelp): Finder;
  /** Which words match it, where that says all: then it need not be looked for in texts whose words are counted. */
  readonly testWords?: (help?: WordHelp) => WordTest;
}

/** What is known of the words of the notes when a term is looked for. */
export interface WordHelp {
  /** For words asked for, folded, the words of the notes that are near: all of them for a term with a tolerance. */
  readonly near?: ReadonlyMap<string, readonly string[]>;
  /** For terms that have forms. */
  readonly forms?: WordForms | undefined;
}

/** A search below headings. */
export interface BelowHeading {
  /** Finds the headings with what is below them. */
  readonly term: Term;
  /** The terms of the query, in the same order, as they are found in whole notes. */
  readonly anywhere: readonly Term[];
}

export interface ParsedQuery {
  /** All of these must occur but for those that are optional. */
  readonly terms: readonly Term[];
  /** None of these may occur. */
  readonly excluded: readonly Term[];
  readonly filters: readonly FilterTerm[];
  /** All of these must hold, too: what terms and filters do not say. */
  readonly conditions: readonly NoteCondition[];
  /** Where the query asks for each of the conditions. */
  readonly conditionPlaces: readonly Place[];
  /** Where only what is below headings counts. */
  readonly below?: BelowHeading;
  readonly rules: MatchRules;
  /** All that is asked for as one folded text, without filters and excluded words; undefined for a pattern or nothing. */
  readonly whole?: string;
  /** Whether a regular expression is looked for. */
  readonly isPattern: boolean;
  /** The query as it was read; undefined in the modes that take it as one text. */
  readonly tree?: QueryNode;
}
