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

/** Where each count begins in one number, which the engine keeps without an object of its own, and the most that fits there. */
const places = { inName: 11, inAliases: 14, inHeadings: 17, inProperties: 23 } as const;
const most = { inBody: 0x7ff, inName: 0x7, inAliases: 0x7, inHeadings: 0x3f, inProperties: 0x7f } as const;

/** For each word the notes that have it, with counts: lists that only grow. */
export class Postings {
  /** By word. */
  readonly #notes: number[][] = [];
  /** For each of these notes its counts, packed; a number below 0 is the place of counts that do not fit, from −1 down. */
  readonly #counts: number[][] = [];
  readonly #large: Readonly<WordCount>[] = [];

  /** @param note a larger number than in the word's earlier entries */
  add(word: number, note: number, count: Readonly<WordCount>): void {
    for (; this.#notes.length <= word; this.#counts.push([])) this.#notes.push([]);
    itemAt(this.#notes, word).push(note);
    itemAt(this.#counts, word).push(packed(count) ?? -this.#large.push({ ...count }));
  }

  /** The numbers of the notes that have a word, ascending; it may grow. */
  notesOf(word: number): readonly number[] {
    return this.#notes[word] ?? [];
  }

  /** @param index of a note in that list */
  countAt(word: number, index: number): Readonly<WordCount> {
    const counts = itemAt(itemAt(this.#counts, word), index);
    return counts < 0 ? itemAt(this.#large, -1 - counts) : unpacked(counts);
  }
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
