/** One search: the notes with the words, then with near ones in place of words that no note has. */

import { drive, type SliceTurn } from '../utils/slicing/time-slicer';
import type { FoundNotes, SearchOptions } from './found-notes';
import { withSimilar } from './meaning/similar-notes';
import type { CompiledQuery, Term, WordHelp } from './query/compiled-query';
import type { SearchQuery } from './query/query';
import { type AbsentParts, absentParts } from './rank/absent-parts';
import { compoundsOf } from './rank/compounds-asked';
import { Nearby } from './rank/near-words';
import { type SuggestedWord, suggestWords } from './rank/suggestions';
import { withParts } from './scan/asked-words';
import { NoteSweep, type Swept } from './scan/note-sweep';
import type { RankedNote } from './score/best-notes';
import { pageOf } from './score/page-of';
import type { TextStore } from './store/text-store';
import { maxKeptLength } from './store/vocabulary';
import type { WordForms } from './words/word-forms';

/** Searching more words takes longer than comparing each word of the texts. */
const maxNearWords = 48;
/** A shorter part of a word is not replaced: `lock` of `lock-out`. */
const minNearPart = 5;
/** Words similar to a longer one may be too long for the vocabulary. */
const maxAskedLength = maxKeptLength - 2;
/** Milliseconds for learning words; the next search continues from there. */
const learnTime = 500;
/** Milliseconds for reading notes that the search could rule out, to say why it found nothing. */
const restTime = 1000;

/** What is searched for, and how its words are found. */
export interface Asked {
  readonly query: CompiledQuery;
  readonly help: WordHelp;
}

interface Round {
  /** The parts of words, too. */
  readonly searched: CompiledQuery;
  readonly sweep: NoteSweep;
  readonly swept: Swept;
  readonly help: WordHelp;
}

export class SearchRun {
  readonly #accepts: (path: string) => boolean;
  readonly #removals: number;
  /** Whether the notes that were ruled out are not all read. */
  #hasRest = false;

  /** @param query without stop words */
  constructor(
    private readonly store: TextStore,
    private readonly query: CompiledQuery,
    private readonly forms: WordForms | undefined,
    private readonly options: SearchOptions & Pick<SearchQuery, 'query' | 'allWords' | 'exact'>,
    private readonly turn: SliceTurn,
  ) {
    this.#accepts = options.accepts ?? (() => true);
    this.#removals = store.removals;
  }

  async find(): Promise<{ readonly found: FoundNotes; readonly asked: Asked }> {
    const { forms } = this;
    const first = await this.#round({ near: await this.#nearWords(), forms });
    const replaced = await this.#replaced(first);
    const { round, near } = await this.#again(first, replaced);
    const { searched, swept, help } = round;
    const { full, partial } = swept.found;
    const isEmpty = full.length === 0 && swept.stopped === undefined;
    const notes = await this.#listed(round);
    const isFound = notes.length > 0;
    const found = {
      totalCount: full.length,
      totalMatches: full.reduce((sum, { matches }) => sum + matches, 0),
      partialCount: notes.filter(({ missing }) => missing !== undefined).length,
      replaced: isFound ? near : new Map<string, readonly string[]>(),
      notes: pageOf(notes, this.options.page ?? {}),
      ...(swept.stopped === undefined ? {} : { stopped: swept.stopped }),
      ...(swept.incomplete === undefined ? {} : { incomplete: swept.incomplete }),
      ...(swept.unread === undefined ? {} : { unread: swept.unread }),
    };
    const asked = { query: searched, help };
    if (!isEmpty) return { found, asked };
    await this.#readRest();
    const absent = await this.#absent(round);
    const words = isFound || partial.length > 0 ? [] : await this.#suggestions(absent);
    return { found: { ...found, absent, ...(words.length === 0 ? {} : { suggestions: words }) }, asked };
  }

