/** Words near to those that were not found: only from notes that the caller may see. */

import type { SliceTurn } from '../utils/time-slicer';
import { WordDistance } from './query/edit-distance';
import type { ParsedQuery } from './query/parsed-query';
import type { TextStore } from './text-store';

const maxSuggestions = 5;
/** So much text is looked through, in characters. */
const maxLooked = 8_000_000;
const longestWord = 40;

interface Near {
  readonly word: string;
  readonly edits: number;
  count: number;
}

/** The nearest words first, of equally near ones the more frequent. */
export async function suggestWords(
  store: TextStore,
  query: ParsedQuery,
  accepts: (path: string) => boolean,
  turn: SliceTurn,
): Promise<string[]> {
  const search = new NearWords(query);
  if (search.isIdle) return [];
  let looked = 0;
  for (const note of [...store.notes()]) {
    if (turn.due()) await turn.pause();
    if (!accepts(note.path)) continue;
    search.look(note.title.folded, 0, Infinity);
    const folded = note.text?.folded ?? '';
    for (let at = 0; at < folded.length; at += windowLength) {
      search.look(folded, at, at + windowLength);
      if (turn.due()) await turn.pause();
    }
    looked += folded.length;
    if (looked > maxLooked) break;
  }
  return search.nearest();
}

const windowLength = 65_536;

class NearWords {
  readonly #wanted: readonly WordDistance[];
  readonly #near = new Map<string, Near>();
  readonly #exact = new Set<string>();

  constructor(private readonly query: ParsedQuery) {
    const { kinds } = query.rules;
    const words = query.terms.filter(({ isWord }) => isWord).map(({ word }) => word.replaceAll('"', ''));
    const values = query.filters.filter(({ isExcluded }) => !isExcluded).map(({ value }) => value);
    this.#wanted = [...new Set([...words, ...values])]
      .filter(
        word =>
          word.length > 2 &&
          word.length <= longestWord &&
          kinds.endOfWord(word, 0, longestWord) === word.length,
      )
      .map(word => new WordDistance(word, word.length > 5 ? 2 : 1));
  }

  get isIdle(): boolean {
    return this.#wanted.length === 0;
  }

  look(text: string, from: number, to: number): void {
    const { kinds } = this.query.rules;
    const last = Math.min(to, text.length);
    for (let start = kinds.startOfWord(text, from, last); start < last;) {
      const end = kinds.endOfWord(text, start, longestWord + 1);
      if (end - start <= longestWord) this.#compare(text, start, end);
      start = kinds.startOfWord(text, end, last);
    }
  }

  #compare(text: string, start: number, end: number): void {
    for (const wanted of this.#wanted) {
      const edits = wanted.edits(text, start, end);
      if (edits === 0) this.#exact.add(wanted.word);
      if (edits !== undefined && edits > 0) this.#add(text.slice(start, end), edits);
    }
  }

  #add(word: string, edits: number): void {
    const known = this.#near.get(word);
    if (known === undefined) this.#near.set(word, { word, edits, count: 1 });
    else known.count += 1;
  }

  nearest(): string[] {
    return [...this.#near.values()]
      .filter(({ word }) => !this.#exact.has(word))
      .sort((a, b) => a.edits - b.edits || b.count - a.count || (a.word < b.word ? -1 : 1))
      .slice(0, maxSuggestions)
      .map(({ word }) => word);
  }
}
