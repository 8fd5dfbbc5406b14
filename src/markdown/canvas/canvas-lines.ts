import { jsonLine } from '../../utils/text/pieces';
import { type Fields, elementsOf, readCanvas } from './canvas-file';

/** Members that a line shows in their own format. */
const shownApart: ReadonlySet<string> = new Set('id type x y width height fromNode toNode'.split(' '));

/**
 * The content of a canvas, one line per node and edge: its id, its kind, and its other members as JSON.
 * @throws ToolFailure `unsupported_file` if it is no canvas
 */
export function canvasLines(text: string): string[] {
  const { lists } = readCanvas(text);
  const nodes = elementsOf(lists.nodes).map(({ value }) => nodeLine(value));
  return [...nodes, ...elementsOf(lists.edges).map(({ value }) => edgeLine(value))];
}

function nodeLine(node: Fields): string {
  const place = `at ${plain(node['x'])},${plain(node['y'])} size ${plain(node['width'])}×${plain(node['height'])}`;
  return ['node', plain(node['id']), plain(node['type']), ...others(node), place].join(' ');
}

function edgeLine(edge: Fields): string {
  const ends = `${plain(edge['fromNode'])} → ${plain(edge['toNode'])}`;
  return ['edge', plain(edge['id']), ends, ...others(edge)].join(' ');
}

function others(element: Fields): string[] {
  return Object.entries(element)
    .filter(([name]) => !shownApart.has(name))
    .map(([name, value]) => `${plainText.test(name) ? name : jsonLine(name)}=${jsonLine(value)}`);
}

const plainText = /^[\w.-]+$/u;

/** Unquoted if it is unambiguous, else as JSON. */
function plain(value: unknown): string {
  if (value === undefined) return '?';
  return typeof value === 'string' && plainText.test(value) ? value : jsonLine(value);
}
