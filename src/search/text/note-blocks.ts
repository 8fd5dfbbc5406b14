/** The parts of a note that a query can search, in its folded text. */

import { ToolFailure } from '../../errors';
import type { NoteStructure } from '../../markdown/structure/note-structure';
import { parseNote } from '../../markdown/structure/scan-structure';
import { countBefore } from '../../utils/collections';
import type { FoldMap } from './folded-text';

/** Ranges of a text in order, not nested: half-open, in UTF-16 units. */
export class Regions {
  readonly #bounds: Int32Array;

  /** @param bounds start and end of each */
  constructor(bounds: readonly number[]) {
    this.#bounds = Int32Array.from(bounds);
  }

  get count(): number {
    return this.#bounds.length / 2;
  }

  /** Infinity after the last. */
  startOf(index: number): number {
    return this.#bounds[index * 2] ?? Infinity;
  }

  endOf(index: number): number {
    return this.#bounds[index * 2 + 1] ?? Infinity;
  }

  *spans(): Generator<readonly [start: number, end: number], void> {
    for (let index = 0; index < this.count; index += 1) yield [this.startOf(index), this.endOf(index)];
  }

  /** The last that begins at or before a place; -1 if there is none. */
  before(place: number): number {
    return countBefore(this.count, index => this.startOf(index) <= place) - 1;
  }

  /** Whether one of them contains a place. */
  has(place: number): boolean {
    const index = this.before(place);
    return index >= 0 && place < this.endOf(index);
  }

  /** The parts of the ranges between two places, counted from the first. */
  within(start: number, end: number): Regions {
    const bounds: number[] = [];
    for (let index = Math.max(0, this.before(start)); this.startOf(index) < end; index += 1) {
      const from = Math.max(start, this.startOf(index));
      const to = Math.min(end, this.endOf(index));
      if (from < to) bounds.push(from - start, to - start);
    }
    return new Regions(bounds);
  }
}

export interface NoteBlocks {
  /** Paragraphs, list items without nested items, and other blocks of the top level. */
  readonly blocks: Regions;
  /** From one heading to the next of any level; the properties are a separate section. */
  readonly sections: Regions;
  /** Without nested items: all, those with an empty box, and the others. */
  readonly tasks: Regions;
  readonly openTasks: Regions;
  readonly doneTasks: Regions;
  readonly code: Regions;
}

const none = new Regions([]);
const noBlocks: NoteBlocks = {
  ...{ blocks: none, sections: none, code: none },
  ...{ tasks: none, openTasks: none, doneTasks: none },
};

/** @param map of the folded text */
export function findingBlocks(original: string, map: FoldMap): NoteBlocks {
  const structure = boundedStructure(original);
  if (structure === undefined) return noBlocks;
  const folded = (spans: Iterable<Stretch>): Regions => new Regions(foldedBounds(spans, map));
  const tasks = structure.listItems.filter(({ task }) => task >= 0);
  const isOpen = ({ task }: { readonly task: number }): boolean => original[task] === ' ';
  const code = structure.enclosures.filter(({ kind }) => kind === 'code');
  return {
    blocks: folded(blocksOf(structure)),
    sections: folded(sectionsOf(structure)),
    tasks: folded(tasks),
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

function foldedBounds(spans: Iterable<Stretch>, map: FoldMap): number[] {
  const bounds: number[] = [];
  for (const { start, end } of spans) {
    const [from, to] = map.foldedSpan(start, end);
    if (from >= (bounds.at(-1) ?? 0)) bounds.push(from, to);
  }
  return bounds;
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
