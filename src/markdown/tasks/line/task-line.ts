/**
 * The line of one task: its parts, and the line with one of them changed. The parts joined are the line again, byte for
 * byte: whatever they do not cover is in the space between them.
 */
import {
  prioritiesBySign,
  type TaskField,
  type TaskForm,
  taskFields,
  writtenField,
  fieldsByKey,
  fieldsBySign,
  isValueOf,
} from './task-fields';

export interface TaskLine {
  /** Indent, quote marks, list marker and the opening bracket. */
  readonly prefix: string;
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

/** The value of a field; for a priority, its name. The first value counts if the field is repeated, as in the plugin. */
export function fieldValue({ pieces }: TaskLine, field: TaskField): string | undefined {
  const piece = pieces.find(one => one.field === field);
  if (piece === undefined) return undefined;
  return field === 'priority' ? (prioritiesBySign.get(piece.value) ?? piece.value) : piece.value.trim();
}

/** The form of the fields of a line; undefined if it has none. */
export function formOf({ pieces }: TaskLine): TaskForm | undefined {
  return pieces.find(piece => !isTag(piece))?.form;
}

/** Links and code on one line, of a limited length; also escaped characters, which begin neither. */
const linkOrCode =
  /\\.|\[\[[^[\]]*\]\]|\[[^[\]]*\]\((?:<[^<>]*>|[^()\s]*)(?: "[^"]*")?\)|(?<!(?<!\\)`)(`+)(?!`).{0,2000}?(?<!`)\1(?!`)/gu;

/**
 * Tags of a description, without `#`: after white space or at its start, as the plugin reads them; but none in links and
 * code, where the app has none.
 */
export function tagsIn(description: string): string[] {
  const text = description.replace(linkOrCode, part => (part.startsWith('\\') ? part : '()'));
  return [...text.matchAll(/(?:^|\s)#([^ !@#$%^&*(),.?":{}|<>]+)/g)].map(([, tag = '']) => tag.trim());
}

function isTag({ field }: TaskPiece): boolean {
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

/**
 * Sets a field: an existing one in its own form; a new one at the place where the plugin would write it.
 * @param value for a priority, its name
 * @param form of a new field
 */
export function withField(line: TaskLine, field: TaskField, value: string, form: TaskForm): TaskLine {
  const at = line.pieces.findIndex(piece => piece.field === field);
  const old = line.pieces[at];
  if (old === undefined) return withNewField(line, field, value, form);
  const written = writtenField(field, value, old.form);
  return { ...line, pieces: line.pieces.with(at, { ...old, value: written.value }) };
}

/** Removes a field, even if it is repeated. */
export function withoutField(line: TaskLine, field: TaskField): TaskLine {
  const pieces = line.pieces.filter(piece => piece.field !== field);
  return pieces.length === line.pieces.length ? line : { ...line, pieces };
}

/** Replaces the description with its tags. @param description one line, trimmed */
export function withDescription(line: TaskLine, description: string): TaskLine {
  const gap = line.gap.endsWith(' ') ? line.gap : `${line.gap} `;
  const pieces = line.pieces.filter(piece => !isTag(piece));
  return { ...line, gap, text: description, pieces: description === '' ? pieces : separated(pieces, 0, ' ') };
}

function withNewField(line: TaskLine, field: TaskField, value: string, form: TaskForm): TaskLine {
  // Two spaces, since Dataview hides every second field that has one (issue 1913 of Tasks).
  const usual = form === 'dataview' ? '  ' : ' ';
  const behind = line.pieces.findIndex(piece => !isTag(piece) && orderOf(piece) > taskFields.indexOf(field));
  const at = behind < 0 ? line.pieces.length : behind;
  const isFirst = at === 0 && line.text === '';
  const piece: TaskPiece = {
    field,
    form,
    ...writtenField(field, value, form),
    space: isFirst && line.gap.endsWith(' ') ? '' : usual,
  };
  return { ...line, pieces: separated(line.pieces.toSpliced(at, 0, piece), at + 1, usual) };
}

/** The first piece of an empty text had no space before it. */
function separated(pieces: readonly TaskPiece[], at: number, space: string): readonly TaskPiece[] {
  const piece = pieces[at];
  return piece === undefined || piece.space !== '' ? pieces : pieces.with(at, { ...piece, space });
}

function orderOf({ field }: TaskPiece): number {
  return field === 'tag' ? -1 : taskFields.indexOf(field);
}

/** A field or a tag; its text is `space`, `open`, `value` and `close`. */
interface TaskPiece {
  readonly field: TaskField | 'tag';
  readonly form: TaskForm;
  /** White space before it. */
  readonly space: string;
  readonly open: string;
  /** As written: for a priority in the emoji form, its sign. */
  readonly value: string;
  readonly close: string;
}

interface FoundPiece {
  readonly piece: TaskPiece;
  /** Start offset, including the space before it. */
  readonly start: number;
}

type Bare = Omit<TaskPiece, 'space'>;

/**
 * The piece at the end of a text: the plugin reads fields from there, in any order, with tags between.
 * @param end of the text; white space at its end must have been removed
 */
function lastPiece(text: string, end: number): FoundPiece | undefined {
  const bare = pieceAt(text, end);
  if (bare === undefined) return undefined;
  const at = end - bare.open.length - bare.value.length - bare.close.length;
  const start = text.slice(0, at).trimEnd().length;
  return { piece: { ...bare, space: text.slice(start, at) }, start };
}

/** Ids are checked after tags: `#a🆔b` is a tag. */
function pieceAt(text: string, end: number): Bare | undefined {
  const signed = prioritySign(text, end) ?? signedField(text, end);
  const isId = signed?.field === 'id' || signed?.field === 'dependsOn';
  if (signed !== undefined && !isId) return signed;
  return tag(text, end) ?? signed ?? inlineField(text, end);
}

/** May follow an emoji, and requests its coloured form. */
const variant = '\uFE0F';

function prioritySign(text: string, end: number): Bare | undefined {
  const close = text.endsWith(variant, end) ? variant : '';
  const at = end - close.length;
  const sign = [...prioritiesBySign.keys()].find(one => text.endsWith(one, at));
  return sign === undefined ? undefined : { field: 'priority', form: 'emoji', open: '', value: sign, close };
}

const inValue = /[\w, !-]/;

/** `📅 2026-11-22`: back over all characters of a value, to a sign. */
function signedField(text: string, end: number): Bare | undefined {
  let from = end;
  while (from > 0 && inValue.test(text.charAt(from - 1))) from -= 1;
  if (from === end) return undefined;
  const signEnd = text.endsWith(variant, from) ? from - variant.length : from;
  const sign = [...fieldsBySign.keys()].find(one => text.endsWith(one, signEnd));
  const field = sign === undefined ? undefined : fieldsBySign.get(sign);
  if (sign === undefined || field === undefined) return undefined;
  const value = text.slice(from, end).trimStart();
  if (!isValueOf(field, value)) return undefined;
  const open = text.slice(signEnd - sign.length, end - value.length);
  return { field, form: 'emoji', open, value, close: '' };
}

const closings: ReadonlyMap<string, '[' | '('> = new Map([
  [']', '['],
  [')', '('],
]);

/** `[due:: 2026-11-22]`, `(due:: 2026-11-22)`, either followed by a comma. */
function inlineField(text: string, end: number): Bare | undefined {
  const inner = text.endsWith(',', end) ? behindSpaces(text, end - 1) : end;
  const opening = closings.get(text.charAt(inner - 1));
  const at = opening === undefined ? -1 : text.lastIndexOf(opening, inner - 1);
  if (at < 0) return undefined;
  const content = text.slice(at + 1, inner - 1);
  const colons = content.indexOf('::');
  const field = colons < 0 ? undefined : fieldsByKey.get(content.slice(0, colons).trimStart());
  if (field === undefined) return undefined;
  const spaced = content.slice(colons + 2);
  const value = spaced.trim();
  if (!isValueOf(field, value)) return undefined;
  const from = at + 1 + colons + 2 + (spaced.length - spaced.trimStart().length);
  const close = text.slice(from + value.length, end);
  return { field, form: 'dataview', open: text.slice(at, from), value, close };
}

const notInTag = /[ !@#$%^&*(),.?":{}|<>]/;

function tag(text: string, end: number): Bare | undefined {
  let from = end;
  while (from > 0 && !notInTag.test(text.charAt(from - 1))) from -= 1;
  const hash = from - 1;
  const isTag = from < end && text[hash] === '#' && (hash === 0 || /\s/.test(text.charAt(hash - 1)));
  return isTag
    ? { field: 'tag', form: 'emoji', open: '', value: text.slice(hash, end), close: '' }
    : undefined;
}

function behindSpaces(text: string, end: number): number {
  let at = end;
  while (at > 0 && text[at - 1] === ' ') at -= 1;
  return at;
}
