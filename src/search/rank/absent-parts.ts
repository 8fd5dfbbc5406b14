/** Why a query found nothing: which of its words, filters and headings no note of the caller has. */

import { mapDefined } from '../../utils/collections';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { Corpus, type TermNotes } from '../index/corpus';
import type { StoredNote } from '../index/stored-note';
import type { TextStore } from '../index/text-store';
import type { Matcher } from '../match/matcher';
import type { CompiledQuery, Term, WordHelp } from '../plan/compiled-query';
import { shownPiece } from '../query/language/query-problem';
import { type FactSource, hasAny, NoteFilter } from './round';

/** Milliseconds of work after which what was not found yet counts as unknown. */
const lookTime = 1000;

/** An argument of a call that narrows the notes. */
export interface Narrowing {
  /** As the caller knows it, in backticks. */
  readonly name: string;
  readonly accepts: (path: string) => boolean;
}

/** A word, phrase or part that no note has which passes all filters. */
export interface AbsentWord {
  /** Folded. */
  readonly word: string;
  /**
   * `nowhere`: no note of the caller has it. `apart`: nor as a whole, but its words occur. `filtered`: the notes that
   * have it fail a filter. `heading`: it is not below the heading. `excluded`: those notes have what is excluded.
   */
  readonly reason: 'nowhere' | 'apart' | 'filtered' | 'heading' | 'excluded';
  /** What each note that has it fails, or all filters where no single one does; in backticks. */
  readonly filters: readonly string[];
  /** The operator of a part: `line` for `line:(a b)`. */
  readonly operator: string | undefined;
  /** Words within it that no note has. */
  readonly missing: readonly string[];
}

export interface AbsentParts {
  /** None where the time was not enough. */
  readonly words: readonly AbsentWord[];
  /** Words, of phrases too, that no note of the caller has. */
  readonly unknown: readonly string[];
  /** Filters of the query that no note passes, in backticks. */
  readonly filters: readonly string[];
  /** Whether no note has the heading below which was searched. */
  readonly lacksHeading: boolean;
  /** Whether all notes were looked at. */
  readonly isComplete: boolean;
  /** Whether the query has words alone, no filters and nothing that is excluded. */
  readonly isPlain: boolean;
  /** Paths of the notes that pass the filters of the query; undefined where it has none. */
  readonly passing?: ReadonlySet<string> | undefined;
}

interface AbsenceOptions extends FactSource {
  readonly narrowings?: readonly Narrowing[] | undefined;
  /** The notes of the caller. */
  readonly visible: readonly StoredNote[];
  readonly turn: SliceTurn;
  readonly help: WordHelp;
}

/** An argument of the call, or a condition in the query. */
interface NamedFilter {
  readonly name: string;
  readonly isOfQuery: boolean;
  passes(note: StoredNote): boolean | Promise<boolean>;
}

/** How far the notes with a word come: they have it, pass the filters, have it below the heading, have nothing excluded. */
const stages = ['nowhere', 'filtered', 'heading', 'excluded', 'found'] as const;
const [nowhere, known, passing, below, found] = [0, 1, 2, 3, 4];

interface Trace {
  readonly term: Term;
  /** The farthest that one of the notes with it comes: an index of `stages`. */
  stage: number;
  /** What each of them fails. */
  readonly failed: Set<NamedFilter>;
}

export class AbsenceSearch {
  readonly #corpus: Corpus;
  readonly #filters: readonly NamedFilter[];
  readonly #traces: readonly Trace[];
  /** Filters of the query that no note has passed yet. */
  readonly #failing: Set<NamedFilter>;
  /** Words within the terms that no note had yet. */
  readonly #lacking: Set<Term>;
  readonly #passing = new Set<string>();
  readonly #sought = new Map<Term, TermNotes & { readonly matcher: Matcher }>();
  #hasHeading = false;

  constructor(
    private readonly store: TextStore,
    private readonly query: CompiledQuery,
    private readonly options: AbsenceOptions,
  ) {
    this.#corpus = new Corpus(options.visible, store.index);
    this.#filters = this.#namedFilters();
    this.#failing = new Set(this.#filters.filter(({ isOfQuery }) => isOfQuery));
    const terms = query.terms.filter(term => term.role === undefined && term !== query.heading);
    this.#traces = terms.map(term => ({ term, stage: nowhere, failed: new Set(this.#filters) }));
    this.#lacking = new Set(terms.flatMap(({ phraseWords = [] }) => phraseWords));
  }

