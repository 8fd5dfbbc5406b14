/** Notes that share words with a note: a search for its rare words, with the ranking of `search`. */

import { countUp } from '../utils/collections';
import type { SliceTurn, TimeSlicer } from '../utils/slicing/time-slicer';
import { Corpus } from './index/corpus';
import type { NoteText } from './text/search-text';
import type { TextStore } from './index/text-store';
import { forEachWord } from './text/words';
import { Query } from './query/query';
import { rarityOf, saturation } from './rank/formula';
import { maxMissing } from './rank/round';
import { Search } from './search';
import { languageOf } from './words/word-forms';

interface RelatedByWords {
  readonly path: string;
  /** Scored like `search`, relative to the weight of a word that only one note has. */
  readonly score: number;
  /** Words that both notes have, maybe in other forms. */
  readonly words: readonly string[];
}

interface RelatedOptions {
  readonly accepts: (path: string) => boolean;
  readonly slicer: TimeSlicer;
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Number of words of a note that are searched in all others. */
const maxWords = 12;
const [minWordLength, maxWordLength] = [4, 40];
/** Only this many characters of a long note count. */
const maxRead = 100_000;
/** Words in more than this fraction of the notes are ignored, beyond a minimum. */
const commonShare = 0.05;
const fewest = 3;

interface RareWord {
  readonly word: string;
  readonly rating: number;
  readonly paths: ReadonlySet<string>;
}

/** @param store has read the accepted notes @returns best first */
export async function relatedByWords(
  store: TextStore,
  path: string,
  { accepts, slicer, signal, now }: RelatedOptions,
): Promise<readonly RelatedByWords[]> {
  if (!store.isCounted) await store.prepare({ slicer, signal });
  const turn = slicer.slice({ signal });
  const own = store.get(path);
  const text = own && (await store.textOf(own, turn));
  const isOther = (other: string): boolean => other !== path && accepts(other);
  const corpus = new Corpus(
    store.all().filter(note => isOther(note.path)),
    store.index,
  );
  const rare = text === undefined ? [] : await rareWords(text, corpus, store, turn);
  if (rare.length === 0) return [];
  const query = Query.parse({ query: rare.map(({ word }) => word).join(' ') });
  const found = await new Search(store, query).find({ slicer, signal, now, accepts: isOther });
  const most = (saturation + 1) * Math.log(1 + corpus.size);
  return found.notes.map(({ path: other, score, missing = [] }) => ({
    path: other,
    score: score / most,
    words: rare
      .filter(
        ({ word, paths }) => paths.has(other) || (missing.length < maxMissing && !missing.includes(word)),
      )
      .map(({ word }) => word),
  }));
}

/** The words that are frequent in the note and rare in others. */
async function rareWords(
  text: NoteText,
  corpus: Corpus,
  { kinds }: TextStore,
  turn: SliceTurn,
): Promise<readonly RareWord[]> {
  const { folded, outline } = text;
  const body = folded.slice(outline.bodyStart, outline.bodyStart + maxRead);
  const times = new Map<string, number>();
  const stopWords = languageOf(folded, kinds)?.stopWords();
  forEachWord(body, kinds, (start, end) => {
    const word = body.slice(start, end);
    if (stopWords?.has(word) === true) return;
    if (end - start < minWordLength || end - start > maxWordLength || /^\d+$/u.test(word)) return;
    countUp(times, word);
  });
  const limit = Math.max(fewest, corpus.size * commonShare);
  const rare: RareWord[] = [];
  for (const [word, count] of times) {
    if (turn.due()) await turn.pause();
    const paths = new Set<string>();
    // No more notes than show that the word is common.
    corpus.firstWith(word, ({ path }) => paths.add(path).size > limit);
    if (paths.size > 0 && paths.size <= limit)
      rare.push({ word, paths, rating: count * rarityOf(paths.size, corpus.size) });
  }
  return rare.sort((a, b) => b.rating - a.rating || (a.word < b.word ? -1 : 1)).slice(0, maxWords);
}
