import { itemAt } from '../../utils/item-at';

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

/** Bits of each count in one number, which the engine keeps without an object of its own. */
const [bodyBits, nameBits, aliasBits, headingBits, propertyBits] = [11, 3, 3, 6, 7];

/** For each word the notes that have it, with counts: lists that only grow. */
export class Postings {
  /** By word, two numbers for each note: its own, and its counts, packed. */
  readonly #entries: number[][] = [];
  /** Counts that do not fit: a packed number below 0 is their place, from −1 down. */
  readonly #large: Readonly<WordCount>[] = [];

  /** @param note a larger number than in the word's earlier entries */
  add(word: number, note: number, count: Readonly<WordCount>): void {
    while (this.#entries.length <= word) this.#entries.push([]);
    itemAt(this.#entries, word).push(note, packed(count) ?? -this.#large.push({ ...count }));
  }

  /** The number of notes that have a word. */
  sizeOf(word: number): number {
    return (this.#entries[word]?.length ?? 0) / 2;
  }

  /** @param index from 0 on */
  noteAt(word: number, index: number): number {
    return itemAt(itemAt(this.#entries, word), index * 2);
  }

  countAt(word: number, index: number): Readonly<WordCount> {
    const counts = itemAt(itemAt(this.#entries, word), index * 2 + 1);
    return counts < 0 ? itemAt(this.#large, -1 - counts) : unpacked(counts);
  }
}

/** Undefined if one of the counts is too large. */
function packed({
  inBody,
  inName,
  inAliases,
  inHeadings,
  inProperties,
}: Readonly<WordCount>): number | undefined {
  let number = 0;
  for (const [count, bits] of [
    [inProperties, propertyBits],
    [inHeadings, headingBits],
    [inAliases, aliasBits],
    [inName, nameBits],
    [inBody, bodyBits],
  ] as const) {
    if (count >= 2 ** bits) return undefined;
    number = (number << bits) | count;
  }
  return number;
}

function unpacked(number: number): WordCount {
  let left = number;
  const take = (bits: number): number => {
    const count = left & (2 ** bits - 1);
    left >>>= bits;
    return count;
  };
  return {
    inBody: take(bodyBits),
    inName: take(nameBits),
    inAliases: take(aliasBits),
    inHeadings: take(headingBits),
    inProperties: take(propertyBits),
  };
}
