/** Reorders the best notes that have some of the words, with criteria that are too slow for all notes. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { CompiledQuery, WordHelp } from '../query/compiled-query';
import { compareRanked, type RankedNote } from '../score/best-notes';
import { type Corpus, Scorer } from '../score/scorer';
import { itemAt } from '../../utils/item-at';
import { TermScan } from '../scan/term-scan';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';
import type { ReadOptions } from '../store/text-store-options';
import type { NoteText } from '../store/note-text';
import { feedbackOf, type Source, feedbackWords } from './feedback';
import { canPair, nearnessOf, pairsOf } from './nearness';

/** This many of the best notes show the query's topic. */
export const maxSources = 5;
/** They score at least this fraction of the best one. */
const minShare = 0.5;
/** Limit for occurrences of a term that are read in one note. */
const maxOccurrences = 50;
/** Characters in which they are looked for: the beginning of a long note tells what it is about. */
const lookedTo = 8192;

export interface Reranked {
  readonly query: CompiledQuery;
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
  readonly reading: ReadOptions;
}

interface Held {
  readonly note: StoredNote;
  readonly text: NoteText;
}

interface Near {
  readonly ranked: RankedNote;
  readonly held: Held | undefined;
  readonly score: number;
}

export class Reranking {
  readonly #scans: readonly TermScan[];
  readonly #weights: readonly number[];
  readonly #pairs: readonly boolean[];
  /** The terms, the rarest first. */
  readonly #order: readonly number[];

  constructor(
    private readonly asked: Reranked,
    private readonly options: RerankOptions,
  ) {
    const { query, corpus } = asked;
    this.#scans = query.terms.map(term => new TermScan(term, query.rules.kinds, options.help));
    this.#weights = new Scorer(corpus).weights;
    const weights = this.#weights;
    this.#pairs = pairsOf(weights);
    this.#order = [...weights.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0));
  }

  /** @param notes best first, all of one tier @returns the same notes, with other scores */
  async order(notes: readonly RankedNote[]): Promise<readonly RankedNote[]> {
    const { store, turn, reading } = this.options;
    const near: Near[] = [];
    for (const ranked of notes) {
      if (turn.due(true)) await turn.pause();
      const held = await this.#held(ranked.path);
      const nearness = held === undefined ? 0 : await this.#nearness(held, ranked);
      near.push({ ranked, held, score: ranked.score + nearness });
    }
    near.sort((a, b) => b.score - a.score);
    const words = await feedbackWords(await this.#sources(near), this.#isAsked(), {
      store,
      turn,
      reading,
      notes: this.asked.searched,
    });
    const reranked: RankedNote[] = [];
    for (const { ranked, held, score } of near) {
      if (turn.due(true)) await turn.pause();
      const told =
        held === undefined || words.length === 0
          ? 0
          : feedbackOf(words, { ...held, length: this.#lengthOf(held.text) }, store);
      reranked.push({ ...ranked, score: Math.round((score + told) * 10_000) / 10_000 });
    }
    return reranked.sort(compareRanked);
  }

  async #held(path: string): Promise<Held | undefined> {
    const { store, turn } = this.options;
    const note = store.get(path);
    const text = note && (await store.shownTextOf(note, turn));
    return text && { note, text };
  }

  async #nearness({ note, text }: Held, { missing = [] }: RankedNote): Promise<number> {
    const { turn } = this.options;
    const scans = this.#scans;
    const mayHave = scans.map(({ term, finder }) => !missing.includes(term.word) && finder.mayStandIn(note));
    for (const { inText } of scans) inText.clear();
    for (const index of this.#order) {
      const { finder, inText } = itemAt(scans, index);
      if (!canPair(this.#pairs, mayHave, index)) continue;
      mayHave[index] = false;
      if (!finder.mayMatch(text.folded)) continue;
      finder.open(text);
      while (inText.count < maxOccurrences && finder.next(lookedTo))
        inText.add(finder.start, finder.end, finder.variant);
      mayHave[index] = inText.count > 0;
      if (turn.due(finder.isPaused)) await turn.pause();
    }
    return nearnessOf(scans, this.#weights);
  }

  /** The notes that have all words, then the best of the others. */
  async #sources(near: readonly Near[]): Promise<Source[]> {
    const sources: Source[] = [];
    for (const { path } of this.asked.first) {
      const held = await this.#held(path);
      if (held !== undefined) sources.push({ text: held.text, length: this.#lengthOf(held.text), share: 1 });
    }
    const most = near[0]?.score ?? 1;
    for (const { held, score } of near)
      if (held !== undefined && score >= minShare * most)
        sources.push({ text: held.text, length: this.#lengthOf(held.text), share: score / most });
    return sources.slice(0, maxSources);
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
