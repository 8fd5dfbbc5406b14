import type { NoteStructure } from '../structure/note-structure';
import { mapDefined } from '../../utils/collections';
import { blockOf } from './block-target';
import { listedPath, maxListedLength, HeadingTree, type NoteSection } from './heading-target';

export interface OutlineHeading {
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
  /** Links into the vault, embeds left out. */
  readonly links: number;
  readonly embeds: number;
}

export function outline(text: string, structure: NoteStructure): Outline {
  const blocks = mapDefined(structure.blockIds, blockId => blockOf(text, structure, blockId));
  return {
    headings: outlinedHeadings(text, structure),
    blocks: blocks.map(({ id, startLine, endLine }) => ({ id, startLine, endLine })),
    tasks: countTasks(text, structure),
    links: structure.links.length,
    embeds: structure.embeds.length,
  };
}

/** A task is open while there is a space between its brackets. */
function countTasks(text: string, structure: NoteStructure): { open: number; done: number } {
  const tasks = structure.listItems.filter(({ task }) => task !== -1);
  const open = tasks.filter(({ task }) => text.charAt(task) === ' ').length;
  return { open, done: tasks.length - open };
}

export function outlinedHeadings(text: string, structure: NoteStructure): OutlineHeading[] {
  const tree = new HeadingTree(text, structure);
  const headings: OutlineHeading[] = [];
  for (let index = 0; index < tree.count; index += 1) {
    const section = tree.sectionOf(index);
    if (section) headings.push(outlined(tree, index, section));
  }
  return headings;
}

function outlined(tree: HeadingTree, index: number, section: NoteSection): OutlineHeading {
  const { level, startLine, endLine, headingSpan, contentEnd } = section;
  return {
    heading: tree.textOf(index, maxListedLength),
    level,
    path: listedPath(tree, index),
    startLine,
    endLine,
    chars: contentEnd - headingSpan.start,
  };
}
