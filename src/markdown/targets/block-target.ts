import { ToolFailure } from '../../errors';
import { nearest } from '../../utils/near';
import { GREATER_THAN, isWhitespace } from '../structure/characters';
import {
  lineOf,
  type BlockId,
  type ListItem,
  type NoteStructure,
  type SectionType,
  type Span,
} from '../structure/note-structure';
import { type HeadingQuery, maxCandidates, orOneOf } from './heading-target';

export interface NoteBlock extends Span {
  /** As written, without the caret. */
  readonly id: string;
  /** A list item's span is its own text: the items nested in it are not part of it. */
  readonly type: SectionType | 'item';
  /** The id with its caret: at the end of the block, or on a separate line below it. */
  readonly idSpan: Span;
  /** After everything that belongs to the block: nested items, and an id below it. */
  readonly wholeEnd: number;
  /** The block's own lines, 1-based and inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * The block with the id, given with or without its caret or as in a link, in any letter case.
 * @throws ToolFailure `target_not_found` with the ids of the note; `target_ambiguous` with the line of each
 * block that has it.
 */
export function findBlock(text: string, structure: NoteStructure, id: string, ways: Ways = {}): NoteBlock {
  const wanted = withoutCaret(id).toLowerCase();
  const fitting = structure.blockIds.filter(blockId => idOf(text, blockId).toLowerCase() === wanted);
  if (fitting.length > 1) throw ambiguous(text, structure, fitting);
  const [blockId] = fitting;
  const block = blockId && blockOf(text, structure, blockId);
  if (!block) throw missing(text, structure, wanted, ways);
  return block;
}

export function withoutCaret(id: string): string {
  return id.replace(/^#?\^/u, () => '');
}

/** The block that the id names; undefined if the structure is not that of the text. */
export function blockOf(text: string, structure: NoteStructure, blockId: BlockId): NoteBlock | undefined {
  const section = blockId.names === 'section' ? structure.sections[blockId.index] : undefined;
  const item = blockId.names === 'item' ? structure.listItems[blockId.index] : undefined;
  const span = section ?? item;
  if (!span) return undefined;
  const end = endOfText(text, span);
  return {
    id: idOf(text, blockId),
    type: section?.type ?? 'item',
    start: span.start,
    end,
    idSpan: { start: blockId.start, end: blockId.end },
    wholeEnd: Math.max(end, blockId.end, item ? endOfNested(text, structure, blockId.index) : 0),
    startLine: lineOf(structure, span.start) + 1,
    endLine: lineOf(structure, end) + 1,
  };
}

/** An item of a loose list ends on a blank line below its text; in a quote that line has the quote's mark. */
function endOfText(text: string, { start, end }: Span): number {
  for (let at = end; at > start;) {
    const feed = text.lastIndexOf('\n', at - 1);
    if (feed < start || !isBlankInQuote(text, feed + 1, at)) return at;
    at = text[feed - 1] === '\r' ? feed - 1 : feed;
  }
  return end;
}

function isBlankInQuote(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (!isWhitespace(code) && code !== GREATER_THAN) return false;
  }
  return true;
}

function endOfNested(text: string, structure: NoteStructure, index: number): number {
  const item = structure.listItems[index];
  if (!item) return 0;
  const family = new Set([lineOf(structure, item.start)]);
  let end = 0;
  for (let next = index + 1; next < structure.listItems.length; next += 1) {
    const nested: ListItem | undefined = structure.listItems[next];
    if (!nested || !family.has(nested.parent)) break;
    family.add(lineOf(structure, nested.start));
    end = Math.max(end, endOfText(text, nested));
  }
  return end;
}

function idOf(text: string, blockId: BlockId): string {
  return text.slice(blockId.start + 1, blockId.end);
}

type Ways = Pick<HeadingQuery, 'missingHint' | 'emptyHint'>;

function missing(text: string, structure: NoteStructure, wanted: string, ways: Ways): ToolFailure {
  const { missingHint, emptyHint = 'Name the part by its heading instead.' } = ways;
  const ids = structure.blockIds.slice(0, 2_000).map(blockId => idOf(text, blockId));
  const hint = missingHint ?? emptyHint;
  if (ids.length === 0)
    return new ToolFailure('target_not_found', 'The note has no blocks with ids.', { hint });
  const candidates = [...new Set([...nearest(wanted, ids), ...ids])].slice(0, maxCandidates);
  return new ToolFailure('target_not_found', 'No block in the note has that id.', {
    candidates: candidates.map(id => `^${id}`),
    ...orOneOf(missingHint),
  });
}

function ambiguous(text: string, structure: NoteStructure, fitting: readonly BlockId[]): ToolFailure {
  const candidates = fitting
    .slice(0, maxCandidates)
    .map(blockId => `^${idOf(text, blockId)} (line ${lineOf(structure, blockId.start) + 1})`);
  return new ToolFailure('target_ambiguous', `${fitting.length} blocks in the note have this id.`, {
    hint: 'Change the id of all but one, or address the text by its lines.',
    candidates,
  });
}
