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
