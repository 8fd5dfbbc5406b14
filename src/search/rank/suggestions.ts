/** Words similar to those that were not found, only from notes that the caller may see. */

import type { Steps } from '../../utils/slicing/steps';
import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import type { CharacterKinds } from '../text/character-kinds';
import type { Finder } from '../query/finders/finder';
import { LiteralFinder } from '../query/finders/literal-finder';
import { windowLength } from '../query/finders/needle';
import type { CompiledQuery } from '../query/compiled-query';
import { holds } from '../query/finder-match';
import { EntryReader } from '../scan/counted/entry-reader';
import { NoteColumns } from '../scan/counted/note-columns';
import type { PostingBlock } from '../store/postings/posting-reader';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';
import type { SearchText } from '../text/search-text';

const maxSuggestions = 5;
/** Milliseconds for learning words, and for counting them in notes. */
const [learnTime, lookTime] = [300, 300];
/** More words are not searched one by one: then this much text is read word by word. */
const maxLookedFor = 100;
const maxWalked = 8_000_000;
const maxWordLength = 40;

interface Candidate {
  readonly word: string;
  readonly finder: LiteralFinder;
  /** Number of notes with it. */
  count: number;
}

export interface SuggestedWord {
  readonly word: string;
  /** Typing errors between it and the word that was asked for. */
  readonly edits: number;
}

/** The most similar words first, then those in more notes. @param scope see `SearchOptions` */
export async function suggestWords(
  store: TextStore,
  query: CompiledQuery,
  { accepts, scope, turn }: Omit<Looked, 'store'> & { readonly scope: string | undefined },
): Promise<SuggestedWord[]> {
  const wanted = wantedWords(query);
  if (wanted.size === 0) return [];
  const vocabulary = store.vocabularyFor(scope);
  await vocabulary.learn(store, turn, { time: learnTime, wants: accepts });
  const byEdits: Set<string>[] = [new Set(), new Set(), new Set()];
  for (const word of wanted) {
    for (const near of await drive(vocabulary.near(word, word.length > 5 ? 2 : 1), turn)) {
      if (!wanted.has(near.word)) byEdits[near.edits]?.add(near.word);
    }
  }
  const suggestions = new Map<string, SuggestedWord>();
  for (const [edits, words] of byEdits.entries()) {
    if (suggestions.size >= maxSuggestions) break;
    for (const word of await mostFrequent(words, { store, accepts, turn }))
      if (!suggestions.has(word)) suggestions.set(word, { word, edits });
  }
  return [...suggestions.values()].slice(0, maxSuggestions);
}

function wantedWords({ terms, rules: { kinds } }: CompiledQuery): ReadonlySet<string> {
  const words = terms.filter(({ isWord }) => isWord).map(({ word }) => word.replaceAll('"', ''));
  const isPlain = (word: string): boolean =>
    word.length > 2 &&
    word.length <= maxWordLength &&
    kinds.endOfWord(word, 0, maxWordLength) === word.length;
  return new Set(words.filter(isPlain));
}

interface Looked {
  readonly store: TextStore;
  readonly accepts: (path: string) => boolean;
  readonly turn: SliceTurn;
}

/** Those of the words that notes have, the most frequent first: the vocabulary knows words of notes that pass no filter too. */
async function mostFrequent(words: ReadonlySet<string>, looked: Looked): Promise<string[]> {
  if (words.size === 0) return [];
  const { counts, others } = await counted(words, looked);
  const inOthers =
    words.size > maxLookedFor ? await walked(words, others, looked) : await lookedFor(words, others, looked);
  return [...words]
    .map(word => [word, (counts.get(word) ?? 0) + (inOthers.get(word) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([word]) => word);
}

/** Counts the notes with each word, by the word index, and returns the notes that are not in it. */
async function counted(
  words: ReadonlySet<string>,
  { store, accepts, turn }: Looked,
): Promise<{ readonly counts: ReadonlyMap<string, number>; readonly others: readonly StoredNote[] }> {
  const accepted: StoredNote[] = [];
  for (const note of store.all()) {
    if (turn.due()) await turn.pause();
    if (accepts(note.path)) accepted.push(note);
  }
  // Together, without a pause: a compaction of the index gives the notes other numbers.
  const { words: numbers, noteNumbers, postings } = store.wordIndex;
  const [columns, reader] = [new NoteColumns(accepted, noteNumbers), new EntryReader(postings)];
  const counts = new Map<string, number>();
  for (const word of words) {
    const number = numbers.find(word);
    if (number === undefined) continue;
    const count = ({ notes, length }: PostingBlock): void => {
      let having = 0;
      for (let entry = 0; entry < length; entry += 1)
        if ((columns.indexes[notes[entry] ?? 0] ?? -1) >= 0) having += 1;
      counts.set(word, (counts.get(word) ?? 0) + having);
    };
    await drive(reader.forEach(number, count), turn);
  }
  return { counts, others: accepted.filter((_note, index) => columns.numberAt(index) === undefined) };
}

/** Counts the notes with each word, as far as time allows. @param notes accepted ones */
async function lookedFor(
  words: ReadonlySet<string>,
  notes: readonly StoredNote[],
  { store, turn }: Looked,
): Promise<ReadonlyMap<string, number>> {
  const rules = { kinds: store.kinds, caseSensitive: false, wholeWord: true };
  const candidates = [...words].map((word): Candidate => ({
    ...{ word, count: 0 },
    finder: new LiteralFinder({ folded: word, cased: word }, 'word', rules),
  }));
  const until = turn.worked() + lookTime;
  for (const note of notes) {
    if (turn.due()) await turn.pause();
    if (turn.worked() >= until) break;
    const likely = candidates.filter(({ finder }) => finder.mayStandIn(note));
    const text = note.text ?? (likely.length === 0 ? undefined : await store.textOf(note, turn));
    for (const candidate of likely)
      if (await drive(isWordIn(note.title, text, candidate.finder), turn)) candidate.count += 1;
  }
  return new Map(candidates.map(({ word, count }) => [word, count]));
}

function* isWordIn(title: SearchText, text: SearchText | undefined, finder: Finder): Steps<boolean> {
  return (yield* holds(finder, title)) || (text !== undefined && (yield* holds(finder, text)));
}

/** Counts words in the first notes only, like `lookedFor`: words of hidden notes may affect which one is used. */
async function walked(
  words: ReadonlySet<string>,
  notes: readonly StoredNote[],
  { store, turn }: Looked,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  let left = maxWalked;
  for (const note of notes) {
    if (left <= 0) break;
    const found = new Set<string>();
    const { folded = '' } = (await store.textOf(note, turn)) ?? {};
    for (const text of [note.title.folded, folded]) {
      for (let at = 0; at < text.length; at += windowLength) {
        for (const word of wordsIn(text, at, at + windowLength, store.kinds))
          if (words.has(word)) found.add(word);
        if (turn.due(true)) await turn.pause();
      }
      left -= text.length;
    }
    for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function wordsIn(text: string, from: number, to: number, kinds: CharacterKinds): string[] {
  const found: string[] = [];
  const last = Math.min(to, text.length);
  for (let start = kinds.startOfWord(text, from, last); start < last;) {
    const end = kinds.endOfWord(text, start, maxWordLength + 1);
    if (end - start <= maxWordLength) found.push(text.slice(start, end));
    start = kinds.startOfWord(text, end, last);
  }
  return found;
}
