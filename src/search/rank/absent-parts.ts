/** Explains why a query found nothing: which of its words, filters and headings no note of the caller has. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { Corpus } from '../index/corpus';
import type { StoredNote, TextStore } from '../index/text-store';
import type { CompiledQuery, Term, WordHelp } from '../plan/compiled-query';
import { shownPiece } from '../query/language/query-tree';
import { type FactSource, hasAny, NoteFilter } from './round';

/** Milliseconds of work after which anything not found yet counts as unknown. */
const lookTime = 1000;

export interface Narrowing {
  /** As the caller knows it, in backticks. */
  readonly name: string;
  readonly accepts: (path: string) => boolean;
}

/** A word, phrase or part that no note has among those that pass all filters. */
interface AbsentWord {
  readonly word: string;
  /** See `Term`. */
  readonly isSentence: boolean | undefined;
  /**
   * `nowhere`: no note of the caller has it. `apart`: no note has it as a whole, but its words occur. `filtered`: the
   * notes with it fail a filter. `heading`: it is not below the heading. `excluded`: those notes have something excluded.
   */
  readonly reason: 'nowhere' | 'apart' | 'filtered' | 'heading' | 'excluded';
  /** The filter that every note with it fails, or all filters if there is no single one; in backticks. */
  readonly filters: readonly string[];
  /** The operator of a part: `line` for `line:(a b)`. */
  readonly operator: string | undefined;
  /** Words within it that no note has. */
  readonly missing: readonly string[];
}

export interface AbsentParts {
  /** Empty if time ran out. */
  readonly words: readonly AbsentWord[];
  /** Words, including those of phrases, that no note of the caller has. */
  readonly unknown: readonly string[];
  /** Filters of the query that no note passes, in backticks. */
  readonly filters: readonly string[];
  /** Whether no note has the heading to search below. */
  readonly lacksHeading: boolean;
  readonly isComplete: boolean;
  /** Whether the query is only words, without filters or exclusions. */
  readonly isPlain: boolean;
  /** Paths of the notes that pass the filters of the query; undefined if it has none. */
  readonly passing?: ReadonlySet<string> | undefined;
}

interface AbsenceOptions extends FactSource {
  readonly narrowings?: readonly Narrowing[] | undefined;
  readonly visible: Corpus;
  readonly turn: SliceTurn;
  readonly help: WordHelp;
}

/** By number, 1 for each note that is meant. */
type Notes = Uint8Array;

/** An argument of the call, or a condition in the query, and the notes that pass it. */
interface NamedFilter {
  readonly name: string;
  readonly isOfQuery: boolean;
  readonly notes: Notes;
}

export class AbsenceSearch {
  readonly #corpus: Corpus;
  readonly #until: number;
  #isComplete = true;

  constructor(
    private readonly store: TextStore,
    private readonly query: CompiledQuery,
    private readonly options: AbsenceOptions,
  ) {
    this.#corpus = options.visible;
    this.#until = options.turn.worked() + lookTime;
  }

