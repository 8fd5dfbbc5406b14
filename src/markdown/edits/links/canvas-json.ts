/** Finds the strings of a canvas's nodes in its JSON. */
import { afterSpace, listAt, objectAt, parsedJson, type Item } from '../../canvas/json-places';

/** The literals of a node's string members, quotes included, by their names; the last of duplicate names. */
export type NodeStrings = ReadonlyMap<string, Item>;

/** The nodes of a canvas; none for invalid JSON or no canvas. Linear in the text. */
export function* canvasNodes(json: string): Generator<NodeStrings, void, void> {
  const start = afterSpace(json, 0);
  if (json[start] !== '{' || parsedJson(json) === undefined) return;
  const lists = objectAt(json, start).items.filter(
    ({ name, valueStart }) => name === 'nodes' && json[valueStart] === '[',
  );
  const nodes = lists.at(-1);
  for (const node of nodes === undefined ? [] : listAt(json, nodes.valueStart).items)
    if (json[node.start] === '{') yield stringsAt(json, node.start);
}

function stringsAt(json: string, start: number): NodeStrings {
  const strings = new Map<string, Item>();
  for (const { name, valueStart, end } of objectAt(json, start).items) {
    strings.delete(name);
    if (json[valueStart] === '"') strings.set(name, { start: valueStart, end });
  }
  return strings;
}

export function stringAt(json: string, { start, end }: Item): string {
  const value: unknown = JSON.parse(json.slice(start, end));
  return typeof value === 'string' ? value : '';
}
