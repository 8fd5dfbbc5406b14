import { scanStructure } from '../../structure/scan-structure';
import { afterSpace, type Item, canvasValue, listAt, objectAt } from '../../canvas/json-places';
import type { Splice } from '../../text/splices';
import { redirectedLinks } from './note-links';
import { changedParts, type Redirect, type RedirectedText, Redirection } from './redirection';

/**
 * Points the files and links of a JSON canvas elsewhere: the `file` and `subpath` of its file nodes, the `background`
 * of its groups, and links in the Markdown of its text nodes. Nothing else changes, not even within a string. A file
 * that is not a canvas stays as it is.
 */
export function redirectCanvas(json: string, redirect: Redirect): RedirectedText {
  const all = new Redirection(redirect);
  for (const node of canvasNodes(json)) {
    const linking = linkingString(json, node);
    if (!linking) continue;
    const { literal } = linking;
    if (linking.isPath) {
      redirectPath(json, literal, linking.mayHavePart ? node.get('subpath') : undefined, all);
      continue;
    }
    const found = redirectText(stringAt(json, literal), literal.start, redirect);
    all.links += found.links;
    all.refused += found.refused;
    if (found.splices.length > 0) all.splices.push(...literalSplices(json, literal, found.splices));
  }
  return all.applyTo(json);
}

/** The member of each type of node that names files: as a vault path, or as links in Markdown. */
const linkingMembers = new Map([
  ['file', { member: 'file', isPath: true, mayHavePart: true }],
  ['group', { member: 'background', isPath: true, mayHavePart: false }],
  ['text', { member: 'text', isPath: false, mayHavePart: false }],
]);

interface LinkingString {
  readonly literal: Item;
  readonly isPath: boolean;
  /** Whether the node can name a part of the file. */
  readonly mayHavePart: boolean;
}

function linkingString(json: string, node: NodeStrings): LinkingString | undefined {
  const type = node.get('type');
  const linking = type && linkingMembers.get(stringAt(json, type));
  const literal = linking && node.get(linking.member);
  return literal && { literal, ...linking };
}

/** @param part the shown part of the file, if the card has that member */
function redirectPath(json: string, file: Item, part: Item | undefined, redirection: Redirection): void {
  const path = stringAt(json, file);
  if (path === '') return;
  const subpath = part === undefined ? '' : stringAt(json, part);
  const asked = { path, subpath, form: 'canvas', at: file.start, card: path } as const;
  const wanted = changedParts(asked, redirection.redirect(asked));
  if (wanted === undefined) return;
  const written = (value: string): string => JSON.stringify(value);
  const splices: Splice[] = [];
  if (wanted.path !== undefined) splices.push({ from: file.start, to: file.end, text: written(wanted.path) });
  if (wanted.subpath !== undefined && part !== undefined)
    splices.push({ from: part.start, to: part.end, text: written(wanted.subpath) });
  else if (wanted.subpath !== undefined)
    splices.push({ from: file.end, to: file.end, text: `,"subpath":${written(wanted.subpath)}` });
  redirection.update(splices);
}

function redirectText(markdown: string, at: number, redirect: Redirect): Redirection {
  const inCard: Redirect = link => redirect({ ...link, at, card: markdown });
  if (!markdown.includes('[')) return new Redirection(inCard);
  return redirectedLinks(markdown, { ...scanStructure(markdown), frontmatter: undefined }, inCard);
}

/** Maps splices of a string's value to its literal, in which escapes are longer than their characters. */
function literalSplices(json: string, literal: Item, splices: readonly Splice[]): Splice[] {
  const ordered = [...splices].sort((one, other) => one.from - other.from);
  let at = literal.start + 1;
  let value = 0;
  const offsetOf = (wanted: number): number => {
    for (; value < wanted; value += 1) {
      if (json[at] !== '\\') at += 1;
      else at += json[at + 1] === 'u' ? 6 : 2;
    }
    return at;
  };
  return ordered.map(({ from, to, text }) => ({
    from: offsetOf(from),
    to: offsetOf(to),
    text: JSON.stringify(text).slice(1, -1),
  }));
}

/** The literals of a node's string members, quotes included, by their names; the last of duplicate names. */
type NodeStrings = ReadonlyMap<string, Item>;

/** The nodes of a canvas; none for invalid JSON or no canvas. Linear in the text. */
function* canvasNodes(json: string): Generator<NodeStrings, void, void> {
  const start = afterSpace(json, 0);
  if (json[start] !== '{' || canvasValue(json) === undefined) return;
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

function stringAt(json: string, { start, end }: Item): string {
  const value: unknown = JSON.parse(json.slice(start, end));
  return typeof value === 'string' ? value : '';
}