  async run(): Promise<AbsentParts> {
    const { terms, conditions, excluded, heading } = this.query;
    const filters = await this.#filters();
    const passing = this.#passingAll(filters);
    const others: Notes[] = [];
    for (const term of excluded) others.push(await this.#having(term));
    const words: AbsentWord[] = [];
    for (const term of terms)
      if (term.role === undefined && term !== heading)
        words.push(...(await this.#absent(term, filters, passing, others)));
    const hasHeading = heading === undefined || anyOfBoth(await this.#having(heading), passing);
    const isPlain = conditions.length + excluded.length === 0;
    if (!this.#isComplete)
      return { words: [], unknown: [], filters: [], lacksHeading: false, isComplete: false, isPlain };
    const isBelow = words.length === 0 || words.some(({ reason }) => reason === 'heading');
    const open = this.#passingAll(filters.filter(({ isOfQuery }) => !isOfQuery));
    const failing = filters.filter(({ isOfQuery, notes }) => isOfQuery && !anyOfBoth(open, notes));
    const passingPaths = (): string[] =>
      this.#corpus.notes.flatMap((note, at) => (note !== undefined && passing[at] === 1 ? [note.path] : []));
    return {
      words,
      isPlain,
      isComplete: true,
      lacksHeading: isBelow && !hasHeading,
      unknown: words
        .filter(({ reason }) => reason === 'nowhere')
        .flatMap(({ word, missing }) => (missing.length > 0 ? missing : [word])),
      filters: failing.map(({ name }) => name),
      passing: conditions.length === 0 ? undefined : new Set(passingPaths()),
    };
  }

  async #filters(): Promise<NamedFilter[]> {
    const { narrowings = [], turn } = this.options;
    const filters: NamedFilter[] = [];
    for (const { name, accepts } of narrowings) {
      const notes = await this.#notesThat(({ path }) => Promise.resolve(accepts(path)));
      filters.push({ name, isOfQuery: false, notes });
    }
    for (const condition of this.query.conditions) {
      const filter = new NoteFilter(this.store, [condition], this.options);
      const notes = await this.#notesThat(note => filter.passes(note, turn));
      filters.push({ name: shownPiece(this.query.asked.query, condition.place), isOfQuery: true, notes });
    }
    return filters;
  }

  #passingAll(filters: readonly NamedFilter[]): Notes {
    const { notes } = this.#corpus;
    return new Uint8Array(notes.length).map((_mark, number) =>
      notes[number] !== undefined && filters.every(one => one.notes[number] === 1) ? 1 : 0,
    );
  }

  /** What to say about a term: empty if a note is found by it. */
  async #absent(
    term: Term,
    filters: readonly NamedFilter[],
    passing: Notes,
    excluded: readonly Notes[],
  ): Promise<AbsentWord[]> {
    const { shown: word, partOperator: operator, phraseWords = [], anywhere, isSentence } = term;
    const having = await this.#having(anywhere ?? term);
    const isNowhere = !having.includes(1);
    const missing: string[] = [];
    for (const one of isNowhere ? phraseWords : [])
      if (!(await this.#having(one)).includes(1)) missing.push(one.shown);
    const failed = filters.filter(({ notes }) => !anyOfBoth(having, notes));
    const absent = (reason: AbsentWord['reason']): AbsentWord[] => {
      const named = failed.length > 0 ? failed : filters;
      return [{ word, isSentence, operator, reason, filters: named.map(({ name }) => name), missing }];
    };
    const isApart = phraseWords.length > 0 && missing.length === 0;
    if (isNowhere) return absent(isApart ? 'apart' : 'nowhere');
    if (!anyOfBoth(having, passing)) return absent('filtered');
    const below = anywhere === undefined ? having : await this.#having(term);
    if (!anyOfBoth(below, passing)) return absent('heading');
    const free = below.map((mark, number) => (excluded.some(notes => notes[number] === 1) ? 0 : mark));
    return anyOfBoth(free, passing) ? [] : absent('excluded');
  }

  async #having(term: Term): Promise<Notes> {
    const { help, turn } = this.options;
    const matcher = term.matcher(help);
    const { words, possible } = await this.#corpus.notesWith(matcher, turn);
    const has = async (note: StoredNote): Promise<boolean> =>
      hasAny([matcher], note, note.text ?? (await this.store.textOf(note, turn)), turn);
    const from = words === undefined ? 0 : this.#corpus.counted;
    const having = await this.#notesThat(has, from, number => possible?.[number] !== 0);
    if (words !== undefined && possible !== undefined) having.set(possible);
    return having;
  }

  async #notesThat(
    passes: (note: StoredNote) => Promise<boolean>,
    from = 0,
    isAsked: (number: number) => boolean = () => true,
  ): Promise<Notes> {
    const { turn } = this.options;
    const { notes } = this.#corpus;
    const passing = new Uint8Array(notes.length);
    for (let number = from; number < notes.length; number += 1) {
      const note = notes[number];
      if (note === undefined || !isAsked(number)) continue;
      if (turn.due()) await turn.pause();
      if (turn.worked() >= this.#until) {
        this.#isComplete = false;
        break;
      }
      if (await passes(note)) passing[number] = 1;
    }
    return passing;
  }
}

function anyOfBoth(some: Notes, others: Notes): boolean {
  return some.some((mark, number) => mark === 1 && others[number] === 1);
}
