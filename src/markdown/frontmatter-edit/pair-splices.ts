/** Writes, changes and removes one property in the text of its YAML; a list item by item. */
import type { CST } from 'yaml';
import { fingerprint } from './edits';
import {
  colonEnd,
  isBlank,
  itemEnd,
  itemStart,
  keyLineComment,
  type CollectionItem,
  type Token,
} from './source';
import { keyText, blockLines, inlineText, isFilled, WrittenScalar } from './value-text';
import { lineStart, lineEnd, afterLine, type Newline } from '../text/lines';
import type { Splice } from '../text/splices';
import { countOf, countUp, itemAt } from '../../utils/collections';
import { isList } from '../../utils/json';

/** The YAML text that pairs are spliced in. */
export interface Page {
  readonly text: string;
  readonly newline: Newline;
  /** The column at which the root map's names are. */
  readonly indent: number;
}

/** Lines for a new property, each with its line break. */
export function newPair(page: Page, key: string, value: unknown): string {
  const head = `${' '.repeat(page.indent)}${keyText(key, 'block')}:`;
  return head + valueText(page, value, isFilled(value) ? page.indent + 2 : undefined) + page.newline;
}

/** Removes the lines of a pair; comments around it stay. Undefined if it shares a line with something else. */
export function closeRemoval({ text }: Page, item: CollectionItem): Splice | undefined {
  const start = itemStart(item);
  const end = itemEnd(text, item);
  if (start === undefined || end === undefined) return undefined;
  const from = lineStart(text, start);
  return isBlank(text.slice(from, start)) ? { from, to: afterLine(text, end), text: '' } : undefined;
}

/** Also removes blank lines and indented comments below, which would become text of a block scalar above. */
export function wideRemoval(page: Page, item: CollectionItem): Splice | undefined {
  const close = closeRemoval(page, item);
  if (!close) return undefined;
  let to = close.to;
  while (to < page.text.length) {
    const line = page.text.slice(to, afterLine(page.text, to));
    const isIndentedComment =
      line.trimStart().startsWith('#') && line.startsWith(' '.repeat(page.indent + 1));
    if (!isBlank(line) && !isIndentedComment) break;
    to += line.length;
  }
  return { ...close, to };
}

/** Sets the value of a pair; unchanged list items keep their format. */
export function closeSplices(
  page: Page,
  key: string,
  item: CollectionItem,
  old: unknown,
  value: unknown,
): Splice[] {
  const byItem =
    isList(old) && isList(value) && item.value
      ? listSplices(page.text, item.value, old, value, page.newline)
      : undefined;
  return byItem ?? [wholeSplice(page, key, item, withOldText(item, old, value))];
}

/** Keeps the written form of a scalar that becomes the first item of a list, such as all digits of a number. */
function withOldText({ value: token }: CollectionItem, old: unknown, value: unknown): unknown {
  if (!isList(value) || isList(old) || token === undefined || !isScalar(token)) return value;
  const print = fingerprint(old);
  const written = new WrittenScalar(token.source);
  return token.source.includes('\n') ? value : value.map(one => (fingerprint(one) === print ? written : one));
}

function isScalar(token: Token): token is CST.FlowScalar {
  return ['scalar', 'single-quoted-scalar', 'double-quoted-scalar'].includes(token.type);
}

/** Replaces a pair's whole value; a comment on the key's line stays. */
export function wholeSplice(page: Page, key: string, item: CollectionItem, value: unknown): Splice {
  const colon = colonEnd(item);
  const end = itemEnd(page.text, item);
  if (colon === undefined || end === undefined) return wholePair(page, key, item, value);
  const block = blockIndent(page, item, value);
  const written = valueText(page, value, block);
  const line = lineEnd(page.text, end);
  if (item.value?.type === 'block-seq' || item.value?.type === 'block-map') {
    const comment = keyLineComment(item);
    const tail = comment ? ` ${comment.source}` : '';
    return { from: colon, to: line, text: block === undefined ? written + tail : tail + written };
  }
  const rest = page.text.slice(end, line);
  if (block !== undefined) return { from: colon, to: line, text: (isBlank(rest) ? '' : rest) + written };
  const from = value === null ? colon : (oldStart(item, colon) ?? colon);
  if (from === colon) return { from, to: isBlank(rest) ? line : end, text: written };
  return { from, to: end, text: written.trimStart() };
}

/** An explicit key without a colon is rewritten. */
function wholePair(page: Page, key: string, item: CollectionItem, value: unknown): Splice {
  const from = itemStart(item) ?? 0;
  const pair = newPair(page, key, value);
  return { from, to: itemEnd(page.text, item) ?? from, text: pair.slice(page.indent, -page.newline.length) };
}

/** The start of the old value with its anchor and tag; undefined for an empty one. */
function oldStart(item: CollectionItem, colon: number): number | undefined {
  const property = (item.sep ?? []).find(
    ({ offset, type }) => offset >= colon && (type === 'anchor' || type === 'tag'),
  );
  const value = item.value && 'source' in item.value && item.value.source === '' ? undefined : item.value;
  return (property ?? value)?.offset;
}

/** The column for a block-style value; undefined if it is written on the key's line. */
function blockIndent(page: Page, item: CollectionItem, value: unknown): number | undefined {
  const old = item.value;
  if (!isFilled(value) || old?.type === 'flow-collection') return undefined;
  const isSameKind = old?.type === (isList(value) ? 'block-seq' : 'block-map');
  return isSameKind ? old.offset - lineStart(page.text, old.offset) : page.indent + 2;
}

