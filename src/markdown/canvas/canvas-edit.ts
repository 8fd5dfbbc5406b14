import { ToolFailure } from '../../errors';
import {
  type CanvasElement,
  changedElement,
  type Fields,
  newElement,
  type CanvasFile,
  canvasText,
  elementsOf,
  elementStyle,
  type ListName,
  readCanvas,
} from './canvas-file';
import { checkEdge, checkNode } from './canvas-fields';
import type { ObjectStyle } from './json-places';

export interface CanvasOperation {
  readonly action: `${'add' | 'update' | 'remove'}_${'node' | 'edge'}`;
  readonly id?: string | undefined;
  /** Members to set; null removes a member. */
  readonly fields?: Fields | undefined;
}

interface CanvasSurroundings {
  /** Returns an id; if the canvas has it already, the next one is used. */
  readonly newId: () => string;
  /** The vault path of a file for a card or group. @throws ToolFailure if there is none */
  readonly filePath: (named: string) => string;
}

export interface EditedCanvas {
  readonly text: string;
  /** Ids of the new nodes and edges, in the order of the operations. */
  readonly added: readonly string[];
  /** Ids of the edges that were removed with their nodes. */
  readonly removedEdges: readonly string[];
}

/**
 * Applies operations to a canvas, in order. All bytes of other elements stay.
 * @throws ToolFailure with the operation's number: `invalid_argument`, `already_exists`, `target_not_found`,
 * `target_ambiguous`; `unsupported_file`, and like `filePath`
 */
export function editCanvas(
  text: string,
  operations: readonly CanvasOperation[],
  surroundings: CanvasSurroundings,
): EditedCanvas {
  const edit = new CanvasEdit(readCanvas(text), surroundings);
  for (const [index, operation] of operations.entries()) {
    numbered(index, () => edit.apply(operation, index));
  }
  edit.checkEnds();
  const added = [...new Set(edit.added)].filter(element => edit.has(element));
  return { text: edit.isChanged ? edit.text() : text, added, removedEdges: edit.removedEdges };
}

class CanvasEdit {
  readonly added: string[] = [];
  readonly removedEdges: string[] = [];
  isChanged = false;
  private readonly lists: Record<ListName, CanvasElement[]>;
  private readonly style: ObjectStyle;
  /** For each added or changed edge, the last operation on it. */
  private readonly touchedEdges = new Map<unknown, number>();

  constructor(
    private readonly file: CanvasFile,
    private readonly surroundings: CanvasSurroundings,
  ) {
    this.lists = { nodes: [...elementsOf(file.lists.nodes)], edges: [...elementsOf(file.lists.edges)] };
    this.style = elementStyle(file);
  }

  text(): string {
    return canvasText(this.file, this.lists);
  }

  apply({ action, id, fields }: CanvasOperation, index: number): void {
    const name: ListName = action.endsWith('node') ? 'nodes' : 'edges';
    if (action.startsWith('remove')) this.remove(name, required(id), fields);
    else if (action.startsWith('update')) this.update(name, required(id), given(fields), index);
    else this.add(name, id, given(fields), index);
  }

  /** At the end, so that an edge may be added before its nodes. */
  checkEnds(): void {
    const nodes = new Set(this.lists.nodes.map(({ value }) => value['id']));
    for (const { value } of this.lists.edges) {
      const index = this.touchedEdges.get(value['id']);
      if (index === undefined) continue;
      const missing = ['fromNode', 'toNode'].find(end => !nodes.has(value[end]));
      if (missing !== undefined)
        throw ofOperation(
          index,
          new ToolFailure('target_not_found', `\`${missing}\` of the edge is the id of no node.`, { hint }),
        );
    }
  }

  private add(name: ListName, wanted: string | undefined, fields: Fields, index: number): void {
    const id = wanted ?? this.freshId();
    if (id === '' || this.has(id))
      throw new ToolFailure('already_exists', 'The canvas already has something with this `id`.', {
        hint: 'Leave `id` out to get a new one, or change what is there with `update_node` or `update_edge`.',
      });
    const own = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
    if (name === 'nodes') {
      const node = placedNode(this.withFiles(own), this.lists.nodes);
      checkNode(fields, node);
      this.lists.nodes.push(newElement({ id, ...node }, this.style));
    } else {
      checkEdge(fields, own);
      this.lists.edges.push(newElement({ id, ...own }, this.style));
      this.touchedEdges.set(id, index);
    }
    this.added.push(id);
    this.isChanged = true;
  }

  private update(name: ListName, id: string, fields: Fields, index: number): void {
    const list = this.lists[name];
    const { element, at } = this.find(name, id);
    const changed = changedElement(element, name === 'nodes' ? this.withFiles(fields) : fields, this.style);
    if (name === 'nodes') checkNode(fields, changed.value);
    else {
      checkEdge(fields, changed.value);
      this.touchedEdges.set(id, index);
    }
    list[at] = changed;
    this.isChanged ||= changed.text !== element.text;
  }