  async #round(help: WordHelp): Promise<Round> {
    const { store, options, turn } = this;
    const mayLack = options.allWords !== true && !this.query.isPattern;
    const searched = mayLack ? withParts(this.query, help) : this.query;
    const isPartial =
      mayLack && searched.terms.length > 1 && searched.terms.some(({ isLoose = false }) => isLoose);
    const sweep = new NoteSweep(store, searched, { ...options, isPartial }, turn, help);
    return { searched, sweep, swept: await sweep.run(), help };
  }

  /** For words that no note has, near ones; none while that is not known of all notes. */
  async #replaced({ searched, swept, help }: Round): Promise<ReadonlyMap<string, readonly string[]>> {
    const { store, options, turn } = this;
    const none = new Map<string, readonly string[]>();
    if (options.exact === true || swept.stopped !== undefined || swept.unread !== undefined) return none;
    const unknown = searched.terms.filter(
      ({ hasForms = false, isPart = false, word }, term) =>
        hasForms &&
        word.length >= (isPart ? minNearPart : 0) &&
        swept.isKnown[term] !== true &&
        help.near?.has(word) !== true,
    );
    if (unknown.length === 0) return none;
    await this.#readRest();
    const isLeft = this.#leaves();
    const { visible = this.#accepts, narrowings = [], scope } = options;
    if (store.all().some(({ path }) => visible(path) && isLeft(path))) return none;
    const asked = { accepts: this.#accepts, visible, narrowings, scope, turn };
    return new Nearby(store, searched, asked).to(unknown);
  }

  /** What explains that nothing was found, or is near to it, looks only at texts in memory. */
  async #readRest(): Promise<void> {
    const rest = { ...this.options, wants: this.options.accepts, maxWork: restTime };
    this.#hasRest = !(await this.store.fill(rest));
  }

  /** Searches again, with near words and the parts of compounds, if there are any. */
  async #again(
    first: Round,
    near: ReadonlyMap<string, readonly string[]>,
  ): Promise<{ readonly round: Round; readonly near: ReadonlyMap<string, readonly string[]> }> {
    const { store, turn, options } = this;
    const { searched, swept, help } = first;
    const mayHave = (term: number): boolean =>
      swept.isKnown[term] === true || near.has(searched.terms[term]?.word ?? '');
    const compounds =
      options.allWords === true || options.exact === true
        ? new Map<string, readonly Term[]>()
        : await drive(compoundsOf(searched, { ...swept, mayHave }, { store, help }), turn);
    if (near.size + compounds.size === 0) return { round: first, near };
    const all = new Map([...(help.near ?? []), ...this.#withForms(near)]);
    return { round: await this.#round({ ...help, near: all, compounds }), near };
  }

  /** Near words with their other forms in the notes. */
  #withForms(near: ReadonlyMap<string, readonly string[]>): Map<string, readonly string[]> {
    const { words } = this.store.wordIndex;
    const formsOf = (word: string): readonly string[] => {
      const forms = this.forms?.of(word);
      if (forms === undefined) return [];
      const numbers = [...words.candidates({ start: forms.start, part: forms.start })];
      return numbers.map(number => words.wordAt(number)).filter(form => forms.includes(form, 0));
    };
    return new Map(
      [...near].map(([asked, found]) => {
        const all = new Set([...found, ...found.flatMap(formsOf)]);
        return [asked, [...all].slice(0, maxNearWords)];
      }),
    );
  }

  /** All notes that are listed. */
  async #listed({ searched, sweep, swept, help }: Round): Promise<readonly RankedNote[]> {
    const { store, turn, options } = this;
    const { full, partial } = swept.found;
    const isThere = ({ path }: RankedNote): boolean =>
      this.#removals === store.removals || store.get(path) !== undefined;
    const listed = [...full, ...partial].filter(isThere);
    const { terms, isPattern } = searched;
    const isOpen = !isPattern && terms.every(({ isLoose = false }) => isLoose);
    if (options.similar === undefined || options.allWords === true || options.exact === true || !isOpen)
      return listed;
    return withSimilar(listed, await options.similar(), {
      ...{ store, turn, help, terms },
      passes: (note, text) => sweep.passesBesideWords(note, text),
    });
  }

  async #absent({ help, searched, swept }: Round): Promise<AbsentParts> {
    const { store, query, options, turn } = this;
    const { visible = this.#accepts, narrowings = [] } = options;
    const sources = { tagsOf: options.tagsOf, propertiesOf: options.propertiesOf, written: options.query };
    const isLeft = this.#leaves();
    const parts = await absentParts(store, query, {
      ...{ ...sources, narrowings, turn, help },
      visible: path => visible(path) && !isLeft(path),
      isFound: term => swept.presence.havingOf(searched.terms.indexOf(term)) > 0,
    });
    const isComplete = parts.isComplete && !store.all().some(({ path }) => isLeft(path));
    return { ...parts, isComplete, isReading: this.#hasRest };
  }

  /** Words like those that no note has, of notes that pass the filters. */
  async #suggestions({ unknown, passing }: AbsentParts): Promise<string[]> {
    const { store, query, options, turn } = this;
    const all = [...query.terms, ...query.terms.flatMap(({ phraseWords = [] }) => phraseWords)];
    const terms = all.filter(({ word }) => unknown.includes(word));
    const isLeft = this.#leaves();
    const passes = passing === undefined ? this.#accepts : (path: string) => passing.has(path);
    const accepts = (path: string): boolean => passes(path) && !isLeft(path);
    const found: readonly SuggestedWord[] = await suggestWords(
      store,
      { ...query, terms },
      { accepts, scope: options.scope, turn },
    );
    return found.map(({ word }) => word);
  }

  /** Which notes are not read any more, since reading is slow. */
  #leaves(): (path: string) => boolean {
    if (!this.#hasRest && this.options.isEnough?.() !== true) return () => false;
    return path => this.store.get(path)?.isComplete === false;
  }

  /** The similar words for each term with a tolerance, if all words are known and few are similar. */
  async #nearWords(): Promise<Map<string, readonly string[]>> {
    const { store, turn } = this;
    const near = new Map<string, readonly string[]>();
    const tolerant = this.query.terms.filter(
      ({ word, tolerance }) => tolerance !== undefined && word.length < maxAskedLength,
    );
    const { vocabulary } = store;
    const isKnown = tolerant.length > 0 && (await vocabulary.learn(store, turn, { time: learnTime }));
    if (!isKnown) return near;
    for (const { word, tolerance = 0 } of tolerant) {
      const words = await drive(vocabulary.near(word, tolerance), turn);
      if (words.length <= maxNearWords)
        near.set(
          word,
          words.map(found => found.word),
        );
    }
    return near;
  }
}
