import { isMap, isScalar } from 'yaml';
import type { Pair, YAMLMap } from 'yaml';

import { isFrontmatter, type Frontmatter, type FrontmatterBlock } from '../frontmatter/frontmatter';
import { readYaml } from '../yaml/frontmatter-yaml';
import type { Newline } from '../text/line-endings';
import { scalarName } from '../yaml/yaml-value';
import type { Page } from './pair-splices';
import { itemStart, type CollectionItem } from './source';
import { refusal, unreadable } from './verification';
import { lineStart } from '../text/line-bounds';

/** The YAML between the fences, parsed for editing. */
export interface Draft {
  readonly page: Page;
  readonly current: Frontmatter;
  /** The root map's pairs by name, duplicates in their order. */
  readonly pairs: ReadonlyMap<string, readonly CollectionItem[]>;
}

export function emptyDraft(newline: Newline, text = ''): Draft {
  return { page: { text, newline, indent: 0 }, current: {}, pairs: new Map() };
}

/** @throws ToolFailure if the YAML does not parse or its root is no block map. */
export function readDraft(text: string, block: FrontmatterBlock): Draft {
  const yaml = text.slice(block.bodyStart, block.bodyEnd);
  const read = readYaml(yaml, { keepSourceTokens: true });
  if (!read.ok) throw unreadable(read.problem);
  if (read.value === null) return emptyDraft(block.newline, yaml);
  if (!isFrontmatter(read.value)) throw unreadable({ kind: 'not_a_map' });
  const root = read.document.contents;
  if (!isMap(root) || root.srcToken?.type !== 'block-map') {
    throw refusal(
      'The properties are written as one map in braces, which cannot be edited in place.',
      'Put each property on its own line first.',
    );
  }
  const indent = indentOf(yaml, root.srcToken.items[0]);
  return { page: { text: yaml, newline: block.newline, indent }, current: read.value, pairs: pairsOf(root) };
}

function indentOf(yaml: string, first: CollectionItem | undefined): number {
  const start = (first && itemStart(first)) ?? 0;
  return start - lineStart(yaml, start);
}

function pairsOf(root: YAMLMap): Map<string, CollectionItem[]> {
  const pairs = new Map<string, CollectionItem[]>();
  for (const pair of root.items) {
    const name = keyName(pair);
    if (name === undefined || !pair.srcToken) continue;
    const items = pairs.get(name);
    if (items) items.push(pair.srcToken);
    else pairs.set(name, [pair.srcToken]);
  }
  return pairs;
}

function keyName({ key }: Pair): string | undefined {
  if (key === null || key === undefined) return '';
  return isScalar(key) ? scalarName(key.value) : undefined;
}
