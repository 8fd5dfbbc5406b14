/** What one scan carries along: the text, its lines, and what was found so far. */
import { MAX_CONTAINER_DEPTH, type StepCounter } from './limits';
import { ContentLines } from './content-lines';
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
import { Occurrences } from './occurrences';
import type { OpenRules } from './open-rules';

/** Where a block stands. */
export interface Container {
  /** Quotes, list items and footnotes around it. */
  readonly depth: number;
  /** First line of the innermost list item around it, -1 if there is none. */
  readonly itemLine: number;
}

export interface Block extends Span {
  readonly type: SectionType;
  /** The first line behind it. */
  readonly next: number;
  /** The block id that ends it. */
  readonly id?: TrailingId | undefined;
}

export interface TrailingId extends Span {
  /** Nothing but the id is in the paragraph. */
  readonly alone: boolean;
}

/**
 * Recognises one kind of block at a line that has text.
 * @param to the container's first line that is not its own; no rule looks further.
 */
export type BlockRule = (scan: Scan, line: number, to: number, container: Container) => Block | undefined;

type BlockScanner = (scan: Scan, from: number, to: number, container: Container) => Block[];

export class Findings implements NoteStructure {
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
}

export class Scan {
  readonly lines: ContentLines;
  readonly found: Findings;
  readonly commentMarks: Occurrences;
  readonly mathMarks: Occurrences;

  constructor(
    readonly text: string,
    readonly rules: OpenRules,
    readonly counter: StepCounter,
    private readonly scanBlocks: BlockScanner,
  ) {
    this.lines = new ContentLines(text, rules.endsBeforeCarriageReturn, counter);
    this.found = new Findings(text.length, this.lines.starts);
    this.commentMarks = new Occurrences(text, '%%', 0, text.length, counter);
    this.mathMarks = new Occurrences(text, '$$', 0, text.length, counter);
  }

  /** Finds the blocks in the lines from `from` to `to` (exclusive) of a container inside `around`. */
  blocksInside(around: Container, from: number, to: number, itemLine = around.itemLine): Block[] {
    return this.scanBlocks(this, from, to, { depth: around.depth + 1, itemLine });
  }

  isTooDeep(container: Container): boolean {
    return container.depth > MAX_CONTAINER_DEPTH;
  }

  /** The character `distance` behind the start of the line's text; NaN or a line break where there is none. */
  codeAt(line: number, distance = 0): number {
    return this.text.charCodeAt(this.lines.text(line) + distance);
  }
}
