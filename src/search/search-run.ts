/** One search: the notes with all words, then those with some, with other forms and similar words. */

import { drive, type SliceTurn } from '../utils/slicing/time-slicer';
import type { FoundNotes, SearchOptions } from './found-notes';
import type { CompiledQuery, Term, WordHelp } from './query/compiled-query';
import type { SearchQuery } from './query/query';
import { type AbsentParts, absentParts } from './rank/absent-parts';
import { compareRanked, type RankedNote } from './score/best-notes';
import { compoundsOf } from './rank/compounds-asked';
import { rank, type Ranking } from './rank/ranking';
import { type SuggestedWord, suggestWords } from './rank/suggestions';
import { maxSources, Reranking } from './rerank/reranking';
import { NoteSweep, type Swept } from './scan/note-sweep';
import { canBePartial, PartialSweep } from './scan/partial-sweep';
import { withSimilar } from './meaning/similar-notes';
import type { StoredNote } from './store/stored-note';
import type { TextStore } from './store/text-store';
import type { NoteText } from './store/note-text';
import { maxKeptLength } from './store/vocabulary';
import { withWordParts } from './scan/word-parts';
import { formsFor } from './scan/languages-of-notes';

/** If this many notes have all words, notes with only some are not shown. */
export const enoughFullMatches = 10;

/** Searching more words takes longer than comparing each word of the texts. */
const maxNearWords = 48;
/** Words similar to a longer one may be too long for the vocabulary. */
const maxAskedLength = maxKeptLength - 2;
/** Milliseconds for learning words; the next search continues from there. */
const learnTime = 500;
/** Milliseconds for reading notes that the search could rule out, to say why it found nothing. */
const restTime = 1000;
/** Limit for words without any note that are replaced by similar ones. */
const maxReplaced = 3;

/** Notes that have all words, and how they were found. */
interface Round {
  readonly sweep: NoteSweep;
  readonly swept: Swept;
  readonly ranking: Ranking;
  readonly help: WordHelp;
}

export class SearchRun {
  readonly #accepts: (path: string) => boolean;
  readonly #removals: number;
  /** Notes that the search for some of the words left out. */
  #unread: readonly string[] = [];
  /** Whether the notes that were ruled out are not all read. */
  #hasRest = false;

  constructor(
    private readonly store: TextStore,
    private readonly query: CompiledQuery,
    private readonly options: SearchOptions & Pick<SearchQuery, 'query' | 'allWords' | 'exact'>,
    private readonly turn: SliceTurn,
  ) {
    this.#accepts = options.accepts ?? (() => true);
    this.#removals = store.removals;
  }

  async find(): Promise<FoundNotes> {
    const help = await this.#help();
    let round = await this.#round(help);
    let absent: AbsentParts | undefined;
    let replaced: ReadonlyMap<string, readonly string[]> = new Map();
    if (isEmpty(round)) {
      await this.#readRest();
      absent = await this.#absent(round);
      replaced = await this.#nearTo(absent);
      if (replaced.size > 0)
        round = await this.#round({ ...help, near: new Map([...(help.near ?? []), ...replaced]) });
    }
    if (this.#wantsPartial(round)) round = await this.#withCompounds(round);
    const partial = await this.#partial(round);
    if (isEmpty(round) && partial.length === 0) replaced = new Map();
    const { totalCount, totalMatches } = round.ranking;
    const { stopped, incomplete } = round.swept;
    const unread = new Set([...(round.swept.unread ?? []), ...this.#unread]);
    const found = {
      totalCount,
      totalMatches,
      partialCount: partial.length,
      replaced,
      help: round.help,
      notes: this.#page([...round.ranking.notes, ...partial]),
      ...(stopped === undefined ? {} : { stopped }),
      ...(incomplete === undefined ? {} : { incomplete }),
      ...(unread.size === 0 ? {} : { unread: [...unread] }),
    };
    if (absent === undefined) return found;
    const isFound = totalCount + partial.length > 0;
    const suggestions = isFound
      ? []
      : await this.#suggested(this.#unknownTerms(absent), this.#passing(absent));
    const words = suggestions.map(({ word }) => word);
    return { ...found, absent, ...(words.length === 0 ? {} : { suggestions: words }) };
  }

  /** What explains that nothing was found looks only at texts in memory. */
  async #readRest(): Promise<void> {
    const rest = { ...this.options, wants: this.options.accepts, maxWork: restTime };
    this.#hasRest = !(await this.store.fill(rest));
  }

  async #help(): Promise<WordHelp> {
    const { query, options, store, turn } = this;
    const near = await this.#nearWords();
    const isExact = options.exact === true;
    return { near, forms: isExact ? undefined : await formsFor(query, store, { ...options, turn }) };
  }

  async #round(help: WordHelp): Promise<Round> {
    const { store, query, options, turn } = this;
    const sweep = new NoteSweep(store, query, options, turn, help);
    const swept = await sweep.run();
    const isThere =
      this.#removals === store.removals
        ? undefined
        : (note: StoredNote) => store.get(note.path) !== undefined;
    const ranking = await rank(swept, { store, turn, isThere, ...options.page });
    return { sweep, swept, ranking, help };
  }

