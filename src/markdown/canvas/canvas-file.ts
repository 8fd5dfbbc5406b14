/** A JSON canvas as written: its nodes and edges with their texts and formatting. */
import { ToolFailure } from '../../errors';
import {
  afterSpace,
  listAt,
  objectAt,
  canvasValue,
  type Member,
  type Sequence,
  objectStyle,
  sequenceText,
  spacingOf,
  type ObjectStyle,
  type Spacing,
  memberText,
  type Slot,
} from './json-places';
import { isObject, isRecord } from '../../utils/json';

const listNames = ['nodes', 'edges'] as const;
export type ListName = (typeof listNames)[number];

/** The format of Obsidian 1.12, used for an empty file and `{}`. */
export const emptyCanvas = '{\n\t"nodes":[],\n\t"edges":[]\n}';

export function isCanvasPath(path: string): boolean {
  return /\.canvas$/iu.test(path);
}

interface CanvasList {
  readonly sequence: Sequence;
  readonly elements: readonly CanvasElement[];
}

export interface CanvasFile {
  readonly json: string;
  readonly root: Sequence<Member>;
  readonly rootStyle: ObjectStyle;
  /** Undefined if the canvas has no such list. */
  readonly lists: Readonly<Record<ListName, CanvasList | undefined>>;
}

/** Empty if the canvas has no such list. */
export function elementsOf(list: CanvasList | undefined): readonly CanvasElement[] {
  return list?.elements ?? [];
}

/** @throws ToolFailure `unsupported_file` for invalid JSON or no canvas */
export function readCanvas(text: string): CanvasFile {
  const bare = bareText(text);
  const json = isEmpty(bare) ? emptyIn(text) : text;
  const root = objectAt(json, afterSpace(json, 0));
  const rootStyle = objectStyle(json, root) ?? { open: '', separator: ',', close: '', colon: ':' };
  const nodes = readList(json, root, 'nodes');
  return { json, root, rootStyle, lists: { nodes, edges: readList(json, root, 'edges') } };
}

/** The style for a new node or edge: that of the last node, or of the last edge, or one line in the style of the file. */
export function elementStyle({ rootStyle, lists }: CanvasFile): ObjectStyle {
  for (const name of listNames) {
    const text = lists[name]?.elements.at(-1)?.text;
    const style = text === undefined ? undefined : objectStyle(text, objectAt(text, 0));
    if (style !== undefined) return style;
  }
  const { colon } = rootStyle;
  return { open: '', separator: colon.endsWith(' ') ? ', ' : ',', close: '', colon };
}

/** The file's text with these nodes and edges; unchanged lists keep every byte. */
export function canvasText(
  file: CanvasFile,
  elements: Readonly<Record<ListName, readonly CanvasElement[]>>,
): string {
  const { json, root, rootStyle } = file;
  const written = (name: ListName): string => {
    const list = file.lists[name];
    const spacing = listSpacing(file, name);
    return `[${sequenceText(json, list?.sequence.items ?? [], elements[name], spacing)}]`;
  };
  const slots = root.items.map((member, from) => {
    const name = listNames.find(one => one === member.name);
    const list = name === undefined ? undefined : file.lists[name];
    const isChanged =
      name !== undefined &&
      list?.sequence.start === member.valueStart &&
      !isSame(list.elements, elements[name]);
    const end = isChanged ? member.valueStart : member.end;
    return { text: json.slice(member.start, end) + (isChanged ? written(name) : ''), from };
  });
  const added = listNames
    .filter(name => file.lists[name] === undefined && elements[name].length > 0)
    .map(name => ({ text: `"${name}"${rootStyle.colon}${written(name)}` }));
  const inside = sequenceText(json, root.items, [...slots, ...added], rootStyle);
  return `${json.slice(0, root.start + 1)}${inside}${json.slice(root.end - 1)}`;
}

function isSame(before: readonly CanvasElement[], after: readonly CanvasElement[]): boolean {
  return (
    before.length === after.length && before.every((element, index) => element.text === after[index]?.text)
  );
}

