/** Finds the best notes with some of the searched words. */

import { itemAt } from '../../utils/item-at';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { drive } from '../../utils/slicing/time-slicer';
import type { CompiledQuery, WordHelp } from '../query/compiled-query';
import { Best } from '../score/best';
import { compareRanked, type RankedNote } from '../score/best-notes';
import { type Corpus, Scorer, weightsOf } from '../score/scorer';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';
import type { ReadOptions } from '../store/text-store-options';
import type { NoteText } from '../store/note-text';
import { NoteMatches } from '../score/note-matches';
import { countTogether } from './occurrences';
import { CountedScan } from './counted/counted-scan';
import { TermScan } from './term-scan';
import { partsOf } from './word-parts';
import { TextWalk } from './text-walk';

/** Limit for shown notes with some of the words. */
export const maxPartial = 50;
/** Limit for counted occurrences of a term in one note. */
const maxOccurrences = 200;
/** Notes are searched in this many groups, those with the highest possible score first. */
const groups = 64;
/** A note must have words with at least this fraction of the total weight. */
const minWeightShare = 0.05;
/** Limit for reported missing words of one note. */
const maxMissing = 10;
/** Larger than the change of a score by rounding. */
const rounding = 0.0001;
/** Searching a longer note can take a tenth of a millisecond. */
const slowLength = 4096;

export interface PartialOptions {
  readonly turn: SliceTurn;
  readonly help: WordHelp;
  readonly reading: ReadOptions;
  /** Whether `passes` has any condition. */
  readonly asksText: boolean;
  /** Whether a note passes all conditions other than words. */
  readonly passes: (note: StoredNote, text: NoteText) => Promise<boolean>;
}

/** Whether notes that lack some of the words can be shown. */
export function canBePartial(query: CompiledQuery, help: WordHelp): boolean {
  const { terms, isPattern } = query;
  const isOne = terms.length < 2 && partsOf(query, help).length === 0;
  return !isPattern && !isOne && terms.some(({ isLoose = false }) => isLoose);
}

export class PartialSweep {
  readonly #terms: readonly TermScan[];
  readonly #scorer: Scorer;
  readonly #matches: NoteMatches;
  readonly #walk = new TextWalk();
  readonly #best = new Best<RankedNote>(maxPartial, compareRanked);
  /** Of the terms, however short their words are: which notes are found does not depend on that. */
  readonly #fullWeights: readonly number[];
  /** The least total of them that a note must have. */
  readonly #least: number;
  /** The terms, those with the most weight first. */
  readonly #order: readonly number[];
  /** Paths of notes that were not searched because their texts were not read. */
  readonly unread: string[] = [];

  constructor(
    private readonly store: TextStore,
    private readonly query: CompiledQuery,
    private readonly corpus: Corpus,
    private readonly options: PartialOptions,
  ) {
    this.#terms = query.terms.map(term => new TermScan(term, query.rules.kinds, options.help));
    this.#scorer = new Scorer(corpus);
    this.#matches = new NoteMatches(query.terms.length);
    const { weights } = this.#scorer;
    this.#order = [...weights.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0));
    this.#fullWeights = weightsOf(corpus);
    this.#least = minWeightShare * this.#fullWeights.reduce((sum, weight) => sum + weight, 0);
  }

  /**
   * Searches the notes by highest possible score, and stops when none can beat those found.
   * @param searched all notes of the search
   * @param known those that have all words
   * @param counted the counts of the search for the same query
   */
  async run(
    searched: readonly StoredNote[],
    known: ReadonlySet<StoredNote>,
    counted: CountedScan | undefined,
  ): Promise<readonly RankedNote[]> {
    const { turn, reading } = this.options;
    const scan = counted ?? (await this.#counted(searched));
    if (scan !== undefined) await this.#lookAtCounted(scan, known);
    const uncounted = searched.filter(
      (note, index) => scan?.columns.numberAt(index) === undefined && !known.has(note),
    );
    for (const { notes: group, bound } of await this.#grouped(uncounted)) {
      const worst = this.#best.bound;
      if (worst !== undefined && worst.score >= bound) break;
      await this.store.readRestored(group, reading, turn);
      for (const note of group) {
        if (note.isRestored && reading.isEnough?.() === true) {
          this.unread.push(note.path);
          continue;
        }
        if (turn.due((note.foldedLength ?? 0) > slowLength)) await turn.pause();
        const text = note.text ?? (await this.store.textOf(note, turn));
        if (text !== undefined) await this.#look(note, text);
      }
    }
    return this.#best.sorted();
  }

  async #counted(searched: readonly StoredNote[]): Promise<CountedScan | undefined> {
    const { help, turn } = this.options;
    const counted = CountedScan.of(this.query, searched, { index: this.store.wordIndex, help });
    if (counted !== undefined) await drive(counted.finding(), turn);
    return counted;
  }

