/** Which notes have which words, and how often in which fields. */

import { itemAt, addTo, itemsOf } from '../../utils/collections';
import { rest, type SliceTurn } from '../../utils/slicing/time-slicer';
import { editsWithin, letterSet, mayBeWithin } from '../../utils/near';
import { contains } from '../../utils/text/text-search';
import type { Likeness, WordTest } from '../match/matcher';
import { isInEachSpelling, maxComparedLength } from '../match/text-matchers';
import type { Field } from '../text/note-outline';
import type { NoteText } from '../text/search-text';
import { type CharacterKinds, forEachWord, joinedWords, portionEnd } from '../text/words';

/** Entries are rebuilt when at least this many notes are gone, and more than remain. */
const maxGone = 1000;
/** Longer texts are searched without being counted. */
const maxCountedLength = 2_000_000;

/** How often each word of one note, by its number, is in its fields. */
type NoteCounts = Map<number, WordCount>;

export class WordIndex {
  readonly words = new WordList();
  #postings = new Postings();
  #next = 0;
  #gone = 0;

  constructor(private readonly kinds: CharacterKinds) {}

  /** The current entries: notes that are counted later are appended, renumbered ones get a new object. */
  get postings(): Postings {
    return this.#postings;
  }

  /** Larger than any note's number. */
  get noteNumbers(): number {
    return this.#next;
  }

  /** Whether most entries are of deleted notes. */
  get isWasteful(): boolean {
    return this.#gone > maxGone && this.#gone * 2 > this.#next;
  }

  takes(length: number): boolean {
    return length <= maxCountedLength;
  }

  /**
   * Counts the words of a note, a portion of its text at a time.
   * @param title folded
   * @returns its number; undefined if it has too many words, or there are too many
   * @throws like `SliceTurn.pause`
   */
  async count(title: string, { folded, outline }: NoteText, turn: SliceTurn): Promise<number | undefined> {
    if (!this.takes(folded.length) || this.words.isFull) return undefined;
    const { kinds } = this;
    const counts: NoteCounts = new Map();
    forEachWord(title, kinds, (start, end) => this.#add(counts, title.slice(start, end), 'title'));
    for (const { word } of joinedWords(title, kinds)) this.#add(counts, joinedMark + word, 'title');
    const add = (word: string, at: number): void => this.#add(counts, word, outline.fieldAt(at));
    // Making the outline takes as long as counting.
    await rest(turn);
    for (let [at, from] = [0, 0]; at < folded.length;) {
      const end = portionEnd(folded, at);
      const visit = (start: number, to: number): void => add(folded.slice(start, to), start);
      from = forEachWord(folded, kinds, visit, [from, end]);
      for (const { word, start } of joinedWords(folded.slice(at, end), kinds))
        add(joinedMark + word, at + start);
      at = end;
      if (at < folded.length) await rest(turn);
    }
    const note = this.#next;
    this.#next += 1;
    for (const [word, count] of counts) this.#postings.add(word, note, count);
    return note;
  }

  #add(counts: NoteCounts, word: string, field: Field): void {
    const number = this.words.numberOf(word);
    let count = counts.get(number);
    if (count === undefined) {
      count = { inBody: 0, inName: 0, inAliases: 0, inHeadings: 0, inProperties: 0 };
      counts.set(number, count);
    }
    count[countOf[field]] += 1;
  }

  forget(): void {
    this.#gone += 1;
  }

