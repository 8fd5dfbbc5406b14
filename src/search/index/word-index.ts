/** Which notes have which words, and how often in which of their fields. */

import { addTo, itemsOf, itemAt } from '../../utils/collections';
import type { NoteText } from './stored-note';
import type { Likeness } from '../match/matcher';
import { isInEachSpelling, maxComparedLength, type WordTest } from '../match/text-matchers';
import { type CharacterKinds, forEachWord } from '../text/character-kinds';
import { joinedWords, portionEnd } from '../text/joined-words';
import { rest, type SliceTurn } from '../../utils/slicing/time-slicer';
import { editsWithin, letterSet, mayBeWithin } from '../../utils/near';
import { contains } from '../../utils/text/text-search';

/** Entries are made anew when at least this many notes are gone, and more than remain. */
const maxGone = 1000;
/** Longer texts are searched without being counted. */
export const maxCountedLength = 2_000_000;
/** By field, the place of its count. Headings and tags are counted together. */
const columns = { body: 0, title: 1, alias: 2, heading: 3, tag: 3, frontmatter: 4, all: 5 } as const;
const columnCount = 6;

/** How often the words of one note are in its fields, in an array that is used again for the next note. */
class NoteCounts {
  /** For each word of the index its count by column, then all of them together. */
  #counts = new Uint32Array(1024 * columnCount);
  /** The words of the note. */
  readonly #words: number[] = [];

