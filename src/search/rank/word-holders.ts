/** Which notes have which whole words in their texts. */

import { itemAt } from '../../utils/item-at';
import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import { holds } from '../query/finder-match';
import { LiteralFinder } from '../query/finders/literal-finder';
import { EntryReader } from '../scan/counted/entry-reader';
import { NoteColumns } from '../scan/counted/note-columns';
import type { PostingBlock } from '../store/postings/posting-reader';
import { wholeWordSigns } from '../store/signature';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';

export interface HolderOptions {
  readonly store: TextStore;
  /** Words that more notes have are left out. */
  readonly limit: number;
  readonly turn: SliceTurn;
}

interface Wanted {
  readonly word: string;
  readonly finder: LiteralFinder;
  readonly signs: readonly number[];
  /** Indexes in the list of notes. */
  readonly having: number[];
}

/**
 * The paths of the notes with each word, in the order of the notes.
 * The word index knows most notes; the texts of the others are searched.
 * @param words folded, of letters alone, and not longer than the index counts
 */
export async function wordHolders(
  words: readonly string[],
  notes: readonly StoredNote[],
  { store, limit, turn }: HolderOptions,
): Promise<ReadonlyMap<string, string[]>> {
  const rules = { kinds: store.kinds, caseSensitive: false, wholeWord: true };
  // Together, without a pause: a compaction of the index gives the notes other numbers.
  const columns = new NoteColumns(notes, store.wordIndex.noteNumbers);
  const reader = new EntryReader(store.wordIndex.postings);
  let wanted: readonly Wanted[] = words.map(word => ({
    ...{ word, finder: new LiteralFinder({ folded: word, cased: word }, 'word', rules), having: [] },
    signs: wholeWordSigns(word, store.kinds),
  }));
  for (const { word, having } of wanted) {
    const number = store.wordIndex.words.find(word);
    if (number === undefined) continue;
    await drive(
      reader.forEach(number, block => addCounted(having, block, columns)),
      turn,
    );
  }
  wanted = wanted.filter(({ having }) => having.length <= limit);
  // All words in one note after another: the other order causes more cache misses.
  for (let index = 0; index < notes.length; index += 1) {
    if (turn.due()) await turn.pause();
    if (columns.numberAt(index) !== undefined) continue;
    if (await addSearched(wanted, itemAt(notes, index), index, { store, turn }))
      wanted = wanted.filter(({ having }) => having.length <= limit);
  }
  const pathOf = (index: number): string => itemAt(notes, index).path;
  return new Map(wanted.map(({ word, having }) => [word, having.sort((a, b) => a - b).map(pathOf)]));
}

/** By the index. */
function addCounted(having: number[], block: PostingBlock, { indexes }: NoteColumns): void {
  for (let entry = 0; entry < block.length; entry += 1) {
    const index = indexes[block.notes[entry] ?? 0] ?? -1;
    if (index >= 0 && isInText(block, entry)) having.push(index);
  }
}

/** Not only in the name. */
function isInText(block: PostingBlock, entry: number): boolean {
  if (!block.isNamed(entry)) return true;
  const { inBody, inAliases, inHeadings, inProperties } = block.countAt(entry);
  return inBody + inAliases + inHeadings + inProperties > 0;
}

/** By the text of a note. @returns whether it has one of the words */
async function addSearched(
  wanted: readonly Wanted[],
  note: StoredNote,
  index: number,
  { store, turn }: Pick<HolderOptions, 'store' | 'turn'>,
): Promise<boolean> {
  const likely = wanted.filter(({ signs }) => note.mayHave(signs));
  const text = note.text ?? (likely.length === 0 ? undefined : await store.textOf(note, turn));
  let isAdded = false;
  if (text === undefined) return isAdded;
  for (const { finder, having } of likely) {
    if (!finder.mayMatch(text.folded)) continue;
    if (!(await drive(holds(finder, text), turn))) continue;
    having.push(index);
    isAdded = true;
  }
  return isAdded;
}
