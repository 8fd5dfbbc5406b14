import type { NoteStructure } from '../structure/note-structure';
import { allBlocks } from './block-target';
import { listedPath, maxListedLength } from './heading-target';
import { HeadingTree } from './heading-tree';

export interface OutlineHeading {
  /** As written; a very long one is cut, here and in paths. */
  readonly heading: string;
  readonly level: number;
  /** With `::` between the headings. */
  readonly path: string;
  /** The whole section, 1-based and inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Of the whole section, in UTF-16 units. */
  readonly chars: number;
}

export interface Outline {
  readonly headings: readonly OutlineHeading[];
  readonly blocks: readonly { readonly id: string; readonly startLine: number; readonly endLine: number }[];
  readonly tasks: { readonly open: number; readonly done: number };
  /** Links into the vault, embeds left out. */
  readonly links: number;
  readonly embeds: number;
}

/** What is in a note, without its text. */
export function outline(text: string, structure: NoteStructure): Outline {
  const tree = new HeadingTree(text, structure);
  return {
    headings: structure.headings.flatMap((_, index) => outlined(tree, index)),
    blocks: allBlocks(text, structure).map(({ id, startLine, endLine }) => ({ id, startLine, endLine })),
    tasks: countTasks(text, structure),
    links: structure.links.length,
    embeds: structure.embeds.length,
  };
}

/** A task is open while there is a space between its brackets. */
export function countTasks(text: string, structure: NoteStructure): { open: number; done: number } {
  let open = 0;
  let done = 0;
  for (const { task } of structure.listItems) {
    if (task === -1) continue;
    if (text.charAt(task) === ' ') open += 1;
    else done += 1;
  }
  return { open, done };
}

function outlined(tree: HeadingTree, index: number): OutlineHeading[] {
  const section = tree.sectionOf(index);
  if (!section) return [];
  const { level, startLine, endLine, headingSpan, contentEnd } = section;
  return [
    {
      heading: tree.textOf(index, maxListedLength),
      level,
      path: listedPath(tree, index),
      startLine,
      endLine,
      chars: contentEnd - headingSpan.start,
    },
  ];
}
