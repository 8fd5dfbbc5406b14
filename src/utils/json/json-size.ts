import { isRecord } from './json-field';

/** The size of values as JSON, without serialising them. */

const plainText = /^[ !#-[\]-~]*$/;
/** Characters; reading 20 million of them one by one blocks the thread for 50 ms. */
const veryLong = 1_000_000;
/** Largest size of one UTF-16 unit in bytes: `\u001f`. */
export const maxUnitBytes = 6;

/**
 * Size of a JSON value in UTF-8 bytes. A text of more than a million characters that fits even if fully
 * escaped counts with its largest possible size.
 * @param most counting stops beyond this many bytes; the result is then some larger number
 */
export function jsonSize(value: unknown, most: number): number {
  if (typeof value === 'string') return textSize(value, most);
  if (!isRecord(value)) return String(value).length;
  return Array.isArray(value) ? sizeOfAll(value, most) : sizeOfFields(value, most);
}

/** Characters of JSON around a value and its key: quotes, a colon, a comma, a short number. */
const aroundValue = 10;

/**
 * The approximate number of characters of plain data as JSON; texts are not scanned, so that long ones cost
 * the same.
 * @param most counting stops beyond this number
 */
export function jsonWeight(value: unknown, most = Infinity): number {
  if (typeof value === 'string') return value.length + aroundValue;
  if (!isRecord(value)) return aroundValue;
  let weight = aroundValue;
  if (Array.isArray(value)) {
    for (const item of value) {
      weight += jsonWeight(item, most - weight);
      if (weight > most) break;
    }
    return weight;
  }
  // `Object.entries` takes twice as long.
  for (const key of Object.keys(value)) {
    weight += key.length;
    weight += jsonWeight(value[key], most - weight);
    if (weight > most) break;
  }
  return weight;
}

function sizeOfAll(items: readonly unknown[], most: number): number {
  let size = 1;
  for (const item of items) {
    size += 1 + jsonSize(item, most - size);
    if (size > most) break;
  }
  return Math.max(size, 2);
}

function sizeOfFields(fields: Readonly<Record<string, unknown>>, most: number): number {
  let size = 1;
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (value === undefined) continue;
    size += 2 + textSize(key, most - size);
    size += jsonSize(value, most - size);
    if (size > most) break;
  }
  return Math.max(size, 2);
}

function textSize(text: string, most: number): number {
  // Each unit is at least a byte.
  if (text.length > most) return text.length + 2;
  if (text.length > veryLong && text.length * maxUnitBytes + 2 <= most) return text.length * maxUnitBytes + 2;
  if (plainText.test(text)) return text.length + 2;
  let size = 2;
  for (let at = 0; at < text.length; at += 1) size += unitSize(text.charCodeAt(at));
  return size;
}

function unitSize(unit: number): number {
  if (unit === 0x22 || unit === 0x5c || (unit >= 0x08 && unit <= 0x0d && unit !== 0x0b)) return 2;
  return unit < 0x20 ? 6 : bytesOf(unit);
}

/** Each half of a pair counts two bytes, so that a pair counts four. */
function bytesOf(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3;
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
