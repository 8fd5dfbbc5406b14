/** Searches the notes of a store for one query: by the word index where it decides, else by their texts. */

import { itemAt } from '../../utils/item-at';
import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import { holds } from '../query/finder-match';
import type { CompiledQuery, WordHelp } from '../query/compiled-query';
import type { WordTest } from '../query/word-test';
import { type Lengths, rarityOf } from '../score/formula';
import type { NoteText } from '../store/note-text';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';
import { IndexScores } from './counted/index-scores';
import { NoteColumns } from './counted/note-columns';
import { rulingOut } from './counted/piece-holders';
import { TermPresence } from './counted/term-presence';
import { FoundList } from './found-list';
import { passesByFacts, passesByPath } from './note-filters';
import { NoteScan } from './note-scan';
import type { Stopped, SweepOptions, Unsearched } from './sweep-options';
import { TermScan } from './term-scan';

/** What a sweep found, and the notes that it could not search. */
export interface Swept extends Unsearched {
  readonly found: FoundList;
  readonly columns: NoteColumns;
  readonly presence: TermPresence;
  /** Of the terms, those that a searched note may have. */
  readonly isKnown: readonly boolean[];
}

/** What the word index says. */
interface Indexed {
  readonly columns: NoteColumns;
  readonly presence: TermPresence;
  readonly excluded: TermPresence;
  readonly found: FoundList;
}

/** A note whose text is searched. */
interface Candidate {
  readonly note: StoredNote;
  readonly scan: NoteScan;
  /** Its number in the word index; undefined if that says nothing of it. */
  readonly number: number | undefined;
  /** No score is higher; infinite if it may have all words. */
  readonly bound: number;
}

/** Milliseconds of work after which a search stops and reports where. */
const searchTime = 1000;
/** Number of notes whose texts are used to estimate how rare a term is. */
const sampleSize = 1000;
/** Notes that are read at once, the best ones first. */
const readAtOnce = 256;
/** Searching a longer note can take a tenth of a millisecond. */
const slowLength = 4096;

export class NoteSweep {
  /** For notes of which the index says nothing, and for the others. */
  readonly #ofTexts: NoteScan;
  readonly #besideIndex: NoteScan;
  readonly #tests: readonly (WordTest | undefined)[];
  /** Whether a note may lack some of the words. */
  readonly #isPartial: boolean;
  readonly #isSlow: boolean;
  /** Whether conditions on a note use more than its path and words. */
  readonly #asksFacts: boolean;
  readonly #hasPathFilters: boolean;
  readonly #incomplete: string[] = [];
  readonly #unread: string[] = [];
  readonly #isKnown: boolean[];

