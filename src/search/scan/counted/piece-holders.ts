/** Rules out notes for terms that only their texts decide: those without a word that a match contains. */

import type { Steps } from '../../../utils/slicing/steps';
import type { Term } from '../../query/compiled-query';
import type { StoredNote } from '../../store/stored-note';
import type { WordIndex } from '../../store/word-index';
import { EntryReader } from './entry-reader';
import { NoteColumns } from './note-columns';

/** Words that are compared in one step. */
const stepWords = 8192;

/**
 * The notes that lack one of the required terms, by the words that are counted: 1 at their indexes in the list, else 0.
 * @returns undefined if words rule out none
 */
export function* rulingOut(
  terms: readonly Pick<Term, 'isOptional' | 'pieces'>[],
  notes: readonly StoredNote[],
  index: WordIndex,
): Steps<Uint8Array | undefined> {
  const asked = terms.filter(({ isOptional, pieces }) => isOptional !== true && pieces !== undefined);
  if (asked.length === 0) return undefined;
  // Together, without a pause: a compaction of the index gives the notes other numbers.
  const columns = new NoteColumns(notes, index.noteNumbers);
  const reader = new EntryReader(index.postings);
  const lacking = new Uint8Array(notes.length);
  for (const { pieces = [] } of asked) {
    const having = yield* notesWith(pieces, columns, { index, reader });
    for (let at = 0; having !== undefined && at < notes.length; at += 1) {
      const number = columns.numberAt(at);
      if (number !== undefined && having[number] === 0) lacking[at] = 1;
    }
  }
  return lacking;
}

/** By number, 1 for each note with a word that contains a piece. Undefined if there are so many that it takes longer than it saves. */
function* notesWith(
  pieces: readonly string[],
  { length, notes }: NoteColumns,
  { index: { words }, reader }: { readonly index: WordIndex; readonly reader: EntryReader },
): Steps<Uint8Array | undefined> {
  const having = new Uint8Array(length);
  const mayContain = words.containing(pieces);
  const { count } = words;
  let entries = 0;
  for (let word = 0; word < count; word += 1) {
    if (word % stepWords === stepWords - 1) yield;
    if (!mayContain(word)) continue;
    yield* reader.forEach(word, block => {
      for (let entry = 0; entry < block.length; entry += 1) having[block.notes[entry] ?? 0] = 1;
      entries += block.length;
    });
    if (entries > notes.length) return undefined;
  }
  return having;
}
