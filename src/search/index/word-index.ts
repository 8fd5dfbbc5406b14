/** Which notes have which words, and how often in which of their fields. */

import type { NoteText } from './stored-note';
import { joinedMark, WordList } from './word-list';
import { type CharacterKinds, forEachWord } from '../text/character-kinds';
import { joinedWords } from '../text/joined-words';
import type { Field } from '../text/note-outline';
import { itemAt } from '../../utils/item-at';
import type { SliceTurn } from '../../utils/slicing/time-slicer';

/** Entries are made anew when at least this many notes are gone, and more than remain. */
const maxGone = 1000;
/** Longer texts are searched without being counted. */
export const maxCountedLength = 2_000_000;
/** Headings and tags are counted together. */
const columns: Readonly<Record<Field, keyof WordCount>> = {
  body: 'inBody',
  title: 'inName',
  alias: 'inAliases',
  heading: 'inHeadings',
  tag: 'inHeadings',
  frontmatter: 'inProperties',
};

export class WordIndex {
  /** A word keeps its number. */
  readonly words = new WordList();
  #postings = new Postings();
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
  count(title: string, { folded, outline }: NoteText): number | undefined {
    const { words, kinds } = this;
    if (folded.length > maxCountedLength || words.isFull) return undefined;
    const counts = new Map<number, WordCount>();
    const add = (word: string, field: Field): void => {
      const number = words.numberOf(word);
      const count = counts.get(number) ?? {
        inBody: 0,
        inName: 0,
        inAliases: 0,
        inHeadings: 0,
        inProperties: 0,
      };
      count[columns[field]] += 1;
      counts.set(number, count);
    };
    forEachWord(title, kinds, (start, end) => add(title.slice(start, end), 'title'));
    forEachWord(folded, kinds, (start, end) => add(folded.slice(start, end), outline.fieldAt(start)));
    for (const { word } of joinedWords(title, kinds)) add(joinedMark + word, 'title');
    for (const { word, start } of joinedWords(folded, kinds)) add(joinedMark + word, outline.fieldAt(start));
    const note = this.#next;
    this.#next += 1;
    for (const [word, count] of counts) this.#postings.add(word, note, count);
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
