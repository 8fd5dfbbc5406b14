/** The state of one scan: the text, its lines, and the results so far. */
import type { ContentLines } from './content-lines';
import {
  MAX_CONTAINER_DEPTH,
  MAX_CONTAINERS,
  MAX_MARKS,
  MAX_PARTS,
  STEPS_BETWEEN_LOOKS,
  type StepCounter,
  tooMany,
} from './limits';
import type {
  BlockId,
  Enclosure,
  Footnote,
  FrontmatterBlock,
  Heading,
  Link,
  ListItem,
  NoteStructure,
  ReferenceDefinition,
  Section,
  SectionType,
  Span,
} from './note-structure';
import { countBefore, itemAt } from '../../utils/collections';
import { TextNeedle } from '../../utils/text/text-search';

/** Where blocks are, and what receives them. */
export interface Container {
  /** Quotes, list items and footnotes around it. */
  readonly depth: number;
  /** First line of the innermost list item around it, -1 if there is none. */
  readonly itemLine: number;
  /** Receives each block as it is found: a list of all blocks of a note would take as much memory as its sections. */
  add(block: Block): void;
}

/** What a quote or list item has to know about the blocks inside it. */
class InnerBlocks implements Container {
  firstId: TrailingId | undefined = undefined;
  /** The end of the block before the first list; undefined without a list, or if it is the first block. */
  endBeforeList: number | undefined = undefined;
  private last: Block | undefined = undefined;
  private holdsList = false;

  constructor(
    readonly depth: number,
    readonly itemLine: number,
  ) {}

  /** The id that ends the last block. */
  get lastId(): TrailingId | undefined {
    return this.last?.id;
  }

  add(block: Block): void {
    if (block.type === 'list' && !this.holdsList) {
      this.holdsList = true;
      this.endBeforeList = this.last?.end;
    }
    this.firstId ??= block.id;
    this.last = block;
  }
}

export interface Block extends Span {
  readonly type: SectionType;
  /** The first line after it. */
  readonly next: number;
  readonly id?: TrailingId | undefined;
}

export interface TrailingId extends Span {
  /** Whether the paragraph is only the id. */
  readonly alone: boolean;
}

/**
 * Recognises one kind of block at a non-blank line.
 * @param to the first line after the container; no rule reads further.
 */
export type BlockRule = (scan: Scan, line: number, to: number, container: Container) => Block | undefined;

type BlockScanner = (scan: Scan, from: number, to: number, container: Container) => void;

class Findings implements NoteStructure {
  frontmatter: FrontmatterBlock | undefined = undefined;
  readonly sections: Section[] = [];
  readonly headings: Heading[] = [];
  readonly listItems: ListItem[] = [];
  readonly links: Link[] = [];
  readonly embeds: Link[] = [];
  readonly tags: Span[] = [];
  readonly blockIds: BlockId[] = [];
  readonly footnotes: Footnote[] = [];
  readonly footnoteReferences: Footnote[] = [];
  readonly definitions: ReferenceDefinition[] = [];
  readonly enclosures: Enclosure[] = [];

  constructor(
    readonly length: number,
    readonly lineStarts: Int32Array,
  ) {}

  /** The number of findings other than sections. */
  get parts(): number {
    return (
      this.headings.length +
      this.listItems.length +
      this.links.length +
      this.embeds.length +
      this.tags.length +
      this.blockIds.length +
      this.footnotes.length +
      this.footnoteReferences.length +
      this.definitions.length +
      this.enclosures.length
    );
  }
}

export class Scan {
  readonly found: Findings;
  readonly commentMarks: Occurrences;
  readonly mathMarks: Occurrences;
  /** The number of steps at which the parts are counted again. */
  private lookAt = 0;
  private containers = 0;

  constructor(
    readonly text: string,
    readonly lines: ContentLines,
    readonly counter: StepCounter,
    private readonly scanBlocks: BlockScanner,
    private readonly isLimited: boolean,
  ) {
    this.found = new Findings(text.length, this.lines.starts);
    this.commentMarks = new Occurrences(text, '%%', 0, text.length, counter);
    this.mathMarks = new Occurrences(text, '$$', 0, text.length, counter);
  }

  /**
   * @param waiting parts that were found but not added to the findings yet
   * @throws ToolFailure `too_large` if more than `MAX_PARTS` were found and the parts are limited
   */
  limitParts(waiting = 0): void {
    if (this.counter.steps < this.lookAt) return;
    this.lookAt = this.counter.steps + STEPS_BETWEEN_LOOKS;
    if (this.isLimited && this.found.parts + waiting > MAX_PARTS) throw tooMany(MAX_PARTS, parts);
  }

  /**
   * @param marks brackets and runs of backticks of one paragraph so far
   * @throws ToolFailure `too_large` for more than `MAX_MARKS` if the scan is limited
   */
  limitMarks(marks: number): void {
    if (this.isLimited && marks > MAX_MARKS)
      throw tooMany(MAX_MARKS, 'brackets and backticks in one paragraph');
  }

  /**
   * Finds the blocks in the lines from `from` to `to` (exclusive) of a container inside `around`.
   * @throws ToolFailure `too_large` for more than `MAX_CONTAINERS` if the scan is limited
   */
  blocksInside(around: Container, from: number, to: number, itemLine = around.itemLine): InnerBlocks {
    this.containers += 1;
    if (this.isLimited && this.containers > MAX_CONTAINERS)
      throw tooMany(MAX_CONTAINERS, 'quotes and list items');
    const blocks = new InnerBlocks(around.depth + 1, itemLine);
    this.scanBlocks(this, from, to, blocks);
    return blocks;
  }

  isTooDeep(container: Container): boolean {
    return container.depth > MAX_CONTAINER_DEPTH;
  }

  /** The character `distance` after the start of the line's text; NaN or a line break if there is none. */
  codeAt(line: number, distance = 0): number {
    return this.text.charCodeAt(this.lines.text(line) + distance);
  }
}

const parts = 'headings, list items, links, tags and the like';

/** Finds a fixed string between two offsets; any number of look-ups, in any order, costs one pass at most. */
export class Occurrences {
  private readonly starts: number[] = [];
  /** Everything before this offset was scanned. */
  private seen: number;

  constructor(
    private readonly text: string,
    private readonly wanted: string,
    from: number,
    private readonly to: number,
    private readonly counter: StepCounter,
  ) {
    this.seen = from;
  }

  /** Offset of the first one at or after `at`, -1 if there is none. */
  next(at: number): number {
    if (at >= this.seen || (this.starts.at(-1) ?? -1) < at) return this.lookFor(at);
    const index = countBefore(this.starts.length, place => itemAt(this.starts, place) < at);
    return itemAt(this.starts, index);
  }

  private lookFor(wantedFrom: number): number {
    const from = this.seen;
    const behind = this.to - this.wanted.length + 1;
    if (from >= behind) return -1;
    const needle = new TextNeedle(this.wanted);
    let start = from - 1;
    do {
      start = needle.indexIn(this.text, start + 1, behind);
      if (start !== -1) this.starts.push(start);
    } while (start !== -1 && start < wantedFrom);
    this.seen = start === -1 ? behind : start + 1;
    this.counter.steps += this.seen - from;
    return start;
  }
}