  add(word: number, column: number): void {
    const first = word * columnCount;
    if (first >= this.#counts.length) this.#grow(first);
    const all = first + columns.all;
    if (itemAt(this.#counts, all) === 0) this.#words.push(word);
    this.#counts[all] = itemAt(this.#counts, all) + 1;
    this.#counts[first + column] = itemAt(this.#counts, first + column) + 1;
  }

  /** Visits the words of the note in the order in which they were added, and begins anew. */
  take(visit: (word: number, count: WordCount) => void): void {
    for (const word of this.#words) {
      const first = word * columnCount;
      const count = {
        inBody: this.#taken(first),
        inName: this.#taken(first + columns.title),
        inAliases: this.#taken(first + columns.alias),
        inHeadings: this.#taken(first + columns.heading),
        inProperties: this.#taken(first + columns.frontmatter),
      };
      this.#taken(first + columns.all);
      visit(word, count);
    }
    this.#words.length = 0;
  }

  #taken(place: number): number {
    const count = itemAt(this.#counts, place);
    this.#counts[place] = 0;
    return count;
  }

  #grow(least: number): void {
    const larger = new Uint32Array(least * 2);
    larger.set(this.#counts);
    this.#counts = larger;
  }
}

export class WordIndex {
  /** A word keeps its number. */
  readonly words = new WordList();
  #postings = new Postings();
  readonly #counts = new NoteCounts();
  /** The next number for a note. */
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

  /** Counts the words of a note. @param title folded @returns its number; undefined if it has too many words, or there are too many */
  count(title: string, text: NoteText): number | undefined {
    if (!this.#takes(text)) return undefined;
    const counts = this.#counts;
    this.#addTitle(counts, title);
    this.#addText(counts, text, [0, text.folded.length], 0);
    return this.#enter(counts);
  }

  /** As `count`, a portion of the text at a time. @throws like `SliceTurn.pause` */
  async countInTurns(title: string, text: NoteText, turn: SliceTurn): Promise<number | undefined> {
    const { length } = text.folded;
    if (portionEnd(text.folded, 0) === length) return this.count(title, text);
    if (!this.#takes(text)) return undefined;
    // Others are counted meanwhile.
    const counts = new NoteCounts();
    this.#addTitle(counts, title);
    let words = 0;
    for (let at = 0; at < length;) {
      const end = portionEnd(text.folded, at);
      words = this.#addText(counts, text, [at, end], words);
      at = end;
      await rest(turn);
    }
    return this.#enter(counts);
  }

  #takes({ folded }: NoteText): boolean {
    return folded.length <= maxCountedLength && !this.words.isFull;
  }

  #addTitle(counts: NoteCounts, title: string): void {
    const { words, kinds } = this;
    const add = (word: string): void => counts.add(words.numberOf(word), columns.title);
    forEachWord(title, kinds, (start, end) => add(title.slice(start, end)));
    for (const { word } of joinedWords(title, kinds)) add(joinedMark + word);
  }

  /** @param from where the words of this portion begin @returns where those of the next one do */
  #addText(
    counts: NoteCounts,
    { folded, outline }: NoteText,
    [at, end]: readonly [at: number, end: number],
    from: number,
  ): number {
    const { words, kinds } = this;
    const add = (word: string, place: number): void =>
      counts.add(words.numberOf(word), columns[outline.fieldAt(place)]);
    const next = forEachWord(folded, kinds, (start, to) => add(folded.slice(start, to), start), [from, end]);
    const portion = folded.slice(at, end);
    for (const { word, start } of joinedWords(portion, kinds)) add(joinedMark + word, at + start);
    return next;
  }

  #enter(counts: NoteCounts): number {
    const note = this.#next;
    this.#next += 1;
    counts.take((word, count) => this.#postings.add(word, note, count));
    return note;
  }

  /** A note with a number was deleted. */
  forget(): void {
    this.#gone += 1;
  }

  /**
   * Makes entries without those of notes that are gone. A search that is under way goes on with the earlier ones.
   * @param numbers of the notes that are there, ascending
   * @returns for each of them its new number, or undefined if notes were counted meanwhile: then nothing has changed
   */
  async compact(numbers: readonly number[], turn: SliceTurn): Promise<Int32Array | undefined> {
    const before = this.#next;
    const renumbered = new Int32Array(before).fill(-1);
    for (const [next, number] of numbers.entries()) renumbered[number] = next;
    const [entries, after] = [this.#postings, new Postings()];
    for (let word = 0; word < this.words.count; word += 1) {
      if (turn.due(true)) await turn.pause();
      for (const posting of entries.of(word)) {
        const note = itemAt(renumbered, noteOf(posting));
        if (note >= 0) after.add(word, note, entries.countOf(posting));
      }
    }
    if (this.#next !== before) return undefined;
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
  /** In headings and tags. */
  inHeadings: number;
  /** In other properties. */
  inProperties: number;
}

/** Where each count begins in one number, and the most that fits there. */
const places = { inName: 11, inAliases: 14, inHeadings: 17, inProperties: 23 } as const;
const most = { inBody: 0x7ff, inName: 0x7, inAliases: 0x7, inHeadings: 0x3f, inProperties: 0x7f } as const;

/** From here on, what follows a note's number is the place of counts that do not fit. */
const firstLarge = 2 ** 30;
const ofNote = 2 ** 31;
/** Up to this length, a list has room for its items alone. */
const shortList = 32;

/** A note that has a word, with counts: one number, since a vault has millions of them. */
type Posting = number;

export function noteOf(posting: Posting): number {
  return Math.floor(posting / ofNote);
}

/** For each word the notes that have it, with counts. */
export class Postings {
  /** By word. */
  readonly #lists: Posting[][] = [];
  readonly #large: Readonly<WordCount>[] = [];

  /** @param note a larger number than in the word's earlier entries */
  add(word: number, note: number, count: Readonly<WordCount>): void {
    while (this.#lists.length <= word) this.#lists.push([]);
    const counts = packed(count) ?? firstLarge - 1 + this.#large.push({ ...count });
    this.#lists[word] = withItem(itemAt(this.#lists, word), note * ofNote + counts);
  }

  /** Of the notes that have a word, in the order of their numbers; it may grow. */
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

/** Undefined if one of the counts is too large. */
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
/** The engine keeps a longer piece as a view of the whole text, which it then holds in memory. */
const maxCopied = 12;
/** Words are looked up by this many characters of their beginning. */
const startLength = 2;
/** Begins a word that is written with marks between its letters: see `joinedWords`. No letter folds to it. */
const joinedMark = '\u0001';

interface SimilarWord {
  readonly number: number;
  readonly word: string;
  /** Typing errors between it and the word that was asked for. */
  readonly edits: number;
}

/** Assigns numbers to the words of the notes of one store. A word keeps its number. */
export class WordList {
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

  /** The number of a word, of which only the first letters count if it is very long. */
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

  /** The words that pass a test. */
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
        // Those that begin with the asked word follow.
        if (number !== undefined && !word.startsWith(asked)) yield number;
      }
      yield* this.#beginningWith(mark + (listed === undefined ? start : asked));
    }
  }

  /** The words within a number of typing errors. */
  near(asked: string, tolerance: number): SimilarWord[] {
    const letters = letterSet(asked);
    const found: SimilarWord[] = [];
    for (const [number, word] of this.#words.entries()) {
      if (Math.abs(word.length - asked.length) > tolerance || word.startsWith(joinedMark)) continue;
      if (!mayBeWithin(itemAt(this.#letters, number), letters, tolerance)) continue;
      const edits = editsWithin(word, asked, tolerance);
      if (edits !== undefined) found.push({ number, word, edits });
    }
    return found;
  }

  *#beginningWith(start: string): Generator<number, void> {
    const key = start.slice(0, startLength);
    for (const [other, numbers] of key.length < startLength ? this.#byStart : [])
      if (other.startsWith(key) && other !== key) yield* numbers;
    for (const number of itemsOf(this.#byStart, key)) if (this.wordAt(number).startsWith(start)) yield number;
  }

  /** The numbers of the words that contain a text; those that were cut may. */
  *containing(text: string): Generator<number, void> {
    const letters = letterSet(text);
    for (const [number, word] of this.#words.entries()) {
      const mayHave = (letters & ~itemAt(this.#letters, number)) === 0;
      if ((mayHave && contains(word, text)) || word.length > maxComparedLength) yield number;
    }
  }
}
