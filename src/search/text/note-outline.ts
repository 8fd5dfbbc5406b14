/** Locates the fields and blocks of a note in its folded text: headings, tags, property values; sections, tasks, code. */

import { ToolFailure } from '../../errors';
import { locateFrontmatter } from '../../markdown/frontmatter/frontmatter';
import { MAX_PARSED_LENGTH } from '../../markdown/structure/limits';
import type { NoteStructure, Span as Stretch } from '../../markdown/structure/note-structure';
import { parseNote, scanStructure } from '../../markdown/structure/scan-structure';
import { countBefore } from '../../utils/collections';
import { matchOf } from '../../utils/text/pieces';
import type { FoldMap, Span } from './folded-text';

type ToFolded = Pick<FoldMap, 'foldedSpan'>;

/** Ranges of a text in order, not nested: half-open, in UTF-16 units. */
export class Regions {
  readonly #numbers: Int32Array;

  /** @param numbers of each range: its start, its end, and other facts @param width how many numbers that is */
  constructor(
    numbers: readonly number[],
    private readonly width = 2,
  ) {
    this.#numbers = Int32Array.from(numbers);
  }

  get count(): number {
    return this.#numbers.length / this.width;
  }

  /** Infinity after the last. */
  startOf(index: number): number {
    return this.numberOf(index, 0);
  }

  endOf(index: number): number {
    return this.numberOf(index, 1);
  }

  protected numberOf(index: number, place: number): number {
    return this.#numbers[index * this.width + place] ?? Infinity;
  }

  *spans(): Generator<Span, void> {
    for (let index = 0; index < this.count; index += 1) yield [this.startOf(index), this.endOf(index)];
  }

  /** The last that begins at or before a place; -1 if there is none. */
  before(place: number): number {
    return countBefore(this.count, index => this.startOf(index) <= place) - 1;
  }

  has(place: number): boolean {
    const index = this.before(place);
    return index >= 0 && place < this.endOf(index);
  }

  /** The parts of the ranges between two places, relative to the first. */
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

const fields = ['title', 'alias', 'tag', 'frontmatter', 'body', 'heading'] as const;
/** The part of a note that contains a match. */
export type Field = (typeof fields)[number];
/** For a heading, this plus its level. */
const headingCode = fields.indexOf('heading');
/** Numbers of each span: its start, its end, its field, and the start of its text. */
const width = 4;

interface HeadingSpan {
  readonly start: number;
  readonly end: number;
  readonly level: number;
  /** The start of the heading's own text, after its hashes; it ends with the span. */
  readonly textStart: number;
}

interface FieldSpan {
  readonly field: Field;
  readonly start: number;
  readonly end: number;
}

export class NoteOutline extends Regions {
  /** The last span that was looked up: places are mostly visited in order. */
  #span = -1;

  private constructor(
    spans: readonly number[],
    readonly bodyStart: number,
  ) {
    super(spans, width);
  }

  static of(text: string, map: ToFolded): NoteOutline {
    const block = locateFrontmatter(text);
    const spans: number[] = [];
    const add = ({ field, start, end }: FieldSpan, level = 0, textStart = start): void => {
      const [from, to] = map.foldedSpan(start, end);
      if (from < (spans.at(1 - width) ?? 0)) return;
      const [textFrom] = map.foldedSpan(textStart, textStart);
      spans.push(from, to, fields.indexOf(field) + level, textFrom);
    };
    if (block !== undefined)
      for (const span of propertySpans(text, block.bodyStart, block.bodyEnd)) add(span);
    if (text.length <= MAX_PARSED_LENGTH) addStructure(text, add);
    const bodyStart = block?.after ?? 0;
    return new NoteOutline(spans, map.foldedSpan(bodyStart, bodyStart)[0]);
  }

