/** Words that a note shares with few others: they show its topic. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { NoteText } from '../store/note-text';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';
import { wordHolders } from './word-holders';

/** Number of words of a note that are searched in all others. */
const maxWords = 12;
const [minWordLength, maxWordLength] = [4, 40];
/** Of a long note only the beginning counts, in characters. */
const maxRead = 100_000;
/** Number of notes that are sampled to find rare words. */
const sampleSize = 80;
/** Words in more than this fraction of the notes are ignored, beyond a minimum. */
const commonShare = 0.05;
const fewest = 3;
/** Of the words in at least this many sampled notes, only one in a thousand is in few notes overall. */
const surelyCommonShare = 3 * commonShare;

/** Words with their counts in the note. */
type Candidates = ReadonlyMap<string, number>;

export interface SharedWordsOptions {
  /** All by default. */
  readonly accepts?: ((path: string) => boolean) | undefined;
  readonly turn: SliceTurn;
}

/**
 * The rare words of a note, folded, each with the other notes that have it.
 * @param store knows the accepted notes: they are read, or restored from an earlier run
 */
export async function sharedWords(
  store: TextStore,
  path: string,
  { accepts, turn }: SharedWordsOptions,
): Promise<Map<string, string[]>> {
  const own = store.get(path);
  const text = own && (await store.shownTextOf(own, turn));
  const others: StoredNote[] = [];
  for (const note of store.all()) {
    if (turn.due()) await turn.pause();
    if (note !== own && (accepts?.(note.path) ?? true)) others.push(note);
  }
  const shared = new Map<string, string[]>();
  if (text === undefined) return shared;
  const limit = Math.max(fewest, others.length * commonShare);
  const words = await rarest(candidatesOf(text, store), others, store, turn);
  for (const [word, having] of await wordHolders(words, others, { store, limit, turn }))
    if (having.length > 0) shared.set(word, having);
  return shared;
}

function candidatesOf(text: NoteText, store: TextStore): Candidates {
  const times = new Map<string, number>();
  for (const word of wordsOf(text.folded, text.outline.bodyStart, store))
    if (!/^\d+$/u.test(word)) times.set(word, (times.get(word) ?? 0) + 1);
  return times;
}

/** The words of a text that are neither too short nor too long. */
function wordsOf(folded: string, from: number, { kinds }: TextStore): string[] {
  const words: string[] = [];
  const last = Math.min(folded.length, from + maxRead);
  for (let start = kinds.startOfWord(folded, from, last); start < last;) {
    const end = kinds.endOfWord(folded, start, maxWordLength + 1);
    if (end - start >= minWordLength && end - start <= maxWordLength) words.push(folded.slice(start, end));
    start = kinds.startOfWord(folded, end, last);
  }
  return words;
}

/** The words that are frequent in the note and rare in others. */
async function rarest(
  candidates: Candidates,
  others: readonly StoredNote[],
  store: TextStore,
  turn: SliceTurn,
): Promise<readonly string[]> {
  const stride = Math.max(1, Math.ceil(others.length / sampleSize));
  const sample = others.filter((_note, index) => index % stride === 0);
  const having = new Map<string, number>();
  for (const note of sample) {
    const text = note.text ?? (await store.textOf(note, turn));
    for (const word of new Set(text === undefined ? [] : wordsOf(text.folded, 0, store)))
      if (candidates.has(word)) having.set(word, (having.get(word) ?? 0) + 1);
    if (turn.due()) await turn.pause();
  }
  const ratingOf = ([word, times]: readonly [string, number]): { word: string; rating: number } => ({
    word,
    rating: times * Math.log((sample.length + 1) / ((having.get(word) ?? 0) + 0.5)),
  });
  return [...candidates]
    .map(ratingOf)
    .sort((a, b) => b.rating - a.rating || (a.word < b.word ? -1 : 1))
    .slice(0, maxWords)
    .map(({ word }) => word)
    .filter(word => (having.get(word) ?? 0) <= Math.max(fewest, sample.length * surelyCommonShare));
}
