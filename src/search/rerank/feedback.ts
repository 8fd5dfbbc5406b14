/** Words that the best notes share and few others have: notes with them likely share the topic. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { Needle } from '../query/finders/needle';
import { Best } from '../score/best';
import { rarityOf } from '../score/scorer';
import { PostingBlock } from '../store/postings/posting-reader';
import { wholeWordSigns } from '../store/signature';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';
import type { ReadOptions } from '../store/text-store-options';
import type { CharacterKinds } from '../text/character-kinds';
import type { NoteText } from '../store/note-text';
import { TextNeedle } from '../../utils/text/text-search';

/** Number of words to use, and the fewest of the best notes that must have each. */
const maxWords = 10;
const minNotes = 2;
/** The weight of the best of them, as a fraction of an equally rare word of the query. */
const feedbackWeight = 0.3;
/** A word in more than this fraction of the notes is ignored. */
const commonShare = 0.25;
/** Notes that are sampled for a word's rarity, and words that are checked. */
const sampleSize = 300;
const maxCandidates = 150;
const [minWordLength, maxWordLength] = [4, 40];
/** Characters to read of a note. */
const maxRead = 8000;
/** How soon further occurrences stop counting, and how much the length of a text counts against it. */
const countSaturation = 1.2;
const lengthNorm = 0.75;
/** Notes; larger than an error of rounding. */
const rounding = 0.001;
const digits = /\d/u;

/** One of the best notes, with its score as a fraction of the best. */
export interface Source {
  readonly text: NoteText;
  /** Its length, as a fraction of the average. */
  readonly length: number;
  readonly share: number;
}

export interface FeedbackWord {
  readonly word: string;
  readonly weight: number;
  readonly needle: Needle;
  /** The signs of every note that has it: see `Signature`. */
  readonly signs: readonly number[];
}

interface Candidate {
  readonly word: string;
  value: number;
  notes: number;
}

/** A word with a number by which it comes before others. */
type Valued = Pick<Candidate, 'word' | 'value'>;

/**
 * @param isAsked whether the query already has a word
 * @param notes among which the words must be rare
 */
export async function feedbackWords(
  sources: readonly Source[],
  isAsked: (word: string) => boolean,
  {
    store,
    notes,
    turn,
    reading,
  }: { store: TextStore; notes: readonly StoredNote[]; turn: SliceTurn; reading: ReadOptions },
): Promise<readonly FeedbackWord[]> {
  const best = new Best<Valued & { readonly rarity: number }>(maxWords, byValue);
  const sample = new Sample(notes, store);
  await sample.read(reading, turn);
  const maxRarity = rarityOf(0, notes.length);
  const candidates = sharedBy(sources, store).slice(0, maxCandidates);
  for (const { word, value } of sample.rareFirst(candidates)) {
    if (turn.due(true)) await turn.pause();
    // No word is rarer than one that no note has.
    if (value * maxRarity < (best.bound?.value ?? 0)) continue;
    const share = sample.shareOf(word, maxShareFor((best.bound?.value ?? 0) / value, notes.length));
    if (share === undefined) continue;
    const rarity = rarityOf(share, notes.length);
    const rated = { word, rarity, value: value * rarity };
    // To stem a word for each of those asked for takes longest.
    if (best.bound !== undefined && byValue(rated, best.bound) > 0) continue;
    if (!isAsked(word)) best.offer(rated);
  }
  const taken = best.sorted();
  const first = taken[0]?.value ?? 1;
  return taken.map(({ word, rarity, value }) => ({
    word,
    weight: (feedbackWeight * rarity * value) / first,
    needle: new Needle(word),
    signs: wholeWordSigns(word, store.kinds),
  }));
}

/** Words that several of the notes have, those first that they have most of. */
function sharedBy(sources: readonly Source[], store: TextStore): readonly Candidate[] {
  const known = new Map<string, Candidate>();
  for (const { text, length, share } of sources)
    for (const [word, count] of wordsOf(text, store)) {
      const candidate = known.get(word) ?? { word, value: 0, notes: 0 };
      candidate.value += share * saturated(count, length);
      candidate.notes += 1;
      known.set(word, candidate);
    }
  return [...known.values()]
    .filter(({ word, notes }) => notes >= minNotes && !digits.test(word))
    .sort(byValue);
}

function byValue(a: Valued, b: Valued): number {
  return b.value - a.value || (a.word < b.word ? -1 : 1);
}

/** At most `commonShare`; a word that more of the notes have is not as rare as this. */
function maxShareFor(rarity: number, notes: number): number {
  const having = (notes + 1) / Math.exp(rarity) - 0.5;
  return Math.min(commonShare, (having + rounding) / notes);
}

