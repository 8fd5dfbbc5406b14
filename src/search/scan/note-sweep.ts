/** Searches the notes of a store for one query: first those that may match are found, then searched. */

import { itemAt } from '../../utils/item-at';
import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import type { CompiledQuery, WordHelp } from '../query/compiled-query';
import { type Corpus, type Lengths, weightOfTerm } from '../score/scorer';
import { lengthFactorOf } from '../score/term-factor';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';
import type { NoteText } from '../store/note-text';
import { passesByFacts, passesByPath } from './note-filters';
import type { Stopped, SweepOptions, Unsearched } from './sweep-options';
import { CountedScan } from './counted/counted-scan';
import { rulingOut } from './counted/piece-holders';
import { NoteMatches } from '../score/note-matches';
import { NoteScan } from './note-scan';
import { holds } from '../query/finder-match';

/** The result of a sweep, and the notes that it could not search. */
export interface Swept extends Unsearched {
  readonly found: NoteMatches;
  /** Set if the word index found them. */
  readonly counted: CountedScan | undefined;
  readonly corpus: Corpus;
  /** The notes that were searched. */
  readonly searched: readonly StoredNote[];
}

/** Milliseconds of work after which a search stops and reports where. */
const searchTime = 1000;
/** Number of notes used to estimate how rare a word is. */
const sampleSize = 1000;
/** Searching a longer note can take a tenth of a millisecond. */
const slowLength = 4096;

/** Reads all notes twice: first for statistics and possible matches, then those that may match. */
export class NoteSweep {
  readonly #scan: NoteScan;
  /** For notes in the word index. */
  #counted: CountedScan | undefined;
  #found: NoteMatches;
  /** Whether the search has a time limit. */
  readonly #isSlow: boolean;
  /** Whether conditions on a note use more than its path and words. */
  readonly #asksFacts: boolean;
  readonly #hasPathFilters: boolean;
  readonly #incomplete: string[] = [];
  readonly #unread: string[] = [];
  #accepted: readonly StoredNote[] = [];
  #notes = 0;
  #textLength = 0;
  #titleLength = 0;

  constructor(
    private readonly store: TextStore,
    private readonly query: CompiledQuery,
    private readonly options: SweepOptions,
    private readonly turn: SliceTurn,
    private readonly help: WordHelp,
  ) {
    this.#scan = new NoteScan(query, help);
    this.#found = new NoteMatches(query.terms.length);
    this.#isSlow = query.terms.some(({ word, isSlow }) => isSlow && help.near?.has(word) !== true);
    this.#asksFacts = query.conditions.length > 0 || query.filters.some(({ key }) => key === 'tag');
    this.#hasPathFilters = query.filters.some(({ key }) => key !== 'tag');
  }

