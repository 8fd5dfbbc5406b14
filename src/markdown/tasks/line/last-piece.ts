/** Parses the end of a task's text. The plugin reads fields from the end, in any order, with tags between. */
import {
  fieldsByKey,
  fieldsBySign,
  isValueOf,
  prioritiesBySign,
  type TaskField,
  type TaskForm,
} from './task-fields';

/** A field or a tag; its text is `space`, `open`, `value` and `close`. */
export interface TaskPiece {
  readonly field: TaskField | 'tag';
  readonly form: TaskForm;
  /** White space before it. */
  readonly space: string;
  readonly open: string;
  /** As written: for a priority in the emoji form, its sign. */
  readonly value: string;
  readonly close: string;
}

export interface FoundPiece {
  readonly piece: TaskPiece;
  /** Start offset, including the space before it. */
  readonly start: number;
}

type Bare = Omit<TaskPiece, 'space'>;

/** @param end of the text; white space at its end must have been removed */
export function lastPiece(text: string, end: number): FoundPiece | undefined {
  const bare = pieceAt(text, end);
  if (bare === undefined) return undefined;
  const at = end - bare.open.length - bare.value.length - bare.close.length;
  const start = behindText(text, at);
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

function behindText(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

function behindSpaces(text: string, end: number): number {
  let at = end;
  while (at > 0 && text[at - 1] === ' ') at -= 1;
  return at;
}
