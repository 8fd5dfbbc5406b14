import type { NoteStructure } from '../structure/note-structure';
import { mapDefined } from '../../utils/collections';
import { descriptionOf, parseTaskLine } from '../tasks/line/task-line';
import { countedAs, type TaskRules } from '../tasks/task-rules';
import { maxListedHeading } from '../../utils/text/pieces';
import { lineEnd, lineStart } from '../text/lines';
import { blockOf } from './block-target';
import { listedPath, HeadingTree } from './heading-target';

interface OutlineHeading {
  /** As written; a very long one is cut, here and in paths. */
  readonly heading: string;
  readonly level: number;
  /** With `::` between the headings. */
  readonly path: string;
  /** The whole section, 1-based and inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Length of the whole section, in UTF-16 units. */
  readonly chars: number;
}

export interface Outline {
  readonly headings: OutlineHeading[];
  readonly blocks: { readonly id: string; readonly startLine: number; readonly endLine: number }[];
  readonly tasks: { readonly open: number; readonly done: number };
  /** Links of the text into the vault, embeds left out. */
  readonly links: number;
  readonly embeds: number;
}

export function outline(text: string, structure: NoteStructure, tasks: Outline['tasks']): Outline {
  const blocks = mapDefined(structure.blockIds, blockId => blockOf(text, structure, blockId));
  return {
    headings: outlinedHeadings(text, structure),
    blocks: blocks.map(({ id, startLine, endLine }) => ({ id, startLine, endLine })),
    tasks,
    links: structure.links.length,
    embeds: structure.embeds.length,
  };
}

export function countTasks(text: string, { listItems }: NoteStructure, rules: TaskRules): Outline['tasks'] {
  const counts = { open: 0, done: 0 };
  for (const { task } of listItems) {
    const line =
      task === -1 ? undefined : parseTaskLine(text.slice(lineStart(text, task), lineEnd(text, task)));
    const kind = line && countedAs(line.statusChar, descriptionOf(line), rules);
    if (kind !== undefined) counts[kind] += 1;
  }
  return counts;
}

export function outlinedHeadings(text: string, structure: NoteStructure): OutlineHeading[] {
  const tree = new HeadingTree(text, structure);
  return structure.headings.map((_heading, index) => outlined(tree, index));
}

function outlined(tree: HeadingTree, index: number): OutlineHeading {
  const { level, startLine, endLine, headingSpan, contentEnd } = tree.sectionOf(index);
  return {
    heading: tree.textOf(index, maxListedHeading),
    level,
    path: listedPath(tree, index),
    startLine,
    endLine,
    chars: contentEnd - headingSpan.start,
  };
}
