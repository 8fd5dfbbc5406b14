/** Reorders the best notes that have some of the words, with criteria that are too slow for all notes. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { ParsedQuery, WordHelp } from '../query/parsed-query';
import { compareRanked, type RankedNote } from '../score/best-notes';
import { type Corpus, Scorer } from '../score/scorer';
import { TermScan } from '../scan/term-scan';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';
import type { NoteText } from '../store/note-text';
import { feedbackOf, type Source, tellingWords } from './feedback';
import { nearnessOf, termsThatPair } from './nearness';

/** This many of the best notes show the query's topic. */
export const mostSources = 5;
/** They score at least this fraction of the best one. */
const leastShare = 0.5;
/** Limit for occurrences of a term that are read in one note. */
const mostOccurrences = 50;
/** Characters in which they are looked for: the beginning of a long note tells what it is about. */
const lookedTo = 8192;

export interface Reranked {
  readonly query: ParsedQuery;
  readonly corpus: Corpus;
  /** Notes with all words, best first, enough to show the query's topic. */
  readonly first: readonly RankedNote[];
  /** The notes among which words are rare or common. */
  readonly searched: readonly StoredNote[];
}

export interface RerankOptions {
  readonly store: TextStore;
  readonly turn: SliceTurn;
  readonly help: WordHelp;
}

interface Held {
  readonly note: RankedNote;
  readonly text: NoteText | undefined;
  readonly score: number;
}

export class Reranking {
  readonly #scans: readonly TermScan[];
  readonly #weights: readonly number[];
  readonly #pairing: readonly boolean[];

  constructor(
    private readonly asked: Reranked,
    private readonly options: RerankOptions,
  ) {
    const { query, corpus } = asked;
    this.#scans = query.terms.map(term => new TermScan(term, query.rules.kinds, options.help));
    this.#weights = new Scorer(corpus).weights;
    this.#pairing = termsThatPair(this.#weights);
  }

  /** @param notes best first, all of one tier @returns the same notes, with other scores */
  async order(notes: readonly RankedNote[]): Promise<readonly RankedNote[]> {
    const { store, turn } = this.options;
    const near: Held[] = [];
    for (const note of notes) {
      if (turn.due(true)) await turn.pause();
      const text = await this.#textOf(note.path);
      const nearness = text === undefined ? 0 : await this.#nearness(note, text);
      near.push({ note, text, score: note.score + nearness });
    }
    near.sort((a, b) => b.score - a.score);
    const words = await tellingWords(await this.#sources(near), this.#isAsked(), {
      store,
      turn,
      notes: this.asked.searched,
    });
    const reranked: RankedNote[] = [];
    for (const { note, text, score } of near) {
      if (turn.due(true)) await turn.pause();
      const told =
        text === undefined || words.length === 0
          ? 0
          : feedbackOf(words, { text, length: this.#lengthOf(text) }, store);
      reranked.push({ ...note, score: Math.round((score + told) * 10_000) / 10_000 });
    }
    return reranked.sort(compareRanked);
  }

  async #textOf(path: string): Promise<NoteText | undefined> {
    const { store, turn } = this.options;
    const note = store.get(path);
    return note && (note.text ?? (await store.textOf(note, turn)));
  }

  async #nearness({ path, missing = [] }: RankedNote, text: NoteText): Promise<number> {
    const { store, turn } = this.options;
    const note = store.get(path);
    for (const [index, { term, finder, inText }] of this.#scans.entries()) {
      inText.clear();
      if (note === undefined || this.#pairing[index] !== true || missing.includes(term.word)) continue;
      if (!finder.mayStandIn(note) || !finder.mayMatch(text.folded)) continue;
      finder.open(text);
      while (inText.count < mostOccurrences && finder.next(lookedTo))
        inText.add(finder.start, finder.end, finder.variant);
      if (turn.due(finder.isPaused)) await turn.pause();
    }
    return nearnessOf(this.#scans, this.#weights);
  }

  /** The notes that have all words, then the best of the others. */
  async #sources(near: readonly Held[]): Promise<Source[]> {
    const sources: Source[] = [];
    for (const { path } of this.asked.first) {
      const text = await this.#textOf(path);
      if (text !== undefined) sources.push({ text, length: this.#lengthOf(text), share: 1 });
    }
    const most = near[0]?.score ?? 1;
    for (const { text, score } of near)
      if (text !== undefined && score >= leastShare * most)
        sources.push({ text, length: this.#lengthOf(text), share: score / most });
    return sources.slice(0, mostSources);
  }

  #lengthOf({ folded }: NoteText): number {
    const { textLength, notes } = this.asked.corpus;
    return (folded.length * notes) / Math.max(1, textLength);
  }

  /** Whether a word is in the query, or is a form of one that is. */
  #isAsked(): (word: string) => boolean {
    const asked = this.asked.query.terms.map(({ word }) => ({
      word,
      forms: this.options.help.forms?.of(word),
    }));
    return word => asked.some(one => word.startsWith(one.word) || one.forms?.includes(word, 0) === true);
  }
}
