/** Which notes have which words, and how often in which of their fields. */

import { itemAt } from '../../utils/item-at';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { type CharacterKinds, forEachWord } from '../text/character-kinds';
import { joinedWords } from '../text/joined-words';
import type { Field } from '../text/note-outline';
import type { NoteText } from './stored-note';
import { noteOf, Postings, type WordCount } from './postings';
import { joinedMark, WordList } from './word-list';

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