  #wantsPartial({ swept, ranking }: Round): boolean {
    return (
      this.options.allWords !== true && swept.stopped === undefined && ranking.totalCount < enoughFullMatches
    );
  }

  /** The same round, with the compounds of the query that no note has. */
  async #withCompounds(round: Round): Promise<Round> {
    const { query, store, turn } = this;
    const { corpus, counted } = round.swept;
    const swept = { corpus, counted, isFound: !isEmpty(round) };
    const compounds = await drive(compoundsOf(query, swept, { store, help: round.help }), turn);
    return compounds.size === 0 ? round : { ...round, help: { ...round.help, compounds } };
  }

  /** The best notes with some of the words, if few have all. */
  async #partial(round: Round): Promise<readonly RankedNote[]> {
    const { sweep, swept, help } = round;
    const { options, query, store, turn } = this;
    if (!this.#wantsPartial(round) || !canBePartial(query, help)) return [];
    const { searched, counted } = swept;
    const ofIndex = counted?.found.flatMap(index => searched[index] ?? []) ?? [];
    const known = new Set([...swept.found.notes, ...ofIndex]);
    const asked = await withWordParts({ query, corpus: swept.corpus }, swept.searched, { store, turn, help });
    const partial = new PartialSweep(store, asked.query, asked.corpus, {
      turn,
      help,
      reading: options,
      asksText: sweep.asksBesideWords,
      passes: (note, text) => sweep.passesBesideWords(note, text),
    });
    const best = await partial.run(searched, known, asked.query === query ? counted : undefined);
    this.#unread = partial.unread;
    const there =
      this.#removals === store.removals ? best : best.filter(({ path }) => store.get(path) !== undefined);
    if (options.exact === true) return there;
    // Independent of the page: all of them have one order.
    const { notes: first } = await rank(swept, { store, turn, most: maxSources });
    const ranked = await new Reranking(
      { ...asked, first, searched },
      { store, turn, help, reading: options },
    ).order(there);
    const { terms } = query;
    if (options.similar === undefined || !terms.every(({ isLoose = false }) => isLoose)) return ranked;
    const paths = new Set([...known].map(({ path }) => path));
    const similar = (await options.similar()).filter(path => !paths.has(path));
    const passes = (note: StoredNote, text: NoteText): Promise<boolean> =>
      sweep.passesBesideWords(note, text);
    return withSimilar(ranked, similar, { store, turn, help, terms, passes });
  }

  /** The requested page. */
  #page(notes: readonly RankedNote[]): readonly RankedNote[] {
    const { behind, most } = this.options.page ?? {};
    const wanted = behind === undefined ? notes : notes.filter(note => compareRanked(note, behind) > 0);
    return wanted.slice(0, most);
  }

  async #absent({ help, swept: { counted } }: Round): Promise<AbsentParts> {
    const { store, query, options, turn } = this;
    const { visible = this.#accepts, narrowings = [] } = options;
    const sources = { tagsOf: options.tagsOf, propertiesOf: options.propertiesOf, written: options.query };
    const isFound = (term: Term): boolean => counted?.presence.isFound(query.terms.indexOf(term)) === true;
    const isLeft = this.#leaves();
    const seen = (path: string): boolean => visible(path) && !isLeft(path);
    const parts = await absentParts(store, query, {
      ...sources,
      visible: seen,
      narrowings,
      turn,
      help,
      isFound,
    });
    const isComplete = parts.isComplete && !store.all().some(({ path }) => isLeft(path));
    return { ...parts, isComplete, isReading: this.#hasRest };
  }

  /**
   * For the words that no note has, near ones of notes that pass the filters; none where notes that fail them have
   * nearer ones.
   */
  async #nearTo(absent: AbsentParts): Promise<ReadonlyMap<string, readonly string[]>> {
    const near = new Map<string, readonly string[]>();
    if (this.options.exact === true || !absent.isComplete) return near;
    const passes = this.#passing(absent);
    const { visible = passes, narrowings = [] } = this.options;
    const isNarrowed = narrowings.length > 0 || absent.passing !== undefined;
    const isUnknown = ({ word, hasForms = false }: Term): boolean =>
      hasForms && absent.unknown.includes(word);
    const unknown = this.query.terms.filter(isUnknown);
    for (const term of unknown.slice(0, maxReplaced)) {
      const found = await this.#suggested([term], passes);
      const [nearest] = found.length > 0 && isNarrowed ? await this.#suggested([term], visible) : found;
      const isNearest = nearest !== undefined && found[0]?.edits === nearest.edits;
      const words = found.map(({ word }) => word);
      if (isNearest) near.set(term.word, words);
    }
    return near;
  }

  #unknownTerms({ unknown }: AbsentParts): Term[] {
    const { terms } = this.query;
    const all = [...terms, ...terms.flatMap(({ phraseWords = [] }) => phraseWords)];
    return all.filter(({ word }) => unknown.includes(word));
  }

  /** Which notes pass the filters of the call and of the query. */
  #passing({ passing }: AbsentParts): (path: string) => boolean {
    return passing === undefined ? this.#accepts : path => passing.has(path);
  }

  async #suggested(
    terms: readonly Term[],
    accepts: (path: string) => boolean,
  ): Promise<readonly SuggestedWord[]> {
    const { store, query, options, turn } = this;
    const isLeft = this.#leaves();
    const wants = (path: string): boolean => accepts(path) && !isLeft(path);
    return suggestWords(store, { ...query, terms }, { accepts: wants, scope: options.scope, turn });
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

function isEmpty({ ranking, swept }: Round): boolean {
  return ranking.totalCount === 0 && swept.stopped === undefined;
}
