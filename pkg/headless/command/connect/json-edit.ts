/** Sets and removes properties in the text of a JSON file; every other byte stays. */
import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** The tree of a JSON text, with comments and trailing commas allowed; undefined for any other text. */
export function treeOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? tree : undefined;
}

/** @returns the text with a property set; undefined if its parent is no object */
export function withProperty(
  text: string,
  tree: Node,
  path: readonly string[],
  value: unknown,
): string | undefined {
  const there = findNodeAtLocation(tree, [...path]);
  if (there !== undefined) {
    const own = pretty(value, text, indentAt(text, there.parent?.offset ?? there.offset));
    return splice(text, there.offset, there.offset + there.length, own);
  }
  const [key = '', ...rest] = path;
  const inner = rest.length === 0 ? undefined : findNodeAtLocation(tree, [key]);
  if (inner === undefined) return inserted(text, tree, key, nested(rest, value));
  const [last = ''] = rest;
  return inserted(text, inner, last, value);
}

/** @returns the text without a property; undefined if it has none */
export function withoutProperty(text: string, tree: Node, path: readonly string[]): string | undefined {
  const property = findNodeAtLocation(tree, [...path])?.parent;
  if (property === undefined) return undefined;
  const start = text.slice(0, property.offset).trimEnd().length;
  const end = property.offset + property.length;
  const comma = /^\s*,/.exec(text.slice(end))?.[0].length;
  if (comma !== undefined) return splice(text, start, end + comma, '');
  // The last property goes with the comma before it.
  return splice(text, text[start - 1] === ',' ? start - 1 : start, end, '');
}

/** As the first property, so that comments stay with their own properties. */
function inserted(text: string, object: Node, key: string, value: unknown): string | undefined {
  if (object.type !== 'object') return undefined;
  const [first] = object.children ?? [];
  const at = object.offset + 1;
  const isOneLine = first !== undefined && !text.slice(at, first.offset).includes('\n');
  const comma = first === undefined ? '' : ',';
  if (isOneLine) {
    const short = `${JSON.stringify(key)}: ${JSON.stringify(value)}${comma}`;
    return splice(text, at, at, /\s/.test(text.charAt(at)) ? ` ${short}` : `${short} `);
  }
  const outer = indentAt(text, object.offset);
  const indent = first === undefined ? `${outer}${unitOf(text)}` : indentAt(text, first.offset);
  const property = `${eolOf(text)}${indent}${JSON.stringify(key)}: ${pretty(value, text, indent)}${comma}`;
  const isEmpty = text.slice(at).trimStart().startsWith('}');
  const gap =
    isEmpty && !text.slice(at, text.indexOf('}', at)).includes('\n') ? `${eolOf(text)}${outer}` : '';
  return splice(text, at, at, `${property}${gap}`);
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}

function pretty(value: unknown, text: string, indent: string): string {
  return JSON.stringify(value, undefined, unitOf(text))
    .split('\n')
    .join(`${eolOf(text)}${indent}`);
}

/** The indentation of the offset's line. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[\t ]*/.exec(line)?.[0] ?? '';
}

function unitOf(text: string): string {
  return /\n([\t ]+)\S/.exec(text)?.[1] ?? '  ';
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function splice(text: string, start: number, end: number, inner: string): string {
  return `${text.slice(0, start)}${inner}${text.slice(end)}`;
}
