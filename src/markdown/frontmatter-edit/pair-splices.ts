import type { CST } from 'yaml';

import type { Newline } from '../text/line-endings';
import { listSplices } from './list-splices';
import { keyText } from './scalar-text';
import { colonEnd, isBlank, itemEnd, itemStart, keyLineComment, type CollectionItem } from './source';
import type { Splice } from '../text/splices';
import { blockLines, inlineText, isFilled } from './value-text';
import { isList } from './values';
import { lineStart, lineEnd, afterLine } from '../text/line-bounds';

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
  return byItem ?? [wholeSplice(page, key, item, value)];
}

/** Replaces a pair's whole value; a comment on the key's line stays. */
export function wholeSplice(page: Page, key: string, item: CollectionItem, value: unknown): Splice {
  const colon = colonEnd(item);
  const end = itemEnd(page.text, item);
  if (colon === undefined || end === undefined) return wholePair(page, key, item, value);
  const block = blockIndent(page, item, value);
  const written = valueText(page, value, block);
  const line = lineEnd(page.text, end);
  if (isBlockCollection(item.value)) {
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
  const property = (item.sep ?? []).find(token => token.offset >= colon && isProperty(token));
  const value = item.value && 'source' in item.value && item.value.source === '' ? undefined : item.value;
  return (property ?? value)?.offset;
}

function isProperty(token: CST.SourceToken): boolean {
  return token.type === 'anchor' || token.type === 'tag';
}

/** The column for a block-style value; undefined if it is written on the key's line. */
function blockIndent(page: Page, item: CollectionItem, value: unknown): number | undefined {
  const old = item.value;
  if (!isFilled(value) || old?.type === 'flow-collection') return undefined;
  const isSameKind = old?.type === (isList(value) ? 'block-seq' : 'block-map');
  return isSameKind ? columnOf(page.text, old.offset) : page.indent + 2;
}

function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

function isBlockCollection(token: CST.Token | undefined): boolean {
  return token?.type === 'block-seq' || token?.type === 'block-map';
}

/** The text after the colon: blank and value, nothing for null, or in block style a line break and lines. */
function valueText(page: Page, value: unknown, block: number | undefined): string {
  if (value === null) return '';
  if (block === undefined || !isFilled(value)) return ` ${inlineText(value, 'block')}`;
  return page.newline + blockLines(value, block).join(page.newline);
}
