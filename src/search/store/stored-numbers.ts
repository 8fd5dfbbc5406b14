import type { Steps } from '../../utils/slicing/steps';
import type { StoredNote } from './stored-note';
import type { WordIndex } from './word-index';

/**
 * Removes entries of deleted notes from an index; the remaining notes get new numbers.
 * @param notes of the store, by their paths
 * @param recount called for each note that must be entered again
 */
export function* dropGone(
  index: WordIndex,
  notes: ReadonlyMap<string, StoredNote>,
  recount: (note: StoredNote) => void,
): Steps<void> {
  const numbers = [...notes.values()].flatMap(({ number }) => number ?? []).sort((a, b) => a - b);
  yield* index.compacting(numbers, renumbered => {
    for (const note of notes.values()) {
      if (note.number === undefined) continue;
      const number = renumbered[note.number] ?? -1;
      note.renumber(number < 0 ? undefined : number);
      if (number < 0) recount(note);
    }
  });
}
