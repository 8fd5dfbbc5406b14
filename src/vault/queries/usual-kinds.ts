/** The kind of value that a property usually has in other notes. */

import { countUp } from '../../utils/collections';
import { parseIsoDate } from '../../utils/dates';
import { propertyName } from '../../utils/properties/property-names';
import { someInTurn } from '../../utils/slicing/time-slicer';
import type { VisibleVault } from '../index/indexes';

/** Kinds of values that a text is easily taken for. */
export type UsualKind = 'number' | 'checkbox' | 'date';

/** Only this many notes are checked: a hint is not worth more time. */
const maxNotes = 2000;
/** Only this many properties are checked. */
const maxNames = 20;
/** This many values are enough. */
const maxValues = 20;

/**
 * The kinds that most values of some properties have, in the notes that the caller sees. It does not wait for metadata:
 * a note that is not read yet counts as one without properties.
 * @param set the new values by name; a kind is only looked up for texts
 * @returns kinds by the property's name in lower case
 */
export async function usualKinds(
  set: Readonly<Record<string, unknown>>,
  { files, facts, slicer }: VisibleVault,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, UsualKind>> {
  const counts = new Map<string, Map<UsualKind | 'other', number>>();
  for (const [name, value] of Object.entries(set).slice(0, maxNames))
    if (typeof value === 'string' && value.trim() !== '') counts.set(name.toLowerCase(), new Map());
  const open = new Set(counts.keys());
  const loop = { slicer, signal };
  const notes = open.size === 0 ? [] : await files.notesSliced(loop);
  await someInTurn(notes.slice(0, maxNotes), loop, note => {
    const { frontmatter = {} } = facts.of(note);
    for (const name of open) {
      const own = propertyName(frontmatter, name);
      const kind = own === undefined ? undefined : kindOf(frontmatter[own]);
      const known = counts.get(name);
      if (kind === undefined || known === undefined) continue;
      countUp(known, kind);
      if (sum(known) >= maxValues) open.delete(name);
    }
    return open.size === 0;
  });
  const usual = new Map<string, UsualKind>();
  for (const [name, known] of counts)
    for (const [kind, count] of known) if (kind !== 'other' && count * 2 > sum(known)) usual.set(name, kind);
  return usual;
}

function kindOf(value: unknown): UsualKind | 'other' | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'checkbox';
  return typeof value === 'string' && parseIsoDate(value) !== undefined ? 'date' : 'other';
}

function sum(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
