import type { CST } from 'yaml';

export type CollectionItem = CST.CollectionItem;
export type Token = CST.Token;

export function isBlank(text: string): boolean {
  for (const char of text) if (char !== ' ' && char !== '\t' && char !== '\r' && char !== '\n') return false;
  return true;
}

/** `to` moved back over spaces and line breaks, but not below `from`. */
function beforeBlanks(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isBlank(text.charAt(end - 1))) end -= 1;
  return end;
}

/** The start of an item: a `?`, a property of the key, the key, a bare colon, or the value. */
export function itemStart(item: CollectionItem): number | undefined {
  const mark = item.start.find(token => isMark(token) && token.type !== 'seq-item-ind');
  return (mark ?? item.key ?? item.sep?.find(isMark) ?? item.value)?.offset;
}

/** The end of an item, without comments and spaces after it; undefined for one without content. */
export function itemEnd(text: string, item: CollectionItem): number | undefined {
  return (
    (item.value && tokenEnd(text, item.value)) ??
    markEnd(item.sep) ??
    (item.key ? tokenEnd(text, item.key) : undefined) ??
    markEnd(item.start)
  );
}

/** The end of a value's own text, without comments and spaces after it. */
function tokenEnd(text: string, token: Token): number | undefined {
  if (token.type === 'block-map' || token.type === 'block-seq') {
    return lastDefined<CollectionItem>(token.items, item => itemEnd(text, item));
  }
  if (token.type === 'flow-collection') {
    const close = token.end.find(end => end.type === 'flow-seq-end' || end.type === 'flow-map-end');
    return close && close.offset + 1;
  }
  if (token.type === 'block-scalar') {
    const header = token.props.reduce((sum, prop) => sum + ('source' in prop ? prop.source.length : 0), 0);
    return beforeBlanks(text, token.offset, token.offset + header + token.source.length);
  }
  return 'source' in token && token.source !== '' ? token.offset + token.source.length : undefined;
}

export function colonEnd(item: CollectionItem): number | undefined {
  const colon = item.sep?.find(token => token.type === 'map-value-ind');
  return colon && colon.offset + colon.source.length;
}

/** The comment on the line of a pair's colon, if the value begins below. */
export function keyLineComment(item: CollectionItem): CST.SourceToken | undefined {
  const sep = item.sep ?? [];
  const colon = sep.findIndex(token => token.type === 'map-value-ind');
  const newline = sep.findIndex((token, at) => at > colon && token.type === 'newline');
  return sep.slice(colon + 1, newline < 0 ? undefined : newline).find(token => token.type === 'comment');
}

function isMark(token: CST.SourceToken): boolean {
  return !['space', 'newline', 'comment', 'comma'].includes(token.type);
}

function markEnd(tokens: readonly CST.SourceToken[] | undefined): number | undefined {
  return lastDefined(tokens ?? [], token => (isMark(token) ? token.offset + token.source.length : undefined));
}

function lastDefined<Item>(
  items: readonly Item[],
  find: (item: Item) => number | undefined,
): number | undefined {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at];
    const found = item === undefined ? undefined : find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