  /**
   * Rebuilds the entries without those of deleted notes. A running search continues with the old ones.
   * @param numbers of the existing notes, ascending
   * @returns the new number of each, or undefined if notes were counted meanwhile: then nothing has changed
   */
  async compact(numbers: readonly number[], turn: SliceTurn): Promise<Int32Array | undefined> {
    const before = this.#next;
    const renumbered = new Int32Array(before).fill(-1);
    for (const [next, number] of numbers.entries()) renumbered[number] = next;
    const [entries, after] = [this.#postings, new Postings()];
    for (let word = 0; word < this.words.count; word += 1) {
      if (turn.due()) await turn.pause();
      if (this.#next !== before || this.#postings !== entries) return undefined;
      for (const posting of entries.of(word)) {
        const note = itemAt(renumbered, noteOf(posting));
        if (note >= 0) after.add(word, note, entries.countOf(posting));
      }
    }
    this.#postings = after;
    this.#next = numbers.length;
    this.#gone = 0;
    return renumbered;
  }
}

/** How often a word is in one note. */
export interface WordCount {
  inBody: number;
  /** In the file's name, and in the property `title`. */
  inName: number;
  inAliases: number;
  inHeadings: number;
  inProperties: number;
}

/** Headings and tags are counted together. */
const countOf: Readonly<Record<Field, keyof WordCount>> = {
  body: 'inBody',
  title: 'inName',
  alias: 'inAliases',
  heading: 'inHeadings',
  tag: 'inHeadings',
  frontmatter: 'inProperties',
};

/** Where each count begins in one number, and the most that fits there. */
const places = { inName: 11, inAliases: 14, inHeadings: 17, inProperties: 23 } as const;
const most = { inBody: 0x7ff, inName: 0x7, inAliases: 0x7, inHeadings: 0x3f, inProperties: 0x7f } as const;

/** From here on, a note's number is followed by the place of counts that do not fit. */
const firstLarge = 2 ** 30;
const ofNote = 2 ** 31;
/** Up to this length, a list has room for exactly its items. */
const shortList = 32;

/** A note that has a word, with counts: one number, since a vault has millions of them. */
type Posting = number;

export function noteOf(posting: Posting): number {
  return Math.floor(posting / ofNote);
}

class Postings {
  readonly #lists: Posting[][] = [];
  readonly #large: Readonly<WordCount>[] = [];

  /** @param note a larger number than in the word's earlier entries */
  add(word: number, note: number, count: Readonly<WordCount>): void {
    while (this.#lists.length <= word) this.#lists.push([]);
    const counts = packed(count) ?? firstLarge - 1 + this.#large.push(count);
    this.#lists[word] = withItem(itemAt(this.#lists, word), note * ofNote + counts);
  }

  /** The postings of a word, in the order of the notes' numbers; the list may grow. */
  of(word: number): readonly Posting[] {
    return this.#lists[word] ?? [];
  }

  countOf(posting: Posting): Readonly<WordCount> {
    const counts = posting % ofNote;
    return counts < firstLarge ? unpacked(counts) : itemAt(this.#large, counts - firstLarge);
  }
}

/** Most words are in a few notes, and pushing leaves room for sixteen more: a third of the index would be empty. */
function withItem(list: Posting[], item: Posting): Posting[] {
  if (list.length < shortList) return list.concat([item]);
  list.push(item);
  return list;
}

function packed(count: Readonly<WordCount>): number | undefined {
  const { inBody, inName, inAliases, inHeadings, inProperties } = count;
  const fits =
    inBody <= most.inBody &&
    inName <= most.inName &&
    inAliases <= most.inAliases &&
    inHeadings <= most.inHeadings &&
    inProperties <= most.inProperties;
  if (!fits) return undefined;
  const named = (inName << places.inName) | (inAliases << places.inAliases);
  return inBody | named | (inHeadings << places.inHeadings) | (inProperties << places.inProperties);
}

function unpacked(number: number): WordCount {
  return {
    inBody: number & most.inBody,
    inName: (number >>> places.inName) & most.inName,
    inAliases: (number >>> places.inAliases) & most.inAliases,
    inHeadings: (number >>> places.inHeadings) & most.inHeadings,
    inProperties: (number >>> places.inProperties) & most.inProperties,
  };
}

/** Real vaults have fewer distinct words; only texts of random letters have more. */
const maxWords = 400_000;
/** V8 keeps a longer slice as a view of the whole text, which then stays in memory. */
const maxCopied = 12;
/** Words are looked up by this many characters at their beginning. */
const startLength = 2;
/** Begins a word that is written with marks between its letters: see `joinedWords`. No letter folds to it. */
const joinedMark = '\u0001';

interface SimilarWord {
  readonly number: number;
  readonly word: string;
  /** Typing errors between it and the searched word. */
  readonly edits: number;
}

/** Assigns numbers to the words of the notes of one store. A word keeps its number. */
class WordList {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  /** See `letterSet`. */
  readonly #letters: number[] = [];
  /** The numbers of the words by their first two characters. */
  readonly #byStart = new Map<string, number[]>();

  get count(): number {
    return this.#words.length;
  }

  /** Whether there are too many words: then no more notes are counted. */
  get isFull(): boolean {
    return this.count >= maxWords;
  }

  wordAt(number: number): string {
    return itemAt(this.#words, number);
  }

  /** The number of a word; of a very long one only the first letters count. */
  numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    if (word.length > maxComparedLength + 1) return this.numberOf(word.slice(0, maxComparedLength + 1));
    const number = this.count;
    const copy = word.length > maxCopied ? Array.from(word).join('') : word;
    this.#numbers.set(copy, number);
    this.#words.push(copy);
    this.#letters.push(letterSet(copy.startsWith(joinedMark) ? copy.slice(joinedMark.length) : copy));
    addTo(this.#byStart, copy.slice(0, startLength), number);
    return number;
  }

  /** The number of a word; undefined if no note had it. @param word not longer than the letters that count */
  find(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  *matching(test: WordTest): Generator<readonly [number: number, like: Likeness], void> {
    for (const number of this.#candidates(test)) {
      const word = this.wordAt(number);
      const isJoined = word.startsWith(joinedMark);
      const like = test.match(isJoined ? word.slice(joinedMark.length) : word);
      if (like !== undefined && (!isJoined || isInEachSpelling(like))) yield [number, like];
    }
  }

  *#candidates({ asked, start, part, listed }: WordTest): Generator<number, void> {
    if (listed === undefined && start === '') {
      yield* this.containing(part);
      return;
    }
    for (const mark of ['', joinedMark]) {
      for (const word of listed ?? []) {
        const number = this.find(mark + word);
        // Words that begin with the searched one follow.
        if (number !== undefined && !word.startsWith(asked)) yield number;
      }
      yield* this.#beginningWith(mark + (listed === undefined ? start : asked));
    }
  }

  async near(asked: string, tolerance: number, turn: SliceTurn): Promise<SimilarWord[]> {
    const letters = letterSet(asked);
    const found: SimilarWord[] = [];
    for (const [number, word] of this.#words.entries()) {
      if (Math.abs(word.length - asked.length) > tolerance || word.startsWith(joinedMark)) continue;
      if (!mayBeWithin(itemAt(this.#letters, number), letters, tolerance)) continue;
      const edits = editsWithin(word, asked, tolerance);
      if (edits !== undefined) found.push({ number, word, edits });
      if (turn.due()) await turn.pause();
    }
    return found;
  }

  *#beginningWith(start: string): Generator<number, void> {
    const key = start.slice(0, startLength);
    for (const [other, numbers] of key.length < startLength ? this.#byStart : [])
      if (other.startsWith(key) && other !== key) yield* numbers;
    for (const number of itemsOf(this.#byStart, key)) if (this.wordAt(number).startsWith(start)) yield number;
  }

  /** The numbers of the words that contain a text, and of cut words, which may. */
  *containing(text: string): Generator<number, void> {
    const letters = letterSet(text);
    for (const [number, word] of this.#words.entries()) {
      const mayHave = (letters & ~itemAt(this.#letters, number)) === 0;
      if ((mayHave && contains(word, text)) || word.length > maxComparedLength) yield number;
    }
  }
}
