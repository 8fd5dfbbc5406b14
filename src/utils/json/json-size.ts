import { utf8Length } from '../../platform';
import { isRecord } from './json-field';

/**
 * Size of a JSON value in UTF-8 bytes. It is counted part by part: with YAML aliases, a short note can have values of
 * many megabytes.
 * @param most counting stops beyond this many bytes; the result is then some larger number
 */
export function jsonSize(value: unknown, most: number): number {
  if (typeof value === 'string') return textSize(value, most);
  if (!isRecord(value)) return String(value).length;
  let size = 1;
  if (Array.isArray(value)) {
    for (const item of value) {
      size += 1 + jsonSize(item, most - size);
      if (size > most) break;
    }
    return Math.max(size, 2);
  }
  for (const key of Object.keys(value)) {
    if (value[key] === undefined) continue;
    size += 2 + textSize(key, most - size);
    size += jsonSize(value[key], most - size);
    if (size > most) break;
  }
  return Math.max(size, 2);
}

function textSize(text: string, most: number): number {
  // Each unit is at least a byte.
  return text.length > most ? text.length + 2 : utf8Length(JSON.stringify(text));
}

/** How many of the leading items fit into this many bytes of JSON. */
export function leadingThatFit(items: readonly unknown[], limit: number): number {
  let left = limit - 2;
  for (const [index, item] of items.entries()) {
    left -= 1 + jsonSize(item, left);
    if (left < 0) return index;
  }
  return items.length;
}