  async #lookAtCounted(counted: CountedScan, known: ReadonlySet<StoredNote>): Promise<void> {
    const { columns, presence } = counted;
    const { turn } = this.options;
    const { weights } = this.#scorer;
    const soft = await drive(counted.softScores({ lengths: this.corpus, weights }), turn);
    const required = this.#terms.flatMap((scan, term) => (isRequired(scan) ? [term] : []));
    for (let number = 0; number < columns.length; number += 1) {
      if (turn.due()) await turn.pause();
      const without = soft.scores[number] ?? 0;
      const worst = this.#best.bound?.score ?? 0;
      if (without === 0 || this.#scorer.maxScore(without) < worst - rounding) continue;
      const note = columns.noteOf(number);
      if (note === undefined || known.has(note)) continue;
      const score = this.#scorer.withRecency(without, note.modified);
      if (score < worst || presence.weightOf(number, this.#fullWeights) < this.#least) continue;
      if (!required.every(term => presence.has(number, term))) continue;
      if (this.options.asksText) {
        const text = note.text ?? (await this.store.textOf(note, turn));
        if (text === undefined || !(await this.options.passes(note, text))) continue;
      }
      const { path, modified } = note;
      const matches = soft.matches[number] ?? 0;
      const missing = this.#missing(term => presence.has(number, term));
      this.#best.offer({ path, tier: 2, score, modified, matches, isCounted: true, missing });
    }
  }

  /** The notes by highest possible score, the best first. */
  async #grouped(notes: readonly StoredNote[]): Promise<{ notes: StoredNote[]; bound: number }[]> {
    const { turn } = this.options;
    const scorer = this.#scorer;
    const all = scorer.maxScore(scorer.weights.reduce((sum, weight) => sum + weight, 0));
    const grouped = Array.from({ length: groups }, (_, index) => ({
      notes: Array<StoredNote>(),
      bound: (all * (groups - index)) / groups,
    }));
    for (const note of notes) {
      if (turn.due()) await turn.pause();
      if (this.#maxWeight(note, this.#fullWeights) < this.#least) continue;
      const most = this.#maxWeight(note, scorer.weights);
      const group = groups - Math.ceil((scorer.maxScore(most) / all) * groups);
      grouped[Math.min(groups - 1, Math.max(0, group))]?.notes.push(note);
    }
    return grouped;
  }

  /** The total weight of the words that the note may have; 0 if it lacks a required one. @param weights by term */
  #maxWeight(note: StoredNote, weights: readonly number[]): number {
    let most = 0;
    for (let index = 0; index < this.#terms.length; index += 1) {
      const scan = this.#terms[index];
      if (scan?.finder.mayStandIn(note) === true) most += weights[index] ?? 0;
      else if (scan === undefined || isRequired(scan)) return 0;
    }
    return most;
  }

  async #look(note: StoredNote, text: NoteText): Promise<void> {
    const { weights } = this.#scorer;
    const worst = this.#best.bound?.score ?? 0;
    for (const scan of this.#terms) scan.clear();
    let [having, most] = [0, this.#maxWeight(note, weights)];
    for (const index of this.#order) {
      const scan = this.#terms[index];
      if (scan === undefined) continue;
      // The remaining terms cannot lift it above the kept notes.
      if (this.#scorer.maxScore(most) < worst) return;
      if (scan.finder.mayStandIn(note)) await this.#count(scan, note, text);
      if (scan.isFound) having += this.#fullWeights[index] ?? 0;
      else if (scan.finder.mayStandIn(note)) most -= weights[index] ?? 0;
      if (scan.isFound) continue;
      if (isRequired(scan)) return;
    }
    if (having < this.#least || having === 0) return;
    if (!text.isPrepared) text.preparing();
    if (await this.options.passes(note, text)) this.#offer(note, text);
  }

  async #count({ finder, inTitle, inText }: TermScan, note: StoredNote, text: NoteText): Promise<void> {
    const { turn } = this.options;
    if (this.#walk.begin(finder, note.title)) this.#walk.advance(note.title, inTitle, maxOccurrences);
    if (!this.#walk.begin(finder, text)) return;
    while (!this.#walk.advance(text, inText, maxOccurrences)) if (turn.due(true)) await turn.pause();
  }

  #offer(note: StoredNote, text: NoteText): void {
    const scans = this.#terms;
    const matches =
      countTogether(scans.map(scan => scan.inTitle)) + countTogether(scans.map(scan => scan.inText));
    this.#matches.clear();
    this.#matches.add(note, { length: text.folded.length, matches, bonus: 0, isExact: false });
    for (const scan of scans)
      this.#matches.addWeights(scan.titleWeight(note.title.folded), scan.textWeights(text));
    const score = this.#scorer.scoreOf(this.#matches, 0);
    this.#keep(note, score, matches, term => scans[term]?.isFound === true);
  }

  /** @param has whether the note has a term */
  #keep(
    { path, modified }: StoredNote,
    score: number,
    matches: number,
    has: (term: number) => boolean,
  ): void {
    const worst = this.#best.bound;
    if (worst !== undefined && score < worst.score) return;
    this.#best.offer({ path, tier: 2, score, modified, matches, missing: this.#missing(has) });
  }

  /** The missing words of the note, the rarest first. */
  #missing(has: (term: number) => boolean): string[] {
    const missing: string[] = [];
    for (const index of this.#order) {
      const { word, isLoose, isPart } = itemAt(this.#terms, index).term;
      if (isLoose !== true || isPart === true || has(index)) continue;
      missing.push(word);
      if (missing.length === maxMissing) break;
    }
    return missing;
  }
}

/** Whether no note is shown without it. */
function isRequired({ term }: TermScan): boolean {
  return term.isLoose !== true && term.isOptional !== true;
}
