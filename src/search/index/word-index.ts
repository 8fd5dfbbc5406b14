/** Which notes have which words, and how often in which of their fields. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { CharacterKinds } from '../text/character-kinds';
import { FieldWalk } from '../text/note-fields';
import type { NoteText } from './note-text';
import { PostingBlock } from './posting-reader';
import { Postings } from './postings';
import { forEachWord } from './word-count';
import { WordList } from './word-list';
import { WordTally } from './word-tally';

/** Entries are made anew when at least this many notes are gone, and more than remain. */
const maxGone = 1000;
/** Longer texts are searched without being counted. */
export const maxCountedLength = 2_000_000;

export class WordIndex {
  /** A word keeps its number. */
  readonly words = new WordList();
  readonly #tally = new WordTally();
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

  get bytes(): number {
    return this.words.bytes + this.#postings.bytes;
  }

  /** Whether most entries are of deleted notes. */
  get isWasteful(): boolean {
    return this.#gone > maxGone && this.#gone * 2 > this.#next;
  }

  /** Counts the words of a note. @param title folded @returns its number; undefined if it has too many words, or there are too many */
  count(title: string, { folded, outline }: NoteText): number | undefined {
    const { words, kinds } = this;
    if (folded.length > maxCountedLength || words.isFull) return undefined;
    const tally = this.#tally;
    tally.clear();
    forEachWord(title, kinds, (start, end) => tally.add(words.numberOf(title, start, end), 'title'));
    const fields = new FieldWalk(outline);
    forEachWord(folded, kinds, (start, end) =>
      tally.add(words.numberOf(folded, start, end), fields.fieldAt(start)),
    );
    const note = this.#next;
    this.#next += 1;
    for (let place = 0; place < tally.length; place += 1)
      this.#postings.add(tally.wordAt(place), note, tally.countAt(place));
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
    const after = new Postings();
    const block = new PostingBlock();
    for (let word = 0; word < this.words.count; word += 1)
      for (const reader = this.#postings.of(word); reader.read(block);) {
        copyEntries(block, word, renumbered, after);
        if (turn.due()) await turn.pause();
      }
    if (this.#next !== before) return undefined;
    this.#postings = after;
    this.#next = numbers.length;
    this.#gone = 0;
    return renumbered;
  }
}

/** @param renumbered for each note its new number, -1 for one that is gone */
function copyEntries(block: PostingBlock, word: number, renumbered: Int32Array, to: Postings): void {
  for (let index = 0; index < block.length; index += 1) {
    const note = renumbered[block.noteAt(index)] ?? -1;
    if (note >= 0) to.add(word, note, block.countAt(index));
  }
}
