import type { TFile } from 'obsidian';
import type { LogicRule } from '../queries/json-logic/json-logic';
import { foldTag, tagCovers } from '../../utils/properties/property-names';
import { filtered } from '../../utils/slicing/time-slicer';
import { counted, cutText } from '../../utils/text/pieces';
import type { VisibleVault } from '../index/indexes';

const maxNameLength = 60;
const maxNamed = 3;

/** Explains why no note passes a JsonLogic rule, and how to see the values that it compares. */
export async function filterHints(
  rule: LogicRule,
  notes: readonly TFile[],
  { facts, slicer }: VisibleVault,
  signal: AbortSignal,
): Promise<string[]> {
  const passed = `${counted(notes.length, 'note matches', 'notes match')} the other filters, but none matches \`filter\`.`;
  if (rule.reads?.size === 0)
    return [
      passed,
      '`filter` does not refer to any field: a text by itself is a constant. Write {"var":"frontmatter.status"} for a property.',
    ];
  const isNestedIn = (tag: string, note: TFile): boolean =>
    facts.of(note).tags.some(own => foldTag(own) !== foldTag(tag) && tagCovers(foldTag(tag), foldTag(own)));
  const tags = [...rule.tags];
  const isBelow = (note: TFile): boolean => tags.some(tag => isNestedIn(tag, note));
  const below = tags.length === 0 ? [] : await filtered(notes, isBelow, { slicer, signal });
  const nested = tags.filter(tag => below.some(note => isNestedIn(tag, note)));
  if (nested.length > 0) return [passed, ...nested.slice(0, maxNamed).map(nestedHint)];
  return [passed, valuesHint([...(rule.reads ?? [])])];
}

function nestedHint(tag: string): string {
  const shown = cutText(tag, maxNameLength);
  return `The notes only have tags nested in #${shown}, and \`filter\` compares whole tags: pass \`tag: "${shown}"\`.`;
}

function valuesHint(reads: readonly string[]): string {
  const fields = reads.slice(0, maxNamed).map(name => JSON.stringify(cutText(name, maxNameLength)));
  const shown = fields.length === 0 ? 'the fields in question' : `[${fields.join(',')}]`;
  return `To see what is compared, leave \`filter\` out and \`select\` ${shown}; texts compare in exact letter case, those of \`where\` in any.`;
}
