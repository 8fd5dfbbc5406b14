/** The parts of a note that a query can search, in its folded text. */

import { ToolFailure } from '../../errors';
import type { NoteStructure } from '../../markdown/structure/note-structure';
import { parseNote } from '../../markdown/structure/scan-structure';
import type { FoldMap } from './fold-map';
import { Regions } from './regions';

export interface NoteBlocks {
  /** Paragraphs, list items without nested items, and other blocks of the top level. */
  readonly blocks: Regions;
  /** From one heading to the next of any level; the properties are a separate section. */
  readonly sections: Regions;
  /** Tasks with an empty box, and all others, without nested items. */
  readonly openTasks: Regions;
  readonly doneTasks: Regions;
  readonly code: Regions;
}

const none = new Regions([]);
const noBlocks: NoteBlocks = { blocks: none, sections: none, openTasks: none, doneTasks: none, code: none };

/** @param map of the folded text; offsets are the same without it */
export function findingBlocks(original: string, map: FoldMap | undefined): NoteBlocks {
  const structure = boundedStructure(original);
  if (structure === undefined) return noBlocks;
  const folded = foldedBounds(map);
  const tasks = structure.listItems.filter(({ task }) => task >= 0);
  const isOpen = ({ task }: { readonly task: number }): boolean => original[task] === ' ';
  const code = structure.enclosures.filter(({ kind }) => kind === 'code');
  return {
    blocks: folded(blocksOf(structure)),
    sections: folded(sectionsOf(structure)),
    openTasks: folded(tasks.filter(isOpen)),
    doneTasks: folded(tasks.filter(task => !isOpen(task))),
    code: folded(code),
  };
}

/** Undefined if the note has too many parts: 3 million pieces of code take 200 MB (measured). */
function boundedStructure(original: string): NoteStructure | undefined {
  try {
    return parseNote(original);
  } catch (error) {
    if (error instanceof ToolFailure && error.code === 'too_large') return undefined;
    throw error;
  }
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function foldedBounds(map: FoldMap | undefined): (spans: Iterable<Stretch>) => Regions {
  return function (spans) {
    const bounds: number[] = [];
    for (const { start, end } of spans) {
      const from = map?.foldedStart(start) ?? start;
      if (from < (bounds.at(-1) ?? 0)) continue;
      bounds.push(from, map?.foldedEnd(end) ?? end);
    }
    return new Regions(bounds);
  };
}

function* blocksOf({ sections, listItems }: NoteStructure): Generator<Stretch, void> {
  let item = 0;
  for (const section of sections) {
    let hasItems = false;
    for (; (listItems[item]?.start ?? Infinity) < section.end; item += 1) {
      const found = listItems[item];
      if (section.type !== 'list' || found === undefined) continue;
      hasItems = true;
      yield found;
    }
    if (!hasItems) yield section;
  }
}

function* sectionsOf({ headings, frontmatter, length }: NoteStructure): Generator<Stretch, void> {
  const bodyStart = frontmatter?.end ?? 0;
  if (frontmatter !== undefined) yield frontmatter;
  const [first] = headings;
  if ((first?.start ?? length) > bodyStart) yield { start: bodyStart, end: first?.start ?? length };
  for (const [index, { start }] of headings.entries())
    yield { start, end: headings[index + 1]?.start ?? length };
}
