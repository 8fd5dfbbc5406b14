import { keyText, scalarText, type Place } from './scalar-text';
import { isList } from './values';

/** A value on one line, lists as `[a, b]` and maps as `{a: 1}`. */
export function inlineText(value: unknown, place: Place): string {
  if (isList(value)) return `[${value.map(item => inlineText(item, 'flow')).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return scalarText(value, place);
  const pairs = Object.entries(value).map(
    ([name, item]) => `${keyText(name, 'flow')}: ${inlineText(item, 'flow')}`,
  );
  return `{${pairs.join(', ')}}`;
}

/** Whether a value is a non-empty list or map: an empty one can only be written in brackets. */
export function isFilled(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** The lines of a filled list or map in block style, without line breaks; `indent` is that of its dashes or names. */
export function blockLines(value: object, indent: number): string[] {
  const margin = ' '.repeat(indent);
  if (isList(value)) {
    return value.flatMap(item => {
      if (!isFilled(item)) return `${margin}- ${inlineText(item, 'block')}`;
      const [first = '', ...rest] = blockLines(item, indent + 2);
      return [`${margin}- ${first.slice(indent + 2)}`, ...rest];
    });
  }
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) => {
    const key = `${margin}${keyText(name, 'block')}:`;
    return isFilled(item) ? [key, ...blockLines(item, indent + 2)] : `${key} ${inlineText(item, 'block')}`;
  });
}
