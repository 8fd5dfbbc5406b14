import type { MatchRules } from './finders/finder';
import type { Finder } from './finders/finder';

export type SearchMode = 'words' | 'phrase' | 'regex' | 'wildcard' | 'fuzzy';

export interface SearchQuery {
  readonly query: string;
  readonly mode?: SearchMode | undefined;
  readonly caseSensitive?: boolean | undefined;
  readonly wholeWord?: boolean | undefined;
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
  /** @param near all words of the notes that are near to it, for a term with a tolerance where that is known */
  makeFinder(near?: readonly string[]): Finder;
}

export interface ParsedQuery {
  /** All of these must occur. */
  readonly terms: readonly Term[];
  /** None of these may occur. */
  readonly excluded: readonly Term[];
  readonly filters: readonly FilterTerm[];
  readonly rules: MatchRules;
  /** All that is asked for as one folded text, without filters and excluded words; undefined for a pattern. */
  readonly whole?: string;
  /** Whether a regular expression is looked for. */
  readonly isPattern: boolean;
}
