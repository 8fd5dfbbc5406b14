/** Values as text. */
import type { BaseVault } from '../base-vault';
import { dateAsText } from './dates';
import { linkAsText } from './links';
import type { DateValue, Value } from './value';

/** What `toString()` gives, and what `+` adds to a text. */
export function asText(value: Value, vault: BaseVault): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return String(value);
  switch (value.kind) {
    case 'list':
      return listText(value.items, vault, maxTextLength);
    case 'date':
      return dateText(value, vault);
    case 'duration':
      return vault.words.duration(value);
    case 'link':
      return linkAsText(value);
    case 'file':
      return value.file.path;
    case 'object':
      return listText(
        [...value.entries].flatMap(([name, entry]) => [`${name}:`, entry]),
        vault,
        maxTextLength,
      );
    case 'tag':
      return value.name;
    case 'html':
    case 'icon':
      return value.text;
    case 'image':
      return `![](${value.text})`;
    case 'pattern':
      return value.source;
    case 'error':
      return value.message;
  }
}

/** Longer texts of lists and objects are cut: lists may contain each other many times. */
const maxTextLength = 110_000;

function listText(items: readonly Value[], vault: BaseVault, most: number): string {
  const texts: string[] = [];
  let left = most;
  for (const item of items) {
    const isList = typeof item === 'object' && item?.kind === 'list';
    const text = isList ? listText(item.items, vault, left) : asText(item, vault).slice(0, left);
    texts.push(text);
    left -= text.length + 2;
    if (left <= 0) break;
  }
  return texts.join(', ');
}

export function dateText(value: DateValue, vault: BaseVault): string {
  return value.isRelative === true
    ? vault.words.relative(value.at, vault.now)
    : dateAsText(value, vault.zone);
}