  async run(): Promise<Swept> {
    const candidates = await this.#candidates();
    const lengths = { notes: this.#notes, textLength: this.#textLength, titleLength: this.#titleLength };
    const { terms } = this.query;
    const factors = terms.map(({ times = 1 }) => times);
    await this.#searchCounted(lengths, factors);
    const stopped = await this.#searchAll(candidates);
    const { shares } = this.#scan;
    return {
      ...(stopped === undefined ? {} : { stopped }),
      ...(this.#unread.length === 0 ? {} : { unread: this.#unread }),
      ...(this.#incomplete.length === 0 ? {} : { incomplete: this.#incomplete }),
      found: this.#found,
      counted: this.#counted,
      searched: this.#accepted,
      corpus: {
        ...lengths,
        shares,
        factors,
        lengthFactors: terms.map(lengthFactorOf),
        now: this.options.now,
      },
    };
  }

  /**
   * Searches in memory order: searching by path takes twice as long. A pattern, or a search that takes too
   * long, goes by path, so that a later call can continue where it stopped.
   */
  async #searchAll(candidates: readonly StoredNote[]): Promise<Stopped | undefined> {
    if (!this.query.isPattern && this.options.part === undefined) {
      const stopped = await this.#search(candidates, this.#isSlow ? searchTime : Infinity);
      if (stopped === undefined) return undefined;
      this.#found = new NoteMatches(this.query.terms.length);
      this.#incomplete.length = 0;
    }
    return this.#searchInOrder(candidates);
  }

  /** The notes that may match. */
  async #candidates(): Promise<readonly StoredNote[]> {
    const accepted = await this.#acceptedNotes();
    this.#accepted = accepted;
    // A search that may stop, or that continues one, goes through the texts in their order.
    if (this.options.part === undefined && !this.#isSlow)
      this.#counted = CountedScan.of(this.query, accepted, { index: this.store.wordIndex, help: this.help });
    const columns = this.#counted?.columns;
    const { terms } = this.query;
    const lacking =
      columns === undefined
        ? await drive(rulingOut(terms, accepted, this.store.wordIndex), this.turn)
        : undefined;
    const [candidates, restored] = [Array<StoredNote>(), Array<StoredNote>()];
    const stride = Math.max(1, Math.ceil(accepted.length / sampleSize));
    // The rarity of a single term is the same for all notes.
    const samples = terms.length > 1;
    for (let index = 0; index < accepted.length; index += 1) {
      if (this.turn.due()) await this.turn.pause();
      const note = itemAt(accepted, index);
      const number = columns?.numberAt(index);
      if (samples && index % stride === 0) {
        if (!note.isRestored) await this.#sample(note, number);
        else if (this.#scan.mayHaveAny(note)) restored.push(note);
        else this.#scan.skipSampled();
      }
      this.#textLength += note.foldedLength ?? 0;
      this.#titleLength += note.titleLength;
      if (number === undefined && lacking?.[index] !== 1 && this.#mayMatch(note)) candidates.push(note);
    }
    this.#notes = accepted.length;
    const read = await this.#readRestored(candidates);
    for (const note of candidates) if (!read.has(note)) this.#unread.push(note.path);
    for (const note of await this.#readRestored(restored)) await this.#sample(note, undefined);
    return read.size === candidates.length ? candidates : [...read];
  }

  /** @returns the notes that need no more slow reads */
  async #readRestored(notes: readonly StoredNote[]): Promise<ReadonlySet<StoredNote>> {
    await this.store.readRestored(notes, this.options, this.turn);
    const isEnough = this.options.isEnough?.() === true;
    return new Set(isEnough ? notes.filter(({ isRestored }) => !isRestored) : notes);
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

  /** @returns where it stopped, if this many milliseconds of work were not enough */
  async #search(notes: readonly StoredNote[], time: number): Promise<Stopped | undefined> {
    const [scan, until] = [this.#scan, this.turn.worked() + time];
    let [searched, isSlow] = [0, this.query.isPattern];
    for (const note of notes) {
      if (this.turn.due(isSlow)) await this.turn.pause();
      if (searched > 0 && this.turn.worked() >= until)
        return { at: notes[searched - 1]?.path ?? '', left: notes.length - searched };
      searched += 1;
      // Nearly all texts are in memory: awaiting each takes longer than searching it.
      const text = note.text ?? (await this.store.textOf(note, this.turn));
      if (text === undefined) continue;
      isSlow = this.query.isPattern || text.folded.length > slowLength;
      if (!scan.mayMatch(note, text)) continue;
      scan.begin();
      let isFound = scan.look(note, text);
      for (; isFound === undefined; isFound = scan.look(note, text))
        if (this.turn.due(true)) await this.turn.pause();
      if (scan.isIncomplete) this.#incomplete.push(note.path);
      if (!isFound) continue;
      if (!text.isPrepared) text.preparing();
      if (this.#asksFacts && !(await this.#passesByFacts(note, text))) continue;
      this.store.keepShown(note, text);
      scan.addTo(this.#found, note, text);
    }
    return undefined;
  }

  /** Finds the notes that have all words with the index. */
  async #searchCounted(lengths: Lengths, factors: readonly number[]): Promise<void> {
    const counted = this.#counted;
    if (counted === undefined) return;
    await drive(counted.finding(), this.turn);
    const weights = factors.map((factor, term) => {
      const share = this.#scan.addSampled(term, counted.presence.sampledWith(term));
      return weightOfTerm(share, factor, lengths.notes);
    });
    const numbers = await this.#passingAll(counted);
    await drive(counted.scoring(numbers, { lengths, weights }), this.turn);
    for (const number of numbers) {
      if (this.turn.due()) await this.turn.pause();
      const note = counted.columns.noteOf(number);
      if (note === undefined) continue;
      if (!this.#asksFacts) {
        counted.add(number);
        continue;
      }
      const text = note.text ?? (await this.store.textOf(note, this.turn));
      if (text === undefined) continue;
      if (!text.isPrepared) text.preparing();
      if (await this.#passesByFacts(note, text)) counted.add(number, text);
    }
  }

  /** The numbers of the notes that have all words, and may pass the other conditions. */
  async #passingAll(counted: CountedScan): Promise<readonly number[]> {
    const passing: number[] = [];
    for (const number of await drive(counted.presence.havingAll(), this.turn)) {
      if (this.turn.due()) await this.turn.pause();
      const note = counted.columns.noteOf(number);
      if (note !== undefined && !counted.isExcluded(number) && this.#mayPass(note)) passing.push(number);
    }
    return passing;
  }

  /** Searches the requested part, by path. Stops where an earlier page stopped. */
  async #searchInOrder(candidates: readonly StoredNote[]): Promise<Stopped | undefined> {
    const { from, to } = this.options.part ?? {};
    const wanted = from === undefined ? candidates : candidates.filter(({ path }) => path > from);
    const sorted = wanted.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    if (to === undefined) return this.#search(sorted, searchTime);
    const part = sorted.filter(({ path }) => path <= to);
    const left = sorted.length - part.length;
    await this.#search(part, Infinity);
    return left === 0 ? undefined : { at: to, left };
  }

  /** @param number of a note that is in the index */
  async #sample(note: StoredNote, number: number | undefined): Promise<void> {
    if (number !== undefined && this.#counted !== undefined) {
      this.#counted.columns.sampled[number] = 1;
      this.#scan.skipSampled();
      return;
    }
    const text = note.text ?? (await this.store.textOf(note, this.turn));
    if (text !== undefined) await drive(this.#scan.sample(note, text), this.turn);
  }

  /** Whether the query has conditions other than words. */
  get asksBesideWords(): boolean {
    return this.#asksFacts || this.#hasPathFilters || this.query.excluded.length > 0;
  }

  /** Whether a note passes all conditions other than words. */
  async passesBesideWords(note: StoredNote, text: NoteText): Promise<boolean> {
    if (this.#hasPathFilters && !passesByPath(note, this.query.filters, this.store.folder)) return false;
    for (const term of this.query.excluded) {
      const finder = term.makeFinder();
      for (const searched of [note.title, text])
        if (await drive(holds(finder, searched), this.turn)) return false;
    }
    if (!this.#asksFacts) return true;
    return this.#passesByFacts(note, text);
  }

  /** Whether a note may pass the conditions other than words. */
  #mayPass(note: StoredNote): boolean {
    if (this.#hasPathFilters && !passesByPath(note, this.query.filters, this.store.folder)) return false;
    return this.query.conditions.every(condition => condition.mayHold(note));
  }

  #mayMatch(note: StoredNote): boolean {
    if (!this.#scan.mayHave(note) || !this.#mayPass(note)) return false;
    // For a pattern, so that fewer notes are sorted by path. Words are searched when the note is.
    return !this.query.isPattern || note.text === undefined || this.#scan.mayMatch(note, note.text);
  }

  #passesByFacts(note: StoredNote, text: NoteText): Promise<boolean> {
    return drive(passesByFacts(note, text, this.query, this.options), this.turn);
  }
}
