/** Values in results: JSON, dates as local ISO without a zone, links as `[[path|display]]`. */
import type { BaseVault } from '../base-vault';
import { linkAsText, linkTo } from './links';
import { asText, dateText } from './text';
import type { Value } from './value';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

/** More parts of one value are left out: lists may contain each other many times. */
const maxValues = 5000;

/** A number that JSON cannot represent becomes its text, an error `{error: message}`. */
export function toJson(value: Value, vault: BaseVault): JsonValue {
  let left = maxValues;
  const convert = (inner: Value): JsonValue => {
    left -= 1;
    if (typeof inner === 'number') return Number.isFinite(inner) ? inner : numberText(inner);
    if (typeof inner !== 'object' || inner === null) return inner;
    switch (inner.kind) {
      case 'list':
        return inner.items.slice(0, Math.max(0, left)).map(item => (left > 0 ? convert(item) : null));
      case 'object':
        return Object.fromEntries(
          [...inner.entries].slice(0, Math.max(0, left)).map(([name, item]) => [name, convert(item)]),
        );
      case 'date':
        return dateText(inner, vault);
      case 'file':
        return linkAsText(linkTo(inner.file));
      case 'error':
        return { error: inner.message };
      case 'link':
      case 'tag':
      case 'duration':
      case 'html':
      case 'image':
      case 'icon':
      case 'pattern':
        return asText(inner, vault);
    }
  };
  return convert(value);
}

/** As the app shows it. */
function numberText(number: number): string {
  if (Number.isNaN(number)) return 'NaN';
  return number < 0 ? '-∞' : '∞';
}
