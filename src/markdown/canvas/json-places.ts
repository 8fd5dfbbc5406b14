/** Finds the items of lists and the members of objects in valid JSON, with their formatting, so that additions look like the rest. */
import { itemAt } from '../../utils/collections';
import { parsedJson } from '../../utils/json';

/** Offsets in UTF-16 units; `end` is exclusive. */
export interface Item {
  readonly start: number;
  readonly end: number;
}

/** From its name's first quote to the end of its value. */
export interface Member extends Item {
  readonly name: string;
  /** After the closing quote of the name. */
  readonly nameEnd: number;
  readonly valueStart: number;
}

/** A list or an object, from its opening bracket to after the closing one. */
export interface Sequence<I extends Item = Item> extends Item {
  readonly items: readonly I[];
}

/** The value of a canvas, which may be blank or begin with a byte order mark; undefined for invalid JSON. */
export function canvasValue(json: string): unknown {
  return json.trim() === '' ? {} : parsedJson(json.startsWith('\uFEFF') ? json.slice(1) : json);
}

/** @param start offset of the list's `[` */
export function listAt(json: string, start: number): Sequence {
  return sequenceAt(json, start, at => ({ start: at, end: valueEnd(json, at) }));
}

/** @param start offset of the object's `{` */
export function objectAt(json: string, start: number): Sequence<Member> {
  return sequenceAt(json, start, at => {
    const nameEnd = stringEnd(json, at);
    const name: unknown = JSON.parse(json.slice(at, nameEnd));
    const valueStart = afterSpace(json, afterSpace(json, nameEnd) + 1);
    return { start: at, end: valueEnd(json, valueStart), name: String(name), nameEnd, valueStart };
  });
}

/** The first offset from `at` on that is not white space. */
export function afterSpace(json: string, at: number): number {
  let next = at;
  while (next < json.length && ' \t\n\r\uFEFF'.includes(json.charAt(next))) next += 1;
  return next;
}

function sequenceAt<I extends Item>(json: string, start: number, itemAt: (at: number) => I): Sequence<I> {
  const items: I[] = [];
  let at = afterSpace(json, start + 1);
  while (!isClosing(json.charAt(at))) {
    const item = itemAt(at);
    items.push(item);
    at = afterSpace(json, item.end);
    if (json.charAt(at) === ',') at = afterSpace(json, at + 1);
  }
  return { start, end: at + 1, items };
}

function valueEnd(json: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    const char = json.charAt(at);
    if (char === '"') at = stringEnd(json, at);
    else {
      if (char === '{' || char === '[') depth += 1;
      else if (isClosing(char)) depth -= 1;
      else if (depth === 0) return wordEnd(json, at);
      at += 1;
    }
  } while (depth > 0);
  return at;
}

/** The end of a number, `true`, `false` or `null`. */
function wordEnd(json: string, start: number): number {
  let at = start;
  while (at < json.length && !' \t\n\r,]}'.includes(json.charAt(at))) at += 1;
  return at;
}

function stringEnd(json: string, start: number): number {
  let at = start + 1;
  while (json.charAt(at) !== '"') at += json.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

function isClosing(char: string): boolean {
  return char === '}' || char === ']';
}

/** The white space of a list or object. */
export interface Spacing {
  /** After the opening bracket. */
  readonly open: string;
  /** Between two items, with the comma. */
  readonly separator: string;
  /** Before the closing bracket. */
  readonly close: string;
}

export interface ObjectStyle extends Spacing {
  /** Between a name and its value. */
  readonly colon: string;
}

/** An item of the new sequence; an existing one has its old index. */
export interface Slot {
  readonly text: string;
  readonly from?: number | undefined;
}

/** Undefined if there is nothing between the brackets. */
export function spacingOf(json: string, { start, end, items }: Sequence): Spacing | undefined {
  const first = items[0];
  const last = items.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const open = json.slice(start + 1, first.start);
  const before = items.at(-2);
  return {
    open,
    separator: before === undefined ? `,${open}` : json.slice(before.end, last.start),
    close: json.slice(last.end, end - 1),
  };
}

/** Undefined for an object without members. */
export function objectStyle(json: string, object: Sequence<Member>): ObjectStyle | undefined {
  const spacing = spacingOf(json, object);
  const [first] = object.items;
  if (spacing === undefined || first === undefined) return undefined;
  return { ...spacing, colon: json.slice(first.nameEnd, first.valueStart) };
}

/** The items between brackets; existing ones keep their separator from the previous item. */
export function sequenceText(
  json: string,
  items: readonly Item[],
  slots: readonly Slot[],
  spacing: Spacing,
): string {
  if (slots.length === 0) return '';
  const parts = slots.map(({ text, from = 0 }, index) => {
    if (index === 0) return spacing.open + text;
    if (from === 0) return spacing.separator + text;
    return json.slice(itemAt(items, from - 1).end, itemAt(items, from).start) + text;
  });
  return parts.join('') + spacing.close;
}

export function memberText(name: string, value: unknown, { colon }: ObjectStyle): string {
  return JSON.stringify(name) + colon + JSON.stringify(value);
}