  constructor(
    private readonly store: TextStore,
    private readonly query: CompiledQuery,
    private readonly options: SweepOptions & { readonly isPartial: boolean },
    private readonly turn: SliceTurn,
    help: WordHelp,
  ) {
    const { terms, excluded, filters, conditions, rules } = query;
    this.#isSlow = terms.some(({ word, isSlow }) => isSlow && help.near?.has(word) !== true);
    this.#isPartial = options.isPartial;
    // A search that may stop, or that continues one, goes through the texts in their order.
    const usesIndex = options.part === undefined && !this.#isSlow;
    this.#tests = terms.map(term => (usesIndex ? term.testWords?.(help) : undefined));
    const scans = terms.map(
      (term, index) => new TermScan(term, index, this.#isRequired(index), rules.kinds, help),
    );
    this.#ofTexts = new NoteScan(scans, excluded);
    this.#besideIndex = new NoteScan(
      scans.filter(({ index }) => this.#tests[index] === undefined),
      usesIndex ? excluded.filter(({ testWords }) => testWords === undefined) : excluded,
    );
    this.#asksFacts = conditions.length > 0 || filters.some(({ key }) => key === 'tag');
    this.#hasPathFilters = filters.some(({ key }) => key !== 'tag');
    this.#isKnown = terms.map(() => false);
  }

  /** Whether no note is found without a term. */
  #isRequired(term: number): boolean {
    const { isOptional = false, isPart = false, isLoose = false } = itemAt(this.query.terms, term);
    return !isOptional && !isPart && !(this.#isPartial && isLoose);
  }

  async run(): Promise<Swept> {
    const { store, turn, query, options } = this;
    const notes = await this.#acceptedNotes();
    // Together, without a pause: a compaction of the index gives the notes other numbers.
    const columns = new NoteColumns(
      this.#tests.some(test => test !== undefined) ? notes : [],
      store.wordIndex.noteNumbers,
    );
    const { postings, words } = store.wordIndex;
    const presence = new TermPresence(
      this.#tests,
      columns,
      { postings, words },
      term => this.#tests[term] !== undefined && this.#isRequired(term),
    );
    const excluded = new TermPresence(
      query.excluded.map(term => term.testWords?.()),
      columns,
      { postings, words },
    );
    await drive(presence.finding(), turn);
    await drive(excluded.finding(), turn);
    let textLength = 0;
    for (const { foldedLength = 0 } of notes) textLength += foldedLength;
    const lengths: Lengths = { notes: notes.length, textLength };
    const rarities = await this.#rarities(notes, columns, presence);
    const scores = new IndexScores(columns, presence, lengths);
    await drive(scores.scoring(postings, rarities), turn);
    const found = new FoundList(query, { lengths, rarities, scores, presence, now: options.now });
    const candidates = await this.#candidates(notes, { columns, presence, excluded, found });
    const stopped = await this.#searchAll(candidates, found);
    await found.settle(note => this.#passesFacts(note), turn);
    return {
      ...(stopped === undefined ? {} : { stopped }),
      ...(this.#unread.length === 0 ? {} : { unread: this.#unread }),
      ...(this.#incomplete.length === 0 ? {} : { incomplete: this.#incomplete }),
      ...{ found, columns, presence },
      isKnown: this.#isKnown.map((isKnown, term) => isKnown || presence.havingOf(term) > 0),
    };
  }

  /** A copy: notes may be written while the sweep pauses. */
  async #acceptedNotes(): Promise<readonly StoredNote[]> {
    const { accepts = () => true, isEnough = () => false } = this.options;
    const all = this.store.all();
    const leavesMissing = isEnough();
    if (this.options.accepts === undefined && !leavesMissing) return all;
    const accepted: StoredNote[] = [];
    for (const note of all) {
      if (this.turn.due()) await this.turn.pause();
      if (!accepts(note.path)) continue;
      if (leavesMissing && !note.isComplete && !note.isRestored) this.#unread.push(note.path);
      else accepted.push(note);
    }
    return accepted;
  }

  /** How rare each term is: exactly where the index decides, else by a sample of texts. */
  async #rarities(
    notes: readonly StoredNote[],
    columns: NoteColumns,
    presence: TermPresence,
  ): Promise<readonly number[]> {
    const { terms } = this.query;
    // The rarity of a single term is the same for all notes.
    if (terms.length === 1) return [rarityOf(0, notes.length)];
    const isIndexed = (index: number): boolean => columns.numberAt(index) !== undefined;
    const indexed = notes.filter((_note, index) => isIndexed(index));
    const others = notes.filter((_note, index) => !isIndexed(index));
    const having = terms.map((_term, term) => presence.havingOf(term));
    for (const [scan, sampled] of [
      [this.#besideIndex, indexed],
      [this.#ofTexts, others],
    ] as const)
      for (const [term, count] of await this.#sampled(scan, sampled))
        having[term] = (having[term] ?? 0) + count;
    return terms.map(
      ({ times = 1 }, term) => times * rarityOf((having[term] ?? 0) / notes.length, notes.length),
    );
  }

  /** About how many of the notes have each term. */
  async #sampled(scan: NoteScan, notes: readonly StoredNote[]): Promise<ReadonlyMap<number, number>> {
    const counts = new Map<number, number>();
    if (scan.terms.length === 0 || notes.length === 0) return counts;
    const stride = Math.max(1, Math.ceil(notes.length / sampleSize));
    const sample = notes.filter((_note, index) => index % stride === 0);
    const likely = sample.filter(note => scan.terms.some(({ finder }) => finder.mayStandIn(note)));
    await this.store.readRestored(likely, this.options, this.turn);
    for (const note of likely) {
      if (this.turn.due()) await this.turn.pause();
      if (note.isRestored) continue;
      const text = note.text ?? (await this.store.textOf(note, this.turn));
      if (text === undefined) continue;
      for (const { index } of await drive(scan.sample(note, text), this.turn)) {
        counts.set(index, (counts.get(index) ?? 0) + notes.length / sample.length);
        this.#isKnown[index] = true;
      }
    }
    return counts;
  }

  /** Adds the notes that the index finds, and returns those whose texts are to be searched, the best ones first. */
  async #candidates(
    notes: readonly StoredNote[],
    { columns, presence, excluded, found }: Indexed,
  ): Promise<readonly Candidate[]> {
    const candidates: Candidate[] = [];
    const required = this.query.terms.filter((_term, index) => this.#isRequired(index));
    const lacking = await drive(rulingOut(required, notes, this.store.wordIndex), this.turn);
    for (let index = 0; index < notes.length; index += 1) {
      if (this.turn.due()) await this.turn.pause();
      const note = itemAt(notes, index);
      const number = columns.numberAt(index);
      if (lacking?.[index] === 1 || !this.#mayPass(note)) continue;
      if (number !== undefined && (excluded.hasAny(number) || !presence.hasRequired(number))) continue;
      const scan = number === undefined ? this.#ofTexts : this.#besideIndex;
      const possible = scan.termsFor(note);
      if (possible === undefined) continue;
      if (number !== undefined && possible.length === 0 && !scan.hasExcluded)
        await this.#addIndexed(note, number, found);
      else if (this.#mayMatch(note, scan)) {
        const bound = found.boundOf(number, possible);
        if (bound > 0) candidates.push({ note, scan, number, bound });
      }
    }
    return this.#isPartial ? candidates.sort((a, b) => b.bound - a.bound) : candidates;
  }

  /** A note whose words the index knows. One that lacks some of them is only looked at if it is good enough. */
  async #addIndexed(note: StoredNote, number: number, found: FoundList): Promise<void> {
    const isFull = found.isFull(number, []);
    if (!isFull && !this.#isPartial) return;
    if (!isFull && this.#asksFacts) found.wait(note, number);
    else if (!this.#asksFacts || (await this.#passesFacts(note))) found.add(note, { number, isFull });
  }

  /**
   * Searches in memory order: searching by path takes twice as long. A pattern, or a search that takes too
   * long, goes by path, so that a later call can continue where it stopped.
   */
  async #searchAll(candidates: readonly Candidate[], found: FoundList): Promise<Stopped | undefined> {
    if (!this.query.isPattern && this.options.part === undefined) {
      const stopped = await this.#search(candidates, found, this.#isSlow ? searchTime : Infinity);
      if (stopped === undefined) return undefined;
      found.clear();
      this.#incomplete.length = 0;
    }
    return this.#searchInOrder(candidates, found);
  }

  /** Searches the requested part, by path. Stops where an earlier page stopped. */
  async #searchInOrder(candidates: readonly Candidate[], found: FoundList): Promise<Stopped | undefined> {
    const { from, to } = this.options.part ?? {};
    const wanted = from === undefined ? candidates : candidates.filter(({ note }) => note.path > from);
    const sorted = wanted.toSorted((a, b) => (a.note.path < b.note.path ? -1 : 1));
    if (to === undefined) return this.#search(sorted, found, searchTime);
    const part = sorted.filter(({ note }) => note.path <= to);
    const left = sorted.length - part.length;
    await this.#search(part, found, Infinity);
    return left === 0 ? undefined : { at: to, left };
  }

  /** @returns where it stopped, if this many milliseconds of work were not enough */
  async #search(
    candidates: readonly Candidate[],
    found: FoundList,
    time: number,
  ): Promise<Stopped | undefined> {
    const { turn, store, options } = this;
    const until = turn.worked() + time;
    let isSlow = this.query.isPattern;
    for (const [at, { note, scan, number, bound }] of candidates.entries()) {
      if (turn.due(isSlow)) await turn.pause();
      if (at > 0 && turn.worked() >= until)
        return { at: itemAt(candidates, at - 1).note.path, left: candidates.length - at };
      if (at % readAtOnce === 0) {
        const group = candidates.slice(at, at + readAtOnce);
        await store.readRestored(
          group.map(one => one.note),
          options,
          turn,
        );
      }
      if (bound < found.least) {
        for (const { index } of scan.termsFor(note) ?? []) this.#isKnown[index] = true;
        continue;
      }
      if (note.isRestored && options.isEnough?.() === true) {
        this.#unread.push(note.path);
        continue;
      }
      // Nearly all texts are in memory: awaiting each takes longer than searching it.
      const text = note.text ?? (await store.textOf(note, turn));
      if (text === undefined) continue;
      isSlow = this.query.isPattern || text.folded.length > slowLength;
      if (await this.#isFound(note, text, scan))
        await this.#addScanned({ note, scan, number, bound }, text, found);
    }
    return undefined;
  }

  async #isFound(note: StoredNote, text: NoteText, scan: NoteScan): Promise<boolean> {
    if (!scan.mayMatch(note, text)) return false;
    scan.begin();
    let isFound = scan.look(note, text);
    for (; isFound === undefined; isFound = scan.look(note, text))
      if (this.turn.due(true)) await this.turn.pause();
    if (scan.isIncomplete) this.#incomplete.push(note.path);
    return isFound;
  }

  async #addScanned({ note, scan, number }: Candidate, text: NoteText, found: FoundList): Promise<void> {
    const having = scan.terms.filter(({ isFound }) => isFound);
    for (const { index } of having) this.#isKnown[index] = true;
    const isFull = found.isFull(number, having);
    if (!isFull && !this.#isPartial) return;
    if (!text.isPrepared) text.preparing();
    if (this.#asksFacts && !(await this.#passesFacts(note))) return;
    if (isFull) this.store.keepShown(note, text);
    found.add(note, { number, isFull, having, text, matches: scan.matches });
  }

  /** Whether a note passes all conditions other than words. */
  async passesBesideWords(note: StoredNote, text: NoteText): Promise<boolean> {
    if (this.#hasPathFilters && !passesByPath(note, this.query.filters, this.store.folder)) return false;
    for (const term of this.query.excluded) {
      const finder = term.makeFinder();
      for (const searched of [note.title, text])
        if (await drive(holds(finder, searched), this.turn)) return false;
    }
    return this.#asksFacts ? this.#passesFacts(note) : true;
  }

  /** Whether a note may pass the conditions other than words. */
  #mayPass(note: StoredNote): boolean {
    if (this.#hasPathFilters && !passesByPath(note, this.query.filters, this.store.folder)) return false;
    return this.query.conditions.every(condition => condition.mayHold(note));
  }

  /** For a pattern, so that fewer notes are sorted by path. Words are searched when the note is. */
  #mayMatch(note: StoredNote, scan: NoteScan): boolean {
    return !this.query.isPattern || note.text === undefined || scan.mayMatch(note, note.text);
  }

  async #passesFacts(note: StoredNote): Promise<boolean> {
    const text = note.text ?? (await this.store.textOf(note, this.turn));
    if (text === undefined) return false;
    if (!text.isPrepared) text.preparing();
    return drive(passesByFacts(note, text, this.query, this.options), this.turn);
  }
}
