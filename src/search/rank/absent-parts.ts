/** Which parts of a query that found nothing leave nothing by themselves, among the notes that were searched. */

import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import type { ParsedQuery, WordHelp } from '../query/parsed-query';
import { passesByPath } from '../scan/note-filters';
import { holds } from '../scan/text-walk';
import type { TextStore } from '../store/text-store';

/** Milliseconds of work after which the words left over count as unknown. */
const lookTime = 300;

export interface AbsentParts {
  /** Words and phrases, folded, that no note has. */
  readonly words: readonly string[];
  /** Words that occur in some note. */
  readonly occurring: ReadonlySet<string>;
  /** `path:` and `file:` filters, folded, that no note passes. */
  readonly filters: readonly string[];
  /** Whether nothing but words was asked for, and each was looked for in all notes. */
  readonly isComplete: boolean;
}

export async function absentParts(
  store: TextStore,
  query: ParsedQuery,
  {
    accepts,
    turn,
    help,
  }: { readonly accepts: (path: string) => boolean; readonly turn: SliceTurn; readonly help?: WordHelp },
): Promise<AbsentParts> {
  const { excluded, filters, conditions } = query;
  const terms = query.terms.filter(({ isOptional = false }) => !isOptional);
  const others = excluded.length + filters.length + conditions.length;
  const occurring = new Set<string>();
  const [only] = terms;
  if (only !== undefined && terms.length === 1 && others === 0)
    return { words: [only.word], occurring, filters: [], isComplete: true };
  let sought = terms
    .filter(({ isSlow }) => !isSlow)
    .map(term => ({ word: term.word, finder: term.makeFinder(help) }));
  let failing = filters.filter(({ key, isExcluded }) => key !== 'tag' && !isExcluded);
  const until = turn.worked() + lookTime;
  for (const note of [...store.notes()]) {
    if (sought.length + failing.length === 0) break;
    if (turn.due()) await turn.pause();
    if (turn.worked() >= until) return { words: [], occurring, filters: [], isComplete: false };
    if (!accepts(note.path)) continue;
    failing = failing.filter(filter => !passesByPath(note, [filter], store.folder));
    for (const { word, finder } of sought) {
      if (!finder.mayStandIn(note)) continue;
      const text = note.text ?? (await store.textOf(note, turn));
      for (const searched of text === undefined ? [note.title] : [note.title, text])
        if (await drive(holds(finder, searched), turn)) occurring.add(word);
    }
    if (sought.some(({ word }) => occurring.has(word)))
      sought = sought.filter(({ word }) => !occurring.has(word));
  }
  return {
    words: sought.map(({ word }) => word),
    occurring,
    filters: failing.map(({ key, value }) => `${key}:${value}`),
    isComplete: others === 0 && !terms.some(({ isSlow }) => isSlow),
  };
}
