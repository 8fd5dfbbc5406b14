/** Counts the words of a note, in its name and in the fields of its text. */

import type { Steps } from '../../utils/slicing/steps';
import type { CharacterKinds } from '../text/character-kinds';
import { FieldWalk } from '../text/note-fields';
import type { NoteText } from './note-text';
import type { WordIndex } from './word-index';
import { WordTally } from './word-tally';

/** Longer texts are searched without being counted. */
const maxTextLength = 2_000_000;
/** Characters that are counted in one step. */
const stepLength = 16_384;

/** @param title folded @returns the number of the note in the index; undefined if it has too many words */
export function* countingWords(
  { folded, outline }: NoteText,
  title: string,
  kinds: CharacterKinds,
  index: WordIndex,
): Steps<number | undefined> {
  const { words: numbers } = index;
  if (folded.length > maxTextLength) return undefined;
  // Another text may be processed while this one pauses.
  const tally = folded.length > stepLength ? new WordTally() : numbers.tally;
  tally.clear();
  forEachWord(title, 0, title.length, kinds, (start, end) => {
    tally.add(numbers.numberOf(title, start, end), 'title');
  });
  const fields = new FieldWalk(outline);
  const count = (start: number, end: number): void => {
    tally.add(numbers.numberOf(folded, start, end), fields.fieldAt(start));
  };
  for (let at = 0; at < folded.length;) {
    if (numbers.isFull) return undefined;
    at = forEachWord(folded, at, at + stepLength, kinds, count);
    if (folded.length > stepLength) yield;
  }
  return index.enter(tally);
}

/** @returns the start of the next step: after the last word of this one */
function forEachWord(
  text: string,
  from: number,
  to: number,
  kinds: CharacterKinds,
  visit: (start: number, end: number) => void,
): number {
  const last = Math.min(to, text.length);
  let start = kinds.startOfWord(text, from, last);
  while (start < last) {
    const end = kinds.endOfWord(text, start, text.length);
    visit(start, end);
    start = kinds.startOfWord(text, end, Math.max(last, end));
  }
  return Math.max(start, last);
}