/** The text after the colon: a space and the value, nothing for null, or in block style a line break and lines. */
function valueText(page: Page, value: unknown, block: number | undefined): string {
  if (value === null) return '';
  if (block === undefined || !isFilled(value)) return ` ${inlineText(value, 'block')}`;
  return page.newline + blockLines(value, block).join(page.newline);
}

/** How the new list is made from the old: old items kept or dropped, new ones inserted, in order. */
type Step = { readonly kind: 'keep' | 'drop' } | { readonly kind: 'insert'; readonly value: unknown };

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Changes a list item by item, so that unchanged items keep their quotes, anchors and comments.
 * @returns undefined if the format of the list is not supported: then the whole value is rewritten
 */
function listSplices(
  text: string,
  token: Token,
  old: readonly unknown[],
  wanted: readonly unknown[],
  newline: Newline,
): Splice[] | undefined {
  const steps = listSteps(old, wanted);
  if (!steps.some(step => step.kind === 'keep')) return undefined;
  if (token.type === 'block-seq') return blockSplices(text, token, steps, newline);
  return token.type === 'flow-collection' ? flowSplices(text, token, steps) : undefined;
}

function listSteps(old: readonly unknown[], wanted: readonly unknown[]): Step[] {
  const oldPrints = old.map(fingerprint);
  const left = new Map<string, number>();
  for (const print of oldPrints) countUp(left, print);
  const steps: Step[] = [];
  let at = 0;
  const pass = (kind: 'keep' | 'drop'): void => {
    countUp(left, itemAt(oldPrints, at), -1);
    steps.push({ kind });
    at += 1;
  };
  for (const value of wanted) {
    const print = fingerprint(value);
    if (countOf(left, print) === 0) {
      steps.push({ kind: 'insert', value });
      continue;
    }
    while (oldPrints[at] !== print) pass('drop');
    pass('keep');
  }
  while (at < oldPrints.length) pass('drop');
  return steps;
}

function blockSplices(
  text: string,
  token: CST.BlockSequence,
  steps: Step[],
  newline: Newline,
): Splice[] | undefined {
  const items = blockItems(text, token);
  if (!items || items.spans.length !== steps.filter(step => step.kind !== 'insert').length) return undefined;
  const splices: Splice[] = [];
  let at = itemAt(items.spans, 0).from;
  let index = 0;
  for (const step of steps) {
    if (step.kind === 'insert') {
      const added = blockLines([step.value], items.indent)
        .map(line => line + newline)
        .join('');
      splices.push({ from: at, to: at, text: added });
      continue;
    }
    const span = items.spans[index];
    if (!span) return undefined;
    if (step.kind === 'drop') splices.push({ ...span, text: '' });
    at = span.to;
    index += 1;
  }
  return splices;
}

/** The lines of each item: from the end of the previous item, so that comments above an item belong to it. */
function blockItems(text: string, token: CST.BlockSequence): { indent: number; spans: Span[] } | undefined {
  const spans: Span[] = [];
  let indent = 0;
  for (const item of token.items) {
    const dash = item.start.find(({ type }) => type === 'seq-item-ind')?.offset;
    if (dash === undefined) continue;
    const line = lineStart(text, dash);
    if (!isBlank(text.slice(line, dash))) return undefined;
    indent = dash - line;
    spans.push({ from: spans.at(-1)?.to ?? line, to: afterLine(text, itemEnd(text, item) ?? dash) });
  }
  return { indent, spans };
}

function flowSplices(text: string, token: CST.FlowCollection, steps: Step[]): Splice[] | undefined {
  if (token.start.source !== '[') return undefined;
  const spans = flowItems(text, token);
  if (spans.length !== steps.filter(step => step.kind !== 'insert').length) return undefined;
  const splices: Splice[] = [];
  let index = 0;
  let lastKept: Span | undefined;
  /** The start of the dropped part: after the last kept item, or at the first item. */
  let dropFrom: number | undefined;
  for (const step of steps) {
    if (step.kind === 'insert') {
      const added = inlineText(step.value, 'flow');
      const first = itemAt(spans, 0).from;
      splices.push(lastKept ? insertion(lastKept.to, `, ${added}`) : insertion(first, `${added}, `));
      continue;
    }
    const span = spans[index];
    if (!span) return undefined;
    index += 1;
    if (step.kind === 'drop') dropFrom ??= span.from;
    else {
      if (dropFrom !== undefined) splices.push({ from: dropFrom, to: span.from, text: '' });
      dropFrom = undefined;
      lastKept = span;
    }
  }
  if (dropFrom !== undefined && lastKept)
    splices.push({ from: lastKept.to, to: itemAt(spans, spans.length - 1).to, text: '' });
  return splices;
}

function insertion(at: number, text: string): Splice {
  return { from: at, to: at, text };
}

function flowItems(text: string, token: CST.FlowCollection): Span[] {
  return token.items.flatMap(item => {
    const from = itemStart(item);
    const to = itemEnd(text, item);
    return from === undefined || to === undefined || isOnlyComma(item) ? [] : { from, to };
  });
}

/** How the parser represents a comma before the closing bracket. */
function isOnlyComma(item: CST.CollectionItem): boolean {
  return (
    !item.key &&
    !item.sep &&
    !item.value &&
    item.start.every(({ type }) => type !== 'anchor' && type !== 'tag')
  );
}
