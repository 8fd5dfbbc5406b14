/** Hints on text that was added below a heading. */
import { belowHeading, type TargetEdit } from '../../markdown/edits/sections/given-text';
import type { NoteStructure } from '../../markdown/structure/note-structure';
import {
  defaultDelimiter,
  headingsNamed,
  HeadingTree,
  type NoteSection,
} from '../../markdown/targets/heading-target';

const rowHint =
  '`content` goes at the top or the end of the section, so these rows are not in its table. To add a row to the table pass `value` instead of `content`, as {"Column":"text"}.';

const headingHint =
  '`content` begins with the heading itself, which is not written again: give only the text below it.';

/** @param structure of the text before */
export function sectionHints(text: string, structure: NoteStructure, edit: TargetEdit): string[] {
  const { content, target, occurrence, targetDelimiter = defaultDelimiter } = edit;
  const tree = new HeadingTree(text, structure);
  const index = headingsNamed(tree, target, targetDelimiter)[(occurrence ?? 1) - 1];
  if (index === undefined) return [];
  const section = tree.sectionOf(index);
  const repeats = belowHeading(content, section) !== undefined;
  return [...(repeats ? [headingHint] : []), ...(missesTable(structure, section, edit) ? [rowHint] : [])];
}

/** Whether the text is table rows that end up next to the section's table, above or below it. */
function missesTable(
  structure: NoteStructure,
  { contentStart, contentEnd }: NoteSection,
  { operation, content }: TargetEdit,
): boolean {
  const lines = content.split('\n').filter(line => line.trim() !== '');
  if (operation === 'replace' || lines.length === 0 || !lines.every(line => line.trim().startsWith('|')))
    return false;
  // With a delimiter row it is a table of its own.
  if (lines.some(line => /^[\s|:-]+$/u.test(line) && line.includes('-'))) return false;
  const blocks = structure.sections.filter(({ start }) => start >= contentStart && start < contentEnd);
  if (operation === 'append' && blocks.at(-1)?.type === 'table') return false;
  return blocks.some(({ type }) => type === 'table');
}
