/** Goes through the notes of a store for one query: which may match, then those that do. */

import { sortSliced } from '../../utils/slicing/sorting';
import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import type { ParsedQuery, WordHelp } from '../query/parsed-query';
import { type Corpus, type Lengths, weightOfTerm } from '../rank/scorer';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';
import type { NoteText } from '../text/note-text';
import { type FactSource, passesByFacts, passesByPath } from './note-filters';
import { CountedScan } from './counted-scan';
import { NoteMatches } from './note-matches';
import { NoteScan } from './note-scan';
import { holds } from './text-walk';

export interface SweepOptions extends FactSource {
  /** The notes that the caller may see and that pass the filters of the call; all without it. Nothing else leaves a trace. */
  readonly accepts?: ((path: string) => boolean) | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Which of the notes are searched, in the order of their paths, where a search had to stop. */
  readonly part?: SearchedPart | undefined;
  /** See `FillOptions`: notes that are still missing then are not searched. */
  readonly isEnough?: (() => boolean) | undefined;
}

/** Notes behind one path, up to another or as far as time allows. */
export interface SearchedPart {
  readonly from: string;
  readonly to?: string | undefined;
}

/** How far a search came. */
export interface Stopped {
  /** The last note that was searched. */
  readonly at: string;
  /** Notes behind it. */
  readonly left: number;
}

/** What a sweep found, and what it could not search. */
export interface Swept extends Unsearched {
  readonly found: NoteMatches;
  /** Those that were found by the index of words. */
  readonly counted: CountedScan | undefined;
  readonly corpus: Corpus;
  /** Where words were looked for. */
  readonly searched: readonly StoredNote[];
}

export interface Unsearched {
  /** Where the search ended before the last note: all counts are of what was searched. */
  readonly stopped?: Stopped;
  /** Notes with lines so long that a pattern was looked for in pieces of them: matches may be missing, or cut. */
  readonly incomplete?: readonly string[];
  /** Notes whose texts were not read, so that they were not searched. */
  readonly unread?: readonly string[];
}

/** Milliseconds of work after which a search stops, and says where. */
const searchTime = 1000;
/** Notes from which is told how rare a word is. */
const sampleSize = 1000;
/** In a note of more characters one look can take a tenth of a millisecond. */
const slowLength = 4096;

