import type { Term } from '../plan/compiled-query';
import type { NamedFilter } from './named-filters';

/** A word or phrase that is in no note among those that pass the filters of the query. */
export interface AbsentWord {
  /** Folded. */
  readonly word: string;
  /**
   * `nowhere`: no note of the caller has it. `apart`: a phrase whose words all occur. `filtered`: the notes that have it
   * fail an argument or filter. `heading`: it is not below the heading. `excluded`: those notes have what is excluded.
   */
  readonly reason: 'nowhere' | 'apart' | 'filtered' | 'heading' | 'excluded';
  /** Where it is `filtered`, what each note with it fails, or all there is where no single one does. In backticks. */
  readonly filters: readonly string[];
  /** The operator of a part: `line` for `line:(a b)`. */
  readonly operator?: string | undefined;
  /** Words within it that no note has. */
  readonly missing: readonly string[];
}

/** How far the notes come that have one word. */
export class WordTrace {
  isKnown = false;
  isBelow = false;
  isFound = false;
  #isPassing = false;
  /** What each note that has it fails. */
  readonly #failed: Set<NamedFilter>;

  /** @param below the same term where it is below the heading */
  constructor(
    readonly term: Term,
    readonly below: Term,
    private readonly filters: readonly NamedFilter[],
  ) {
    this.#failed = new Set(filters);
  }

  /** @param failed what a note that has the word fails */
  seen(failed: ReadonlySet<NamedFilter>): void {
    this.isKnown = true;
    this.#isPassing ||= failed.size === 0;
    for (const filter of this.#failed) if (!failed.has(filter)) this.#failed.delete(filter);
  }

  /** @param unknown words of phrases that no note has */
  absent(unknown: ReadonlySet<Term>): AbsentWord[] {
    if (this.isFound) return [];
    const reason = this.#reason(unknown);
    const filters = this.#failed.size > 0 ? [...this.#failed] : this.filters;
    const { word, partOperator: operator, phraseWords = [] } = this.term;
    const missing = phraseWords.filter(one => unknown.has(one)).map(one => one.word);
    return [{ word, reason, filters: filters.map(({ name }) => name), operator, missing }];
  }

  #reason(unknown: ReadonlySet<Term>): AbsentWord['reason'] {
    if (this.isBelow) return 'excluded';
    if (this.#isPassing) return 'heading';
    if (this.isKnown) return 'filtered';
    const { phraseWords = [] } = this.term;
    return phraseWords.length > 0 && !phraseWords.some(word => unknown.has(word)) ? 'apart' : 'nowhere';
  }
}
