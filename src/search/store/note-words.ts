/** Which words a note has, and how often in its name and in the fields of its text: what ranking asks of a note. */

import type { Steps } from '../../utils/slicing/steps';
import type { CharacterKinds } from '../text/character-kinds';
import { fieldWeights } from '../text/field-weights';
import type { NoteOutline } from '../text/note-outline';
import type { NoteText } from '../text/note-text';
import type { WordNumbers } from './word-numbers';
import { WordTally } from './word-tally';

/** Longer texts are searched without being counted. */
const longestText = 2_000_000;
/** Characters that are counted in one step. */
const stepLength = 16_384;

/** A word that stands in the body only, and not too often, is one number: of the word, and how often it is there. */
const countBits = 10;
const mostInOne = 2 ** countBits - 1;
/** Another word is so many numbers: itself, in the body, in named fields, the most weight of these, in the name. */
const width = 5;

export class NoteWords {
  /** How many plain ones follow, these, and then the others. */
  readonly #numbers: Uint32Array;

  constructor(tally: WordTally) {
    let others = 0;
    for (let place = 0; place < tally.length; place += 1) if (!isPlain(tally, place)) others += 1;
    const plain = tally.length - others;
    const numbers = new Uint32Array(1 + plain + others * width);
    numbers[0] = plain;
    let [atPlain, atOther] = [1, 1 + plain];
    for (let place = 0; place < tally.length; place += 1) {
      const word = tally.wordAt(place);
      if (isPlain(tally, place)) {
        numbers[atPlain] = word * 2 ** countBits + tally.bodyAt(place);
        atPlain += 1;
        continue;
      }
      numbers[atOther] = word;
      numbers[atOther + 1] = tally.bodyAt(place);
      numbers[atOther + 2] = tally.fieldsAt(place);
      numbers[atOther + 3] = tally.fieldWeightAt(place);
      numbers[atOther + 4] = tally.titleAt(place);
      atOther += width;
    }
    this.#numbers = numbers;
  }

  get bytes(): number {
    return this.#numbers.byteLength + 150;
  }

  /** Calls back for the words for which a table, by their numbers, has another number than 0. */
  forEach(
    table: Uint16Array,
    visit: (found: number, inBody: number, inFields: number, fieldWeight: number, inTitle: number) => void,
  ): void {
    const numbers = this.#numbers;
    const plainEnd = 1 + (numbers[0] ?? 0);
    let at = 1;
    for (; at < plainEnd; at += 1) {
      const packed = numbers[at] ?? 0;
      const found = table[packed >>> countBits];
      if (found) visit(found, packed & mostInOne, 0, 0, 0);
    }
    for (; at < numbers.length; at += width) {
      const found = table[numbers[at] ?? 0] ?? 0;
      if (found === 0) continue;
      visit(found, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0, numbers[at + 3] ?? 0, numbers[at + 4] ?? 0);
    }
  }
}

function isPlain(tally: WordTally, place: number): boolean {
  return tally.fieldsAt(place) + tally.titleAt(place) === 0 && tally.bodyAt(place) <= mostInOne;
}

/** Undefined for a note that has too many words to be counted. @param title folded */
export function* countingWords(
  { folded, outline }: NoteText,
  title: string,
  kinds: CharacterKinds,
  numbers: WordNumbers,
): Steps<NoteWords | undefined> {
  if (folded.length > longestText) return undefined;
  // Work on another text may go on while this one pauses.
  const tally = folded.length > stepLength ? new WordTally() : numbers.tally;
  tally.clear();
  forEachWord(title, 0, title.length, kinds, (start, end) => {
    tally.addInTitle(numbers.numberOf(title, start, end));
  });
  const fields = new FieldWalk(outline);
  const count = (start: number, end: number): void => {
    const number = numbers.numberOf(folded, start, end);
    const weight = fields.weightAt(start);
    if (weight === fieldWeights.body) tally.addInBody(number);
    else tally.addInField(number, weight);
  };
  for (let at = 0; at < folded.length;) {
    if (numbers.isFull) return undefined;
    at = forEachWord(folded, at, at + stepLength, kinds, count);
    if (folded.length > stepLength) yield;
  }
  return new NoteWords(tally);
}

/** @returns where the next stretch begins: behind the last word of this one */
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

/** Tells the weights of fields at places that come in the order of the text. */
class FieldWalk {
  #span = -1;

  constructor(private readonly outline: NoteOutline) {}

  weightAt(place: number): number {
    const { outline } = this;
    while (outline.startOf(this.#span + 1) <= place) this.#span += 1;
    const isInSpan = this.#span >= 0 && place < outline.endOf(this.#span);
    return isInSpan ? fieldWeights[outline.fieldOf(this.#span)] : fieldWeights.body;
  }
}