/** The spacing of the list, or of the other one, or one element per line if the file has lines. */
function listSpacing({ json, rootStyle, lists }: CanvasFile, name: ListName): Spacing {
  for (const list of [lists[name], lists.nodes, lists.edges]) {
    const spacing = list === undefined ? undefined : spacingOf(json, list.sequence);
    if (spacing !== undefined) return spacing;
  }
  const line = rootStyle.open;
  if (!line.includes('\n')) return { open: '', separator: ',', close: '' };
  const open = line + line.slice(line.lastIndexOf('\n') + 1);
  return { open, separator: `,${open}`, close: line };
}

function readList(json: string, root: Sequence<Member>, name: ListName): CanvasList | undefined {
  // JSON uses the last of duplicate names.
  const member = root.items.findLast(one => one.name === name);
  if (member === undefined) return undefined;
  if (json[member.valueStart] !== '[') throw notACanvas();
  const sequence = listAt(json, member.valueStart);
  const elements: CanvasElement[] = [];
  for (const [from, { start, end }] of sequence.items.entries()) {
    const text = json.slice(start, end);
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || Array.isArray(value)) throw notACanvas();
    elements.push({ value, text, from });
  }
  return { sequence, elements };
}

/** Whether a text is a canvas without cards and anything else; JSON Canvas requires neither list. */
export function isEmptyCanvas(text: string): boolean {
  const value = canvasValue(text);
  const names: readonly string[] = listNames;
  const isEmptyList = ([name, list]: [string, unknown]): boolean =>
    names.includes(name) && Array.isArray(list) && list.length === 0;
  return isObject(value) && Object.entries(value).every(isEmptyList);
}

function bareText(text: string): unknown {
  const value = canvasValue(text);
  if (value !== undefined) return value;
  throw new ToolFailure('unsupported_file', 'The canvas is not valid JSON. It was not changed.', {
    hint: 'Ask the user to repair the file, or to restore an earlier version.',
  });
}

/** Whether a canvas is empty. @throws ToolFailure if it is no object */
function isEmpty(value: unknown): boolean {
  if (!isRecord(value) || Array.isArray(value)) throw notACanvas();
  return Object.keys(value).length === 0;
}

function emptyIn(text: string): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + emptyCanvas + (/(?<=\})\r?\n$/u.exec(text)?.[0] ?? '');
}

function notACanvas(): ToolFailure {
  return new ToolFailure('unsupported_file', 'The file is JSON, but not a canvas.');
}

/** The members of a node or an edge, or changes of them. */
export type Fields = Readonly<Record<string, unknown>>;

/** A node or edge: its value and its JSON text, which are equivalent. */
export interface CanvasElement {
  readonly value: Fields;
  readonly text: string;
  /** Its index among the existing ones; undefined for a new one. */
  readonly from?: number | undefined;
}

export function newElement(value: Fields, style: ObjectStyle): CanvasElement {
  const members = Object.entries(value).map(([name, member]) => memberText(name, member, style));
  return { value, text: `{${style.open}${members.join(style.separator)}${style.close}}` };
}

/**
 * Sets members of an element and removes those that are null. All other bytes stay, including values that are
 * equal to the new ones.
 * @param usual the style if the element has no member
 */
export function changedElement(element: CanvasElement, fields: Fields, usual: ObjectStyle): CanvasElement {
  const { text } = element;
  const object = objectAt(text, afterSpace(text, 0));
  const style = objectStyle(text, object) ?? usual;
  const value = new Map(Object.entries(element.value));
  const slots = object.items.flatMap((member, from): Slot[] => {
    if (!Object.hasOwn(fields, member.name)) return [{ text: text.slice(member.start, member.end), from }];
    const wanted = fields[member.name];
    return wanted === null ? [] : [{ text: withValue(text, member, wanted), from }];
  });
  for (const [name, wanted] of Object.entries(fields)) {
    if (wanted === null) value.delete(name);
    else {
      if (!value.has(name)) slots.push({ text: memberText(name, wanted, style) });
      value.set(name, wanted);
    }
  }
  return {
    ...element,
    value: Object.fromEntries(value),
    text: `{${sequenceText(text, object.items, slots, style)}}`,
  };
}

function withValue(text: string, member: Member, wanted: unknown): string {
  const there = text.slice(member.valueStart, member.end);
  const written = JSON.stringify(wanted);
  const isEqual = JSON.stringify(JSON.parse(there)) === written;
  return text.slice(member.start, member.valueStart) + (isEqual ? there : written);
}
