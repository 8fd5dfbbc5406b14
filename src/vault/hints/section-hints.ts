/** What a caller hears of a text that it added below a heading. */
import type { TargetEdit } from '../../markdown/edits/sections/given-text';
import type { NoteStructure } from '../../markdown/structure/note-structure';
import { defaultDelimiter, headingsNamed, HeadingTree } from '../../markdown/targets/heading-target';

const rowHint =
  '`content` goes to the top or the end of the section, so these rows are not in its table. For a row of the table pass `value` in place of `content`, as {"Column":"text"}.';

/** @param structure of the text before */
export function sectionHints(text: string, structure: NoteStructure, edit: TargetEdit): string[] {
  return missesTable(text, structure, edit) ? [rowHint] : [];
}

/**
 * Whether text below a heading is rows that do not come to stand in a table, although there is one: the text goes to
 * the top or the end of the section.
 */
function missesTable(
  text: string,
  structure: NoteStructure,
  { operation, target, content, occurrence, targetDelimiter: delimiter = defaultDelimiter }: TargetEdit,
): boolean {
  const lines = content.split('\n').filter(line => line.trim() !== '');
  if (operation === 'replace' || lines.length === 0 || !lines.every(line => line.trim().startsWith('|')))
    return false;
  // With a line below its header it is a table of its own.
  if (lines.some(line => /^[\s|:-]+$/u.test(line) && line.includes('-'))) return false;
  const tree = new HeadingTree(text, structure);
  const index = headingsNamed(tree, target, delimiter)[(occurrence ?? 1) - 1];
  const section = index === undefined ? undefined : tree.sectionOf(index);
  if (section === undefined) return false;
  const { contentStart, contentEnd } = section;
  const blocks = structure.sections.filter(({ start }) => start >= contentStart && start < contentEnd);
  if (operation === 'append' && blocks.at(-1)?.type === 'table') return false;
  return blocks.some(({ type }) => type === 'table');
}
