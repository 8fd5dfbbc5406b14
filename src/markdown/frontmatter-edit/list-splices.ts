/**
 * Changes a list item by item, so that unchanged items keep their quotes, anchors and comments. Returns
 * undefined if the list's format is not supported; then the whole value is rewritten.
 */
import { countOf, countUp, itemAt } from '../../utils/collections';
import type { CST } from 'yaml';

import type { Newline } from '../text/line-endings';
import { fingerprint } from './values';
import type { Splice } from '../text/splices';
import { isBlank, itemEnd, itemStart, type Token } from './source';
import { blockLines, inlineText } from './value-text';
import { lineStart, afterLine } from '../text/line-bounds';

/** How the new list is made from the old: old items kept or dropped, new ones inserted, in order. */
type Step = { readonly kind: 'keep' | 'drop' } | { readonly kind: 'insert'; readonly value: unknown };

interface Span {
  readonly from: number;
  readonly to: number;
}

export function listSplices(
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
    const print = itemAt(oldPrints, at);
    countUp(left, print, -1);
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
