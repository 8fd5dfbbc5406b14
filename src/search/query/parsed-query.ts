import type { NoteCondition } from './conditions/note-condition';
import type { Finder, MatchRules } from './finders/finder';
import type { QueryNode } from './language/query-tree';

export type SearchMode = 'words' | 'phrase' | 'regex' | 'wildcard' | 'fuzzy';

export interface SearchQuery {
  readonly query: string;
  readonly mode?: SearchMode | undefined;
  readonly caseSensitive?: boolean | undefined;
  readonly wholeWord?: boolean | undefined;
  /** Only what stands below headings of this text counts; with `::` between, those above it are named too. */
  readonly heading?: string | undefined;
}

/** `tag:x`, `path:x` or `file:x`. */
export interface FilterTerm {
  readonly key: 'tag' | 'path' | 'file';
  /** Folded; of a tag by the rule for tags. */
  readonly value: string;
  readonly isExcluded: boolean;
}

export interface Term {
  /** What the caller wrote, folded: for suggestions. */
  readonly word: string;
  readonly isWord: boolean;
  /** How many typing errors it may have; undefined where it must stand as it is. */
  readonly tolerance?: number;
  /** Whether to look for it can take long: then the search stops after a second of work. */
  readonly isSlow: boolean;
  /** Whether a note can match without it: it is one of several alternatives, and lifts the notes that have it. */
  readonly isOptional?: boolean;
  /** @param near all words of the notes that are near to it, for a term with a tolerance where that is known */
  makeFinder(near?: readonly string[]): Finder;
}

export interface ParsedQuery {
  /** All of these must occur but for those that are optional. */
  readonly terms: readonly Term[];
  /** None of these may occur. */
  readonly excluded: readonly Term[];
  readonly filters: readonly FilterTerm[];
  /** All of these must hold, too: what terms and filters do not say. */
  readonly conditions: readonly NoteCondition[];
  readonly rules: MatchRules;
  /** All that is asked for as one folded text, without filters and excluded words; undefined for a pattern. */
  readonly whole?: string;
  /** Whether a regular expression is looked for. */
  readonly isPattern: boolean;
  /** The query as it was read; undefined in the modes that take it as one text. */
  readonly tree?: QueryNode;
}