  async run(): Promise<AbsentParts> {
    const isComplete = await this.#look();
    const { conditions, excluded, heading } = this.query;
    const words = mapDefined(this.#traces, trace => this.#absent(trace));
    const unknown = words
      .filter(({ reason }) => reason === 'nowhere')
      .flatMap(({ word, missing }) => (missing.length > 0 ? missing : [word]));
    const isBelow = words.length === 0 || words.some(({ reason }) => reason === 'heading');
    return {
      words: isComplete ? words : [],
      unknown,
      filters: isComplete ? [...this.#failing].map(({ name }) => name) : [],
      lacksHeading: isComplete && isBelow && heading !== undefined && !this.#hasHeading,
      isComplete,
      isPlain: conditions.length + excluded.length === 0,
      passing: isComplete && conditions.length > 0 ? this.#passing : undefined,
    };
  }

  #namedFilters(): NamedFilter[] {
    const { narrowings = [], turn } = this.options;
    const ofCall = narrowings.map(({ name, accepts }) => ({
      ...{ name, isOfQuery: false },
      passes: ({ path }: StoredNote) => accepts(path),
    }));
    const ofQuery = this.query.conditions.map(condition => {
      const filter = new NoteFilter(this.store, [condition], this.options);
      const name = shownPiece(this.query.asked.query, condition.place);
      return { name, isOfQuery: true, passes: (note: StoredNote) => filter.passes(note, turn) };
    });
    return [...ofCall, ...ofQuery];
  }

  /** @returns false where the time was not enough */
  async #look(): Promise<boolean> {
    const { turn } = this.options;
    const until = turn.worked() + lookTime;
    for (const [number, note] of this.#corpus.notes.entries()) {
      const areFound = this.#traces.every(({ stage }) => stage === found);
      if (areFound && this.#failing.size === 0 && this.query.heading === undefined) return true;
      if (note === undefined) continue;
      if (turn.due()) await turn.pause();
      if (turn.worked() >= until) return false;
      await this.#lookAt(note, number);
    }
    return true;
  }

  async #lookAt(note: StoredNote, number: number): Promise<void> {
    const failed = new Set<NamedFilter>();
    for (const filter of this.#filters) if (!(await filter.passes(note))) failed.add(filter);
    const isOfCall = [...failed].every(({ isOfQuery }) => isOfQuery);
    for (const filter of isOfCall ? this.#failing : []) if (!failed.has(filter)) this.#failing.delete(filter);
    const isPassing = failed.size === 0;
    if (isPassing) this.#passing.add(note.path);
    for (const trace of this.#traces) {
      const { term } = trace;
      if (trace.stage === nowhere && term.phraseWords !== undefined)
        for (const word of term.phraseWords)
          if (this.#lacking.has(word) && (await this.#has(word, note, number))) this.#lacking.delete(word);
      if (trace.stage === found || !(await this.#has(term.anywhere ?? term, note, number))) continue;
      for (const filter of trace.failed) if (!failed.has(filter)) trace.failed.delete(filter);
      trace.stage = Math.max(trace.stage, isPassing ? await this.#stageOf(term, note, number) : known);
    }
    const { heading } = this.query;
    if (isPassing && heading !== undefined) this.#hasHeading ||= await this.#has(heading, note, number);
  }

  /** Of a note that has the word and passes every filter. */
  async #stageOf(term: Term, note: StoredNote, number: number): Promise<number> {
    if (term.anywhere !== undefined && !(await this.#has(term, note, number))) return passing;
    for (const other of this.query.excluded) if (await this.#has(other, note, number)) return below;
    return found;
  }

  #absent({ term, stage, failed }: Trace): AbsentWord | undefined {
    const reason = stages[stage] ?? 'found';
    if (reason === 'found') return undefined;
    const { word, partOperator: operator, phraseWords = [] } = term;
    const missing = reason === 'nowhere' ? phraseWords.filter(one => this.#lacking.has(one)) : [];
    const isApart = reason === 'nowhere' && phraseWords.length > 0 && missing.length === 0;
    return {
      ...{ word, operator, reason: isApart ? 'apart' : reason },
      filters: (failed.size > 0 ? [...failed] : this.#filters).map(({ name }) => name),
      missing: missing.map(one => one.word),
    };
  }

  async #has(term: Term, note: StoredNote, number: number): Promise<boolean> {
    const { help, turn } = this.options;
    let sought = this.#sought.get(term);
    if (sought === undefined) {
      const { matcher, ...tests } = term.sought(help);
      sought = { ...(await this.#corpus.notesWith({ ...tests, needs: matcher.needs }, turn)), matcher };
      this.#sought.set(term, sought);
    }
    const { possible, words, matcher } = sought;
    if (number < this.#corpus.counted && possible !== undefined) {
      if (possible[number] === 0) return false;
      if (words !== undefined) return true;
    }
    return hasAny([matcher], note, note.text ?? (await this.store.textOf(note, turn)), turn);
  }
}
