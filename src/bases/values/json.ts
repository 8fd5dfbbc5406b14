/** Values in results: JSON, dates as local ISO without a zone, links as `[[path|display]]`. */
import { LimitReached } from '../evaluation/budget';
import { linkTo } from './links';
import type { Means } from '../evaluation/budget';
import { asText, dateText, linkText } from './text';
import type { Value } from './value';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

/** More parts of one value are left out: lists may contain each other many times. */
const maxValues = 5000;

/** A number that JSON cannot represent becomes its text, an error, and what the budget is too small for, `{error: message}`. */
export function toJson(value: Value, means: Means): JsonValue {
  try {
    return converted(value, means);
  } catch (error) {
    if (error instanceof LimitReached) return { error: error.message };
    throw error;
  }
}

function converted(value: Value, means: Means): JsonValue {
  let left = maxValues;
  const convert = (inner: Value, depth: number): JsonValue => {
    left -= 1;
    means.budget.spend(1);
    means.budget.checkDepth(depth);
    if (typeof inner === 'number') return Number.isFinite(inner) ? inner : numberText(inner);
    if (typeof inner !== 'object' || inner === null) return inner;
    switch (inner.kind) {
      case 'list':
        return inner.items
          .slice(0, Math.max(0, left))
          .map(item => (left > 0 ? convert(item, depth + 1) : null));
      case 'object':
        return Object.fromEntries(
          [...inner.entries]
            .slice(0, Math.max(0, left))
            .map(([name, item]) => [name, convert(item, depth + 1)]),
        );
      case 'date':
        return dateText(inner, means);
      case 'file':
        return linkText(linkTo(inner.file), means);
      case 'error':
        return { error: inner.message };
      case 'link':
      case 'tag':
      case 'duration':
      case 'html':
      case 'image':
      case 'icon':
      case 'pattern':
        return asText(inner, means);
    }
  };
  return convert(value, 0);
}

/** As the app shows it. */
function numberText(number: number): string {
  if (Number.isNaN(number)) return 'NaN';
  return number < 0 ? '-∞' : '∞';
}
