/**
 * Parses the line of one task. The parts joined are the line again, byte for byte: whatever they do not cover
 * is in the space between them.
 */
import { lastPiece, type TaskPiece } from './last-piece';
import { prioritiesBySign, type TaskField, type TaskForm } from './task-fields';

export interface TaskLine {
  /** Indent, quote marks, list marker and the opening bracket. */
  readonly prefix: string;
  /** The one character in the brackets. */
  readonly statusChar: string;
  /** The closing bracket and the space after it. */
  readonly gap: string;
  /** The description up to the first piece. */
  readonly text: string;
  /** Fields and tags at the end of the line, in their order. */
  readonly pieces: readonly TaskPiece[];
  /** `^id` with the space before it, or empty. */
  readonly blockLink: string;
  /** White space at the end of the line: two spaces are a line break, a CR belongs to the line ending. */
  readonly end: string;
}

const beginning = /^([\s>]*(?:[-*+]|[0-9]+[.)]) +\[)(.)(\] *)/u;
const blockLinkAtEnd = /^[a-zA-Z0-9-]+$/u;
/** The plugin reads about this many. */
const maxPieces = 200;

/** @param line without its line feed; undefined if it is no task */
export function parseTaskLine(line: string): TaskLine | undefined {
  const match = beginning.exec(line);
  if (match === null) return undefined;
  const [head, prefix = '', statusChar = '', gap = ''] = match;
  const trimmed = head.length + line.slice(head.length).trimEnd().length;
  const linkStart = blockLinkStart(line, head.length, trimmed);
  const { text, pieces } = piecesOf(line.slice(head.length, linkStart));
  return {
    prefix,
    statusChar,
    gap,
    text,
    pieces,
    blockLink: line.slice(linkStart, trimmed),
    end: line.slice(trimmed),
  };
}

/** The line again, without a line feed. */
export function taskLineText(line: TaskLine): string {
  const pieces = line.pieces.map(({ space, open, value, close }) => space + open + value + close);
  return [line.prefix, line.statusChar, line.gap, line.text, ...pieces, line.blockLink, line.end].join('');
}

/** The description: the line without its status, fields and block link. */
export function descriptionOf({ text, pieces }: TaskLine): string {
  return [text.trim(), ...pieces.filter(isTag).map(({ value }) => value)]
    .filter(part => part !== '')
    .join(' ');
}

/** The mark of its list item. */
export function bulletOf({ prefix }: TaskLine): string | undefined {
  return /[-*+\d.)]{1,12}$/u.exec(prefix.slice(0, -1).trimEnd())?.[0];
}

/** The value of a field, for a priority its name; if the field is repeated, the first value, as in the plugin. */
export function fieldValue({ pieces }: TaskLine, field: TaskField): string | undefined {
  const piece = pieces.find(one => one.field === field);
  if (piece === undefined) return undefined;
  return field === 'priority' ? (prioritiesBySign.get(piece.value) ?? piece.value) : piece.value.trim();
}

/** The form of the fields of a line; undefined if it has none. */
export function formOf({ pieces }: TaskLine): TaskForm | undefined {
  return pieces.find(piece => !isTag(piece))?.form;
}

/** Tags of a description, without `#`: after white space or at its start, as the plugin reads them. */
export function tagsIn(description: string): string[] {
  return [...description.matchAll(/(?:^|\s)#([^ !@#$%^&*(),.?":{}|<>]+)/g)].map(([, tag = '']) => tag.trim());
}

export function isTag({ field }: TaskPiece): boolean {
  return field === 'tag';
}

/** The start of ` ^id`, including the space before it; `end` if there is none. */
function blockLinkStart(line: string, start: number, end: number): number {
  const caret = line.lastIndexOf('^', end - 1);
  const isLink = caret > start && line[caret - 1] === ' ' && blockLinkAtEnd.test(line.slice(caret + 1, end));
  return isLink ? start + line.slice(start, caret).trimEnd().length : end;
}

function piecesOf(body: string): Pick<TaskLine, 'text' | 'pieces'> {
  const pieces: TaskPiece[] = [];
  let end = body.length;
  while (pieces.length < maxPieces) {
    const found = lastPiece(body, end);
    if (found === undefined) break;
    pieces.push(found.piece);
    end = found.start;
  }
  return { text: body.slice(0, end), pieces: pieces.reverse() };
}
