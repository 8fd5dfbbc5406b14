/** For words that no note has, the nearest ones of notes that pass the filters. */

import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import { holds } from '../query/finder-match';
import type { CompiledQuery, Term } from '../query/compiled-query';
import { NoteColumns } from '../scan/counted/note-columns';
import { TermPresence } from '../scan/counted/term-presence';
import { passesByPath } from '../scan/note-filters';
import type { TextStore } from '../store/text-store';
import type { Narrowing } from './named-filters';
import { type SuggestedWord, suggestWords } from './suggestions';

/** Limit for words that are replaced, and for the words in place of each. */
const [maxReplaced, maxWords] = [3, 3];
/** In a shorter word, two errors leave too little. */
const twoErrorsFrom = 8;

export interface NearbyOptions {
  /** The notes that are searched. */
  readonly accepts: (path: string) => boolean;
  /** The notes of the caller, and the arguments of the call that narrow them. */
  readonly visible: (path: string) => boolean;
  readonly narrowings: readonly Narrowing[];
  /** See `SearchOptions`. */
  readonly scope: string | undefined;
  readonly turn: SliceTurn;
}

export class Nearby {
  constructor(
    private readonly store: TextStore,
    private readonly query: CompiledQuery,
    private readonly options: NearbyOptions,
  ) {}

  /** @param unknown words that no searched note has @returns for those that no note of the caller has; none where notes that fail the filters have nearer ones */
  async to(unknown: readonly Term[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const near = new Map<string, readonly string[]>();
    const { accepts, visible, narrowings } = this.options;
    const filters = this.query.filters.filter(({ key }) => key !== 'tag');
    const passes = (path: string): boolean => {
      const note = this.store.get(path);
      return accepts(path) && note !== undefined && passesByPath(note, filters, this.store.folder);
    };
    const isNarrowed = narrowings.length > 0 || filters.length > 0;
    for (const term of unknown.slice(0, maxReplaced)) {
      if (!(await this.#isNowhere(term))) continue;
      const found = await this.#nearest(term, passes);
      const [nearest] = found.length > 0 && isNarrowed ? await this.#nearest(term, visible) : found;
      if (nearest !== undefined && found[0]?.edits === nearest.edits)
        near.set(
          term.word,
          found.map(({ word }) => word),
        );
    }
    return near;
  }

  async #nearest(term: Term, accepts: (path: string) => boolean): Promise<readonly SuggestedWord[]> {
    const { scope, turn } = this.options;
    const found = await suggestWords(this.store, { ...this.query, terms: [term] }, { accepts, scope, turn });
    const least = Math.min(term.word.length >= twoErrorsFrom ? 2 : 1, ...found.map(({ edits }) => edits));
    return found.filter(({ edits }) => edits === least).slice(0, maxWords);
  }

  /** Whether no note of the caller has the word, whatever the filters and the heading. */
  async #isNowhere(asked: Term): Promise<boolean> {
    const { store, query, options } = this;
    const { visible, turn } = options;
    const term = query.below?.anywhere[query.terms.indexOf(asked)] ?? asked;
    const notes = store.all().filter(({ path }) => visible(path));
    const test = term.testWords?.();
    const columns = new NoteColumns(notes, test === undefined ? 0 : store.wordIndex.noteNumbers);
    const presence = new TermPresence([test], columns, store.wordIndex);
    await drive(presence.finding(), turn);
    if (presence.havingOf(0) > 0) return false;
    const finder = term.makeFinder();
    for (const [index, note] of notes.entries()) {
      if (turn.due()) await turn.pause();
      if ((test !== undefined && columns.numberAt(index) !== undefined) || !finder.mayStandIn(note)) continue;
      const text = note.text ?? (await store.textOf(note, turn));
      if (await drive(holds(finder, note.title), turn)) return false;
      if (text !== undefined && (await drive(holds(finder, text), turn))) return false;
    }
    return true;
  }
}