  private remove(name: ListName, id: string, fields: Fields | undefined): void {
    if (fields !== undefined)
      throw new ToolFailure('invalid_argument', 'Leave out `fields` to remove something.');
    this.lists[name].splice(this.find(name, id).at, 1);
    this.isChanged = true;
    if (name === 'edges') return;
    const isLoose = ({ value }: CanvasElement): boolean => value['fromNode'] === id || value['toNode'] === id;
    const loose = this.lists.edges.filter(isLoose);
    const ids = loose.map(({ value }) => ('id' in value ? String(value['id']) : '?'));
    this.removedEdges.push(...ids.filter(edge => !this.added.includes(edge)));
    this.lists.edges = this.lists.edges.filter(edge => !isLoose(edge));
  }

  private find(name: ListName, id: string): { element: CanvasElement; at: number } {
    const list = this.lists[name];
    const at = list.findIndex(({ value }) => value['id'] === id);
    const element = list[at];
    if (element === undefined)
      throw new ToolFailure(
        'target_not_found',
        `The canvas has no ${name === 'nodes' ? 'node' : 'edge'} with this \`id\`.`,
        { hint },
      );
    if (list.findLastIndex(({ value }) => value['id'] === id) === at) return { element, at };
    throw new ToolFailure('target_ambiguous', 'The canvas has this `id` more than once.', {
      hint: 'Ask the user to repair the canvas in Obsidian.',
    });
  }

  /** Paths in file cards and group backgrounds are written as in the vault. */
  private withFiles(fields: Fields): Fields {
    const named = Object.entries(fields).flatMap(([name, value]) => {
      if (!fileFields.has(name) || typeof value !== 'string' || value === '') return [];
      return [[name, this.surroundings.filePath(value)] as const];
    });
    return { ...fields, ...Object.fromEntries(named) };
  }

  private freshId(): string {
    for (;;) {
      const id = this.surroundings.newId();
      if (!this.has(id)) return id;
    }
  }

  has(id: string): boolean {
    return [...this.lists.nodes, ...this.lists.edges].some(({ value }) => value['id'] === id);
  }
}

/** Members of nodes that are paths. */
const fileFields: ReadonlySet<string> = new Set(['file', 'background']);

const hint = [
  'Read the canvas with `read_attachment`: it shows the ids.',
  'Ids are those in the JSON of the canvas.',
];

function required(id: string | undefined): string {
  if (id !== undefined) return id;
  throw new ToolFailure('invalid_argument', '`id` is required: it says what to change.');
}

function given(fields: Fields | undefined): Fields {
  const named = Object.entries(fields ?? {}).map(
    ([name, value]) => [name, numberMeant(name, value)] as const,
  );
  if (named.length > 0) return Object.fromEntries(named);
  throw new ToolFailure('invalid_argument', '`fields` is required: it says what to set.');
}

function numberMeant(name: string, value: unknown): unknown {
  const isText = /^(?:x|y|width|height)$/u.test(name) && typeof value === 'string';
  return isText && /^-?\d{1,9}$/u.test(value) ? Number(value) : value;
}

/** A failure names its operation, from 1. */
function numbered(index: number, run: () => void): void {
  try {
    run();
  } catch (error) {
    throw error instanceof ToolFailure ? ofOperation(index, error) : error;
  }
}

function ofOperation(index: number, { code, message, details, hint: way }: ToolFailure): ToolFailure {
  return new ToolFailure(code, `Operation ${index + 1}: ${message}`, { ...details, hint: way });
}

/** Pixels between a node and the one placed to its right. */
const gap = 40;

/** Default width and height of a new node in pixels, as in Obsidian 1.12. */
const defaultSize = { text: [250, 60], other: [400, 400] } as const;

/** A new node; unless its place is given, it goes to the right of the last node, where no card is. */
function placedNode(fields: Fields, nodes: readonly CanvasElement[]): Fields {
  const [usualWidth, usualHeight] = fields['type'] === 'text' ? defaultSize.text : defaultSize.other;
  const last = nodes.at(-1)?.value;
  const { type, x, y = numberOf(last?.['y']), ...own } = fields;
  const { width = usualWidth, height = usualHeight, ...rest } = own;
  const right = last === undefined ? 0 : numberOf(last['x']) + numberOf(last['width']) + gap;
  const placed = { x: x ?? freeLeft({ x: right, y, width, height }, nodes), y, width, height };
  return { ...(type === undefined ? {} : { type }), ...rest, ...placed };
}

/** The first free left side, from the node's own to the right, where it covers no card; it may lie in a group. */
function freeLeft(node: Fields, nodes: readonly CanvasElement[]): number {
  const own = rectangleOf(node);
  const cards = nodes.filter(({ value }) => value['type'] !== 'group').map(({ value }) => rectangleOf(value));
  const beside = cards.filter(({ top, bottom }) => top < own.bottom && own.top < bottom);
  let { left } = own;
  for (const card of beside.sort((a, b) => a.left - b.left))
    if (card.left < left + own.width && left < card.right) left = card.right + gap;
  return left;
}

function rectangleOf(node: Fields) {
  const left = numberOf(node['x']);
  const top = numberOf(node['y']);
  const width = numberOf(node['width']);
  return { left, top, width, right: left + width, bottom: top + numberOf(node['height']) };
}

/** Programs other than Obsidian write fractions. */
function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : 0;
}