/** The words' contribution to the score of a note that has them. */
export function feedbackOf(
  words: readonly FeedbackWord[],
  {
    note,
    text: { folded, outline },
    length,
  }: Pick<Source, 'text' | 'length'> & { readonly note: StoredNote },
  { kinds }: TextStore,
): number {
  const read = folded.slice(outline.bodyStart, outline.bodyStart + maxRead);
  return words.reduce((sum, { needle, weight, signs }) => {
    if (!note.mayHave(signs)) return sum;
    const count = countOf(needle, read, kinds);
    return count === 0 ? sum : sum + weight * saturated(count, length);
  }, 0);
}

/** How often a word is in a text by itself. */
function countOf(needle: Needle, text: string, kinds: CharacterKinds): number {
  const { length } = needle.text;
  let count = 0;
  for (let at = needle.indexIn(text); at >= 0; at = needle.indexIn(text, at + length))
    if (kinds.startsAt(text, at) && kinds.endsAt(text, at + length)) count += 1;
  return count;
}

/** As in textbook BM25. */
function saturated(count: number, length: number): number {
  return count / (count + countSaturation * (1 - lengthNorm + lengthNorm * length));
}

function wordsOf({ folded, outline }: NoteText, { kinds }: TextStore): Map<string, number> {
  const counts = new Map<string, number>();
  const last = Math.min(folded.length, outline.bodyStart + maxRead);
  for (let start = kinds.startOfWord(folded, outline.bodyStart, last); start < last;) {
    const end = kinds.endOfWord(folded, start, maxWordLength + 1);
    if (end - start >= minWordLength && end - start <= maxWordLength) {
      const word = folded.slice(start, end);
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    start = kinds.startOfWord(folded, Math.max(end, start + 1), last);
  }
  return counts;
}

/** A sample of notes to estimate the fraction with a word. */
class Sample {
  readonly #size: number;
  /** By the note's number in the word index: 1 if sampled, else 0. */
  readonly #numbers: Uint8Array;
  readonly #others: readonly StoredNote[];
  readonly #block = new PostingBlock();

  constructor(
    notes: readonly StoredNote[],
    private readonly store: TextStore,
  ) {
    const stride = Math.max(1, Math.ceil(notes.length / sampleSize));
    const sample = notes.filter((_note, index) => index % stride === 0);
    this.#size = sample.length;
    this.#numbers = new Uint8Array(store.wordIndex.noteNumbers);
    for (const { number } of sample) if (number !== undefined) this.#numbers[number] = 1;
    this.#others = sample.filter(({ number }) => number === undefined);
  }

  /** Reads the texts that are known from an earlier run only. */
  async read(reading: ReadOptions, turn: SliceTurn): Promise<void> {
    await this.store.readRestored(this.#others, reading, turn);
  }

  /** Those first that few notes have: once they are known, few entries of the others need to be read. */
  rareFirst(candidates: readonly Candidate[]): readonly Candidate[] {
    const { words, postings } = this.store.wordIndex;
    const spaces = new Map(candidates.map(({ word }) => [word, postings.spaceOf(words.find(word))]));
    return candidates.toSorted((a, b) => (spaces.get(a.word) ?? 0) - (spaces.get(b.word) ?? 0));
  }

  /** The part of the notes with a word; undefined if it is more than `most`. */
  shareOf(word: string, most: number): number | undefined {
    const { kinds, wordIndex } = this.store;
    const enough = most * this.#size;
    let having = 0;
    const number = wordIndex.words.find(word);
    if (number !== undefined)
      for (const reader = wordIndex.postings.of(number); having <= enough && reader.read(this.#block);)
        having += this.#sampledIn(this.#block);
    const signs = this.#others.length === 0 ? [] : wholeWordSigns(word, kinds);
    for (const note of this.#others)
      if (note.mayHave(signs) && note.text !== undefined && hasWord(note.text, word, kinds)) having += 1;
    if (having > enough) return undefined;
    return this.#size === 0 ? 0 : having / this.#size;
  }

  #sampledIn({ notes, length }: PostingBlock): number {
    let sampled = 0;
    for (let index = 0; index < length; index += 1) sampled += this.#numbers[notes[index] ?? 0] ?? 0;
    return sampled;
  }
}

function hasWord({ folded }: NoteText, word: string, kinds: CharacterKinds): boolean {
  const needle = new TextNeedle(word);
  for (let at = needle.indexIn(folded); at >= 0; at = needle.indexIn(folded, at + 1))
    if (kinds.startsAt(folded, at) && kinds.endsAt(folded, at + word.length)) return true;
  return false;
}
