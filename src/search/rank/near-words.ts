/** Words of notes that are similar to one that no note has. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { Corpus, NearWord } from '../index/corpus';
import type { Term } from '../plan/compiled-query';

/** Limit for words that are replaced, and for the words in place of each. */
const [maxReplaced, maxWords] = [3, 3];
/** In a shorter word, two errors leave too little. */
const twoErrorsFrom = 8;
const maxSuggestions = 5;
/** A longer word may be cut in the index. */
const maxAskedLength = 40;
const minAskedLength = 3;

export interface NearOptions {
  /** The notes that are searched, and all notes of the caller, which are as many if nothing narrows them. */
  readonly searched: Corpus;
  readonly visible: Corpus;
  readonly turn: SliceTurn;
}

/** @param unknown words that no note of the caller has @returns those in place of each; none where notes outside the search have nearer ones */
export async function nearestWords(
  unknown: readonly Term[],
  { searched, visible, turn }: NearOptions,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const near = new Map<string, readonly string[]>();
  for (const { word } of unknown.slice(0, maxReplaced)) {
    const anywhere = await within(word, twoErrorsFrom, visible, turn);
    const found = searched === visible ? anywhere : await within(word, twoErrorsFrom, searched, turn);
    const words = found.filter(({ edits }) => edits === anywhere[0]?.edits).slice(0, maxWords);
    if (words.length > 0)
      near.set(
        word,
        words.map(one => one.word),
      );
  }
  return near;
}

/** What to ask for instead of words that found nothing: the most similar first. */
export async function suggestedWords(
  terms: readonly Term[],
  searched: Corpus,
  turn: SliceTurn,
): Promise<readonly string[]> {
  const asked = new Set(terms.filter(({ isWord }) => isWord).map(({ word }) => word.replaceAll('"', '')));
  const near: NearWord[] = [];
  for (const word of asked) near.push(...(await within(word, suggestedFrom, searched, turn)));
  const words = near.sort((a, b) => a.edits - b.edits || b.notes - a.notes).map(({ word }) => word);
  return [...new Set(words)].filter(word => !asked.has(word)).slice(0, maxSuggestions);
}

/** A suggestion is only read: it may have two errors in a shorter word. */
const suggestedFrom = 6;

/** @param twoErrors the length from which a word may have two of them */
async function within(
  word: string,
  twoErrors: number,
  corpus: Corpus,
  turn: SliceTurn,
): Promise<readonly NearWord[]> {
  if (word.length < minAskedLength || word.length > maxAskedLength) return [];
  return corpus.near(word, word.length >= twoErrors ? 2 : 1, turn);
}
