/** Words that a note shares with few others: they tell what it is about. */

import type { SliceTurn } from '../utils/time-slicer';
import type { NoteText } from './note-text';
import { signsOf } from './signature';
import type { StoredNote } from './stored-note';
import type { TextStore } from './text-store';

/** So many words of a note are looked for in all others. */
const maxWords = 12;
const [shortestWord, longestWord] = [4, 40];
/** Of a long note only the beginning counts, in characters. */
const maxRead = 100_000;
/** So many notes tell which words are rare. */
const sampleSize = 80;
/** Words in more than this part of the notes say nothing, beyond the fewest. */
const commonShare = 0.05;
const fewest = 3;

interface Candidate {
  readonly word: string;
  readonly signs: readonly number[];
  /** How often it stands in the note. */
  readonly times: number;
}

export interface SharedWordsOptions {
  readonly accepts: (path: string) => boolean;
  readonly turn: SliceTurn;
}

/**
 * The rare words of a note, folded, each with the other notes that have it.
 * @param store complete for the notes that are accepted; texts that it does not hold in memory are left out
 */
export async function sharedWords(
  store: TextStore,
  path: string,
  { accepts, turn }: SharedWordsOptions,
): Promise<Map<string, string[]>> {
  const own = store.get(path);
  const text = own && (await store.textOf(own));
  const others = [...store.notes()].filter(note => note !== own && accepts(note.path));
  const shared = new Map<string, string[]>();
  if (text === undefined) return shared;
  const limit = Math.max(fewest, others.length * commonShare);
  for (const { word, signs } of await rarest(candidatesOf(text, store), others, store, turn)) {
    const having: string[] = [];
    for (const note of others) {
      if (turn.due()) await turn.pause();
      if (has(note, { word, signs }, store)) having.push(note.path);
      if (having.length > limit) break;
    }
    if (having.length > 0 && having.length <= limit) shared.set(word, having);
  }
  return shared;
}

function candidatesOf(text: NoteText, { kinds }: TextStore): Candidate[] {
  const { folded } = text;
  const times = new Map<string, number>();
  const last = Math.min(folded.length, text.outline.bodyStart + maxRead);
  for (let start = kinds.startOfWord(folded, text.outline.bodyStart, last); start < last;) {
    const end = kinds.endOfWord(folded, start, longestWord + 1);
    const word = folded.slice(start, end);
    const counts = word.length >= shortestWord && word.length <= longestWord && !/^\d+$/u.test(word);
    if (counts) times.set(word, (times.get(word) ?? 0) + 1);
    start = kinds.startOfWord(folded, end, last);
  }
  return [...times].map(([word, count]) => ({ word, times: count, signs: signsOf(word, kinds) }));
}

/** Those that stand often in the note and seldom in others. */
async function rarest(
  candidates: readonly Candidate[],
  others: readonly StoredNote[],
  store: TextStore,
  turn: SliceTurn,
): Promise<readonly Candidate[]> {
  const stride = Math.max(1, Math.ceil(others.length / sampleSize));
  const sample = others.filter((_note, index) => index % stride === 0);
  const rated: { candidate: Candidate; rating: number }[] = [];
  for (const candidate of candidates) {
    let having = 0;
    for (const note of sample) if (has(note, candidate, store)) having += 1;
    rated.push({ candidate, rating: candidate.times * Math.log((sample.length + 1) / (having + 0.5)) });
    if (turn.due()) await turn.pause();
  }
  return rated
    .sort((a, b) => b.rating - a.rating || (a.candidate.word < b.candidate.word ? -1 : 1))
    .slice(0, maxWords)
    .map(({ candidate }) => candidate);
}

function has(
  note: StoredNote,
  { word, signs }: Pick<Candidate, 'word' | 'signs'>,
  { kinds }: TextStore,
): boolean {
  if (note.text === undefined || !note.mayHave(signs)) return false;
  const { folded } = note.text;
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    if (kinds.startsAt(folded, at) && kinds.endsAt(folded, at + word.length)) return true;
  }
  return false;
}
