import type { ListItem, NoteStructure, Section, Span } from '../../structure/note-structure';
import { isBlankCode } from './blank-lines';
import { LineTable } from '../../text/positions';

/** A text with its structure. */
export interface ScannedText {
  readonly text: string;
  readonly structure: NoteStructure;
}

/** Lines that were inserted into a text beside one of its blocks. */
export interface Insertion {
  /** Where, in the text before it. */
  readonly at: number;
  /** Number of characters. */
  readonly length: number;
  /** The block beside which they were put. */
  readonly block: Span;
  /** Whether the block may take them in. */
  readonly mayGrow: boolean;
}

/** Whether every other block, item and id of a text is what it was before lines were inserted. */
export function keepsOtherBlocks(before: ScannedText, after: ScannedText, insertion: Insertion): boolean {
  return (
    keepsSections(before, after, insertion) &&
    keepsItems(before, after, insertion) &&
    keepsIds(before.structure, after.structure, insertion)
  );
}

/** A list, or a quote with one, that holds the block may become longer, and a list two lists. */
function keepsSections(before: ScannedText, after: ScannedText, insertion: Insertion): boolean {
  const now = new Map(after.structure.sections.map(section => [section.start, section]));
  return before.structure.sections.every(section => {
    const { start, end, type } = section;
    const same = now.get(moved(start, insertion));
    if (same === undefined) return holds(section, insertion.block) && type === 'list';
    if (same.type !== type) return false;
    return holds(section, insertion.block)
      ? mayHoldMore(section, insertion.block) || insertion.mayGrow || same.end === movedEnd(end, insertion)
      : same.end === movedEnd(end, insertion);
  });
}

/** A list, and a quote around the block; a quote that is the block itself would take the lines in. */
function mayHoldMore({ start, end, type }: Section, block: Span): boolean {
  if (type === 'list') return true;
  return (type === 'blockquote' || type === 'callout') && (start !== block.start || end !== block.end);
}

function keepsItems(before: ScannedText, after: ScannedText, insertion: Insertion): boolean {
  const now = new Map(after.structure.listItems.map(item => [item.start, item]));
  const lines = new LineTable(before.structure.lineStarts);
  const own = before.structure.listItems.find(({ start }) => start === insertion.block.start);
  return before.structure.listItems.every(item => {
    const same = now.get(moved(item.start, insertion));
    if (same === undefined || (same.task === -1) !== (item.task === -1)) return false;
    const isParent = own !== undefined && lines.lineOf(item.start) === own.parent;
    return isParent || (item === own && insertion.mayGrow) || textOf(before, item) === textOf(after, same);
  });
}

function keepsIds(before: NoteStructure, after: NoteStructure, insertion: Insertion): boolean {
  const now = new Map(after.blockIds.map(id => [id.start, id]));
  return before.blockIds.every(id => {
    const same = now.get(moved(id.start, insertion));
    if (same === undefined || same.names !== id.names) return false;
    const kind = id.names === 'item' ? 'listItems' : 'sections';
    const [old, fresh] = [before[kind][id.index], after[kind][same.index]];
    return old !== undefined && fresh !== undefined && fresh.start === moved(old.start, insertion);
  });
}

/** A loose list gives its items a blank line at the end, which is marked in a quote. */
function textOf({ text }: ScannedText, { start, end }: ListItem): string {
  let last = end;
  while (last > start && (isBlankCode(text.charCodeAt(last - 1)) || text[last - 1] === '>')) last -= 1;
  return text.slice(start, last);
}

function holds(section: Span, block: Span): boolean {
  return section.start <= block.start && block.end <= section.end;
}

/** Lines that follow a block directly begin where it ends. */
function movedEnd(offset: number, { at, length }: Insertion): number {
  return offset > at ? offset + length : offset;
}

function moved(offset: number, { at, length }: Insertion): number {
  return offset >= at ? offset + length : offset;
}