  fieldAt(at: number): Field {
    if (this.#span >= 0 && at < this.startOf(this.#span)) this.#span = this.before(at);
    while (this.startOf(this.#span + 1) <= at) this.#span += 1;
    if (this.#span >= 0 && at < this.endOf(this.#span))
      return fields[Math.min(this.numberOf(this.#span, 2), headingCode)] ?? 'body';
    return at < this.bodyStart ? 'frontmatter' : 'body';
  }

  *headings(): Generator<HeadingSpan, void> {
    for (let span = 0; span < this.count; span += 1) if (this.#levelOf(span) > 0) yield this.#heading(span);
  }

  /** The headings above a place, outermost first, including one that contains the place. */
  headingsAbove(at: number): HeadingSpan[] {
    const above: HeadingSpan[] = [];
    let level = Infinity;
    for (let span = this.before(at); span >= 0 && level > 1; span -= 1) {
      const own = this.#levelOf(span);
      if (own <= 0 || own >= level) continue;
      level = own;
      above.push(this.#heading(span));
    }
    return above.reverse();
  }

  /** 1 to 6 for a heading, 0 or less for other spans. */
  #levelOf(span: number): number {
    return this.numberOf(span, 2) - headingCode;
  }

  #heading(span: number): HeadingSpan {
    const [start, end, textStart] = [this.startOf(span), this.endOf(span), this.numberOf(span, 3)];
    return { start, end, level: this.#levelOf(span), textStart };
  }
}

/** Headings and inline tags in the order of the text. A tag within a heading is part of the heading. */
function addStructure(
  text: string,
  add: (span: FieldSpan, level?: number, textStart?: number) => void,
): void {
  const { headings, tags } = scanStructure(text);
  let next = 0;
  const addTags = (before: number): void => {
    for (let tag = tags[next]; tag !== undefined && tag.start < before; tag = tags[(next += 1)])
      add({ field: 'tag', start: tag.start, end: tag.end });
  };
  for (const { level, start, textStart, textEnd } of headings) {
    addTags(start);
    add({ field: 'heading', start, end: Math.max(textEnd, start) }, level, textStart);
  }
  addTags(Infinity);
}

const fieldKeys: ReadonlyMap<string, Field> = new Map([
  ['title', 'title'],
  ['aliases', 'alias'],
  ['tags', 'tag'],
]);
/** A top-level key and what separates it from its value. */
const keyLine = /^(["']?)(\w+)\1[ \t]*:(?=[ \t\r]|$)/u;
/** No relevant key is longer: a long line need not be copied. */
const maxKeyLength = 24;
/** A line that continues a key: it begins with a space, a dash or a comment, or is empty. */
const continuing = /^[ \t\-#\r\n]/u;

/**
 * The positions of the values of `title`, `aliases` and `tags` in the YAML between two offsets, found line by
 * line: good enough to name the field of a match, even if the YAML does not parse.
 */
function propertySpans(text: string, start: number, end: number): FieldSpan[] {
  const spans: FieldSpan[] = [];
  let open: Omit<FieldSpan, 'end'> | undefined;
  const close = (at: number): void => {
    if (open !== undefined) spans.push({ ...open, end: at });
    open = undefined;
  };
  for (let line = start; line < end;) {
    const feed = text.indexOf('\n', line);
    const next = feed < 0 || feed >= end ? end : feed + 1;
    if (!continuing.test(text.charAt(line))) {
      close(line);
      const [whole = '', , key = ''] = matchOf(
        keyLine,
        text.slice(line, Math.min(next, line + maxKeyLength)).trimEnd(),
      );
      const field = fieldKeys.get(key);
      if (field !== undefined) open = { field, start: line + whole.length };
    }
    line = next;
  }
  close(end);
  return spans;
}

interface NoteBlocks {
  /** Paragraphs, list items without nested items, and other blocks of the top level. */
  readonly blocks: Regions;
  /** From one heading to the next of any level; the properties are a separate section. */
  readonly sections: Regions;
  /** Without nested items: all tasks, those with an empty box, and the others. */
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

export function findingBlocks(original: string, map: ToFolded): NoteBlocks {
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

function foldedBounds(spans: Iterable<Stretch>, map: ToFolded): number[] {
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
