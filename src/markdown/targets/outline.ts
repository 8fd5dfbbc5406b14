import type { NoteStructure } from '../structure/note-structure';
import { allBlocks } from './block-target';
import { headingPath } from './heading-target';
import { HeadingTree, type NoteSection } from './heading-tree';

export interface OutlineHeading {
  /** As written. */
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
  const headings: OutlineHeading[] = [];
  for (let index = 0; index < tree.count; index += 1) {
    const section = tree.sectionOf(index);
    if (section) headings.push(outlined(section));
  }
  return {
    headings,
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

function outlined(section: NoteSection): OutlineHeading {
  const { heading, level, path, startLine, endLine, headingSpan, contentEnd } = section;
  return { heading, level, path: headingPath(path), startLine, endLine, chars: contentEnd - headingSpan.start };
}
