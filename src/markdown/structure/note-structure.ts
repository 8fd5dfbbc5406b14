/**
 * The result of scanning one note. Every position is a UTF-16 offset into the scanned text, ends are
 * exclusive, and no string of the note is kept: a slice would keep the whole note alive.
 */

import { countBefore, itemAt, numberAt } from '../../utils/collections';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Index of the first span that starts at or after `offset`, in spans ordered by their start. */
export function firstAtOrBehind(spans: readonly Span[], offset: number): number {
  return countBefore(spans.length, index => itemAt(spans, index).start < offset);
}

export type SectionType =
  | 'yaml'
  | 'heading'
  | 'paragraph'
  | 'list'
  | 'blockquote'
  | 'callout'
  | 'code'
  | 'comment'
  | 'definition'
  | 'footnoteDefinition'
  | 'html'
  | 'math'
  | 'table'
  | 'thematicBreak';

/** A block of the top level, leading white space included. */
export interface Section extends Span {
  readonly type: SectionType;
}

/** `start` to `end` is the whole line, or both lines of an underlined heading. */
export interface Heading extends Span {
  readonly level: number;
  /** The text alone, without hashes and the space around it. */
  readonly textStart: number;
  readonly textEnd: number;
}

/** A list item as the app reports it: without the items nested in it. */
export interface ListItem extends Span {
  /** Offset of the character between the brackets, -1 if the item is no task. */
  readonly task: number;
  /** First line of the enclosing item; for an item of an outermost list, minus the list's first line (-1 for line 0). */
  readonly parent: number;
}

/** A link or embed to a target in the vault; links to outside are not reported. */
export interface Link extends Span {
  readonly form: 'wiki' | 'markdown';
  /** Its target, sub-path included, without brackets. */
  readonly targetStart: number;
  readonly targetEnd: number;
  /** Its shown text; -1 for both if it only has a target. */
  readonly textStart: number;
  readonly textEnd: number;
}

/** `start` to `end` is the whole definition or reference. */
export interface Footnote extends Span {
  readonly labelStart: number;
  readonly labelEnd: number;
}

/** `[label]: target`. */
export interface ReferenceDefinition extends Span {
  readonly labelStart: number;
  readonly labelEnd: number;
  readonly targetStart: number;
  readonly targetEnd: number;
}

/** A block id with its caret, and the block that it names. */
export interface BlockId extends Span {
  readonly names: 'section' | 'item';
  /** Position in `sections` or `listItems`. */
  readonly index: number;
}

/** Text in which a writer must not look for links, tags or headings; in comments, links and tags do count. */
export interface Enclosure extends Span {
  readonly kind: 'code' | 'math' | 'html' | 'comment';
}

/** The block between the `---` lines at the top; it ends after the closing dashes. */
export interface FrontmatterBlock extends Span {
  /** The YAML, from below the opening line to the start of the closing one. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

/** All lists are in the order of the text. */
export interface NoteStructure {
  readonly length: number;
  readonly lineStarts: Int32Array;
  readonly frontmatter: FrontmatterBlock | undefined;
  readonly sections: readonly Section[];
  readonly headings: readonly Heading[];
  readonly listItems: readonly ListItem[];
  readonly links: readonly Link[];
  readonly embeds: readonly Link[];
  /** Inline tags, each with its `#`. */
  readonly tags: readonly Span[];
  readonly blockIds: readonly BlockId[];
  readonly footnotes: readonly Footnote[];
  readonly footnoteReferences: readonly Footnote[];
  readonly definitions: readonly ReferenceDefinition[];
  readonly enclosures: readonly Enclosure[];
}

export interface ScannedText {
  readonly text: string;
  readonly structure: NoteStructure;
}

/** The line that contains an offset, from 0; its line break belongs to it. */
export function lineOf({ lineStarts }: Pick<NoteStructure, 'lineStarts'>, offset: number): number {
  return Math.max(0, countBefore(lineStarts.length, line => numberAt(lineStarts, line) <= offset) - 1);
}
