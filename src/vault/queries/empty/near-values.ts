import type { TFile } from 'obsidian';
import { propertyName } from '../../../utils/properties/property-names';
import { foldPath } from '../../../utils/text/folding';
import { nearest } from '../../../utils/near';
import { oneLine } from '../../../utils/text/one-line';
import type { SliceTurn } from '../../../utils/slicing/time-slicer';
import type { NoteFactsIndex } from '../../index/metadata/note-metadata';

const maxNear = 5;
const maxValues = 2000;
/** Longer values get no suggestions: they are not names with a typing error. */
const maxValueLength = 60;

/**
 * Values of a property that are near in spelling, best first.
 * @param property in any letter case
 */
export async function nearValues(
  notes: readonly TFile[],
  { property, value }: { readonly property: string; readonly value: string },
  facts: NoteFactsIndex,
  turn: SliceTurn,
): Promise<string[]> {
  const values = new Map<string, string>();
  for (const note of notes) {
    if (values.size >= maxValues) break;
    const { frontmatter } = facts.of(note);
    const name = frontmatter ? propertyName(frontmatter, property) : undefined;
    for (const member of name === undefined ? [] : [frontmatter?.[name]].flat())
      if (typeof member === 'string' && member.length <= maxValueLength && member.trim() !== '')
        values.set(foldPath(member), oneLine(member));
    if (turn.due()) await turn.pause();
  }
  // The value itself is there, in notes that other filters leave out.
  values.delete(foldPath(value));
  return nearest(value, values.values(), maxNear);
}