/** Goes through all notes twice: first what they have in common and which may match, then those that may. */
export class NoteSweep {
  readonly #scan: NoteScan;
  /** For notes whose words are in the index. */
  #counted: CountedScan | undefined;
  #found: NoteMatches;
  /** Whether the search ends after some time. */
  readonly #isSlow: boolean;
  /** Whether more is asked of a note than its path and words. */
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
    private readonly query: ParsedQuery,
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
    const times = this.query.terms.map(({ times: asked = 1 }) => asked);
    await this.#searchCounted(lengths, times);
    const stopped = await this.#searchAll(candidates);
    const { shares } = this.#scan;
    return {
      ...(stopped === undefined ? {} : { stopped }),
      ...(this.#unread.length === 0 ? {} : { unread: this.#unread }),
      ...(this.#incomplete.length === 0 ? {} : { incomplete: this.#incomplete }),
      ...{ found: this.#found, counted: this.#counted, searched: this.#accepted },
      corpus: { ...lengths, shares, times, now: this.options.now },
    };
  }

  /**
   * Searches in the order in which notes are in memory: by path it takes twice as long. For a pattern, and where that
   * does not end in time, it goes by path, so that a later call can go on where it stopped.
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
    // What may stop, and what goes on from there, has the texts looked through in their order.
    if (this.options.part === undefined && !this.#isSlow)
      this.#counted = CountedScan.of(this.query, accepted, { index: this.store.wordIndex, help: this.help });
    const columns = this.#counted?.columns;
    const candidates: StoredNote[] = [];
    const stride = Math.max(1, Math.ceil(accepted.length / sampleSize));
    // The rarity of a single term is the same for all notes.
    const samples = this.query.terms.length > 1;
    for (const [index, note] of accepted.entries()) {
      if (this.turn.due()) await this.turn.pause();
      const number = columns?.numberAt(index);
      if (samples && index % stride === 0) await this.#sample(note, number);
      this.#textLength += note.foldedLength ?? 0;
      this.#titleLength += note.titleLength;
      if (number === undefined && this.#mayMatch(note)) candidates.push(note);
    }
    this.#notes = accepted.length;
    return candidates;
  }

  /** A list of its own: notes may be written while the sweep pauses. */
  async #acceptedNotes(): Promise<readonly StoredNote[]> {
    const { accepts = () => true, isEnough = () => false } = this.options;
    const all = [...this.store.notes()];
    const leavesMissing = isEnough();
    if (this.options.accepts === undefined && !leavesMissing) return all;
    const accepted: StoredNote[] = [];
    for (const note of all) {
      if (this.turn.due()) await this.turn.pause();
      if (!accepts(note.path)) continue;
      if (leavesMissing && !note.isComplete) this.#unread.push(note.path);
      else accepted.push(note);
    }
    return accepted;
  }

  /** @returns where it stopped, when so many milliseconds of work were not enough */
  async #search(notes: readonly StoredNote[], time: number): Promise<Stopped | undefined> {
    const [scan, until] = [this.#scan, this.turn.worked() + time];
    let [searched, isSlow] = [0, this.query.isPattern];
    for (const note of notes) {
      if (this.turn.due(isSlow)) await this.turn.pause();
      if (searched > 0 && this.turn.worked() >= until)
        return { at: notes[searched - 1]?.path ?? '', left: notes.length - searched };
      searched += 1;
      // Nearly all texts are there: to wait for each takes longer than to look at it.
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
      if (!text.isPrepared) await drive(text.preparing(), this.turn);
      if (this.#asksFacts && !(await this.#passesByFacts(note, text))) continue;
      scan.addTo(this.#found, note, text);
    }
    return undefined;
  }

  /** Finds the notes that have all words by the index. */
  async #searchCounted(lengths: Lengths, times: readonly number[]): Promise<void> {
    const counted = this.#counted;
    if (counted === undefined) return;
    const weightOf = (term: number, sampled: number): number =>
      weightOfTerm(this.#scan.addSampled(term, sampled), times[term] ?? 1, lengths.notes);
    await drive(counted.counting(lengths, weightOf), this.turn);
    for (const [index, note] of this.#accepted.entries()) {
      if (this.turn.due()) await this.turn.pause();
      const number = counted.columns.numberAt(index);
      if (number === undefined || !counted.hasAll(number) || !this.#mayPass(note)) continue;
      if (!this.#asksFacts && !counted.asksText(number)) {
        counted.add(index);
        continue;
      }
      const text = note.text ?? (await this.store.textOf(note, this.turn));
      if (text === undefined) continue;
      if (!text.isPrepared) await drive(text.preparing(), this.turn);
      if (!this.#asksFacts || (await this.#passesByFacts(note, text))) counted.add(index, text);
    }
  }

  /** Searches the part that is asked for, by path. Where an earlier page stopped, this one stops too. */
  async #searchInOrder(candidates: readonly StoredNote[]): Promise<Stopped | undefined> {
    const { from, to } = this.options.part ?? {};
    const wanted = from === undefined ? candidates : candidates.filter(({ path }) => path > from);
    const sorted = await sortSliced(wanted, (a, b) => (a.path < b.path ? -1 : 1), this.turn);
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

  /** Whether more is asked for than words. */
  get asksBesideWords(): boolean {
    return this.#asksFacts || this.#hasPathFilters || this.query.excluded.length > 0;
  }

  /** Whether a note passes everything that is asked for beside words. */
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

  /** Whether a note may pass what is asked for beside words. */
  #mayPass(note: StoredNote): boolean {
    if (this.#hasPathFilters && !passesByPath(note, this.query.filters, this.store.folder)) return false;
    return this.query.conditions.every(condition => condition.mayHold(note));
  }

  #mayMatch(note: StoredNote): boolean {
    if (!this.#scan.mayHave(note) || !this.#mayPass(note)) return false;
    // Of a pattern, to sort few notes by path. Words are looked for once the note is looked at.
    return !this.query.isPattern || note.text === undefined || this.#scan.mayMatch(note, note.text);
  }

  #passesByFacts(note: StoredNote, text: NoteText): Promise<boolean> {
    return drive(passesByFacts(note, text, this.query, this.options), this.turn);
  }
}
