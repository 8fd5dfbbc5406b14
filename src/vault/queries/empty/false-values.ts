import type { TFile } from 'obsidian';
import type { Condition } from '../../../utils/properties/conditions';
import { propertyName } from '../../../utils/properties/property-names';
import type { SliceTurn } from '../../../utils/slicing/time-slicer';
import type { NoteFactsIndex } from '../../index/metadata/note-metadata';

const maxNameLength = 60;

/** Whether a condition is `key` or `!key` of a property. */
export function isExistenceTest({ property, value }: Condition): boolean {
  return property !== undefined && value === undefined;
}

/** Says of `key` and `!key` that false counts as not set, where a note has the property so. */
export async function falseHints(
  notes: readonly TFile[],
  conditions: readonly Condition[],
  facts: NoteFactsIndex,
  turn: SliceTurn,
): Promise<string[]> {
  const open = new Set(conditions.filter(isExistenceTest));
  const hints: string[] = [];
  for (const note of notes) {
    if (open.size === 0) break;
    const frontmatter = facts.of(note).frontmatter ?? {};
    for (const condition of open) {
      const name = propertyName(frontmatter, condition.property ?? '');
      if (name === undefined || frontmatter[name] !== false) continue;
      open.delete(condition);
      hints.push(falseHint(condition));
    }
    if (turn.due()) await turn.pause();
  }
  return hints;
}

function falseHint({ property = '', operator }: Condition): string {
  const name = property.slice(0, maxNameLength);
  return operator === '!'
    ? `\`!${name}\` counts false as not set; \`${name}=\` finds notes without a value.`
    : `\`${name}\` counts false as not set; \`${name}=false\` finds those notes.`;
}
