/** The formatting of brackets, commas and colons in a JSON text, so that additions look like the rest. */
import { itemAt } from '../../utils/collections';
import type { Item, Member, Sequence } from './json-places';

/** The white space of a list or object. */
export interface Spacing {
  /** After the opening bracket. */
  readonly open: string;
  /** Between two items, with the comma. */
  readonly separator: string;
  /** Before the closing bracket. */
  readonly close: string;
}

export interface ObjectStyle extends Spacing {
  /** Between a name and its value. */
  readonly colon: string;
}

/** An item of the new sequence; an existing one has its old index. */
export interface Slot {
  readonly text: string;
  readonly from?: number | undefined;
}

/** Undefined if there is nothing between the brackets. */
export function spacingOf(json: string, { start, end, items }: Sequence): Spacing | undefined {
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const open = json.slice(start + 1, first.start);
  const before = items.at(-2);
  return {
    open,
    separator: before === undefined ? `,${open}` : json.slice(before.end, last.start),
    close: json.slice(last.end, end - 1),
  };
}

/** Undefined for an object without members. */
export function objectStyle(json: string, object: Sequence<Member>): ObjectStyle | undefined {
  const spacing = spacingOf(json, object);
  const [first] = object.items;
  if (spacing === undefined || first === undefined) return undefined;
  return { ...spacing, colon: json.slice(first.nameEnd, first.valueStart) };
}

/** The items between brackets; existing ones keep their separator from the previous item. */
export function sequenceText(
  json: string,
  items: readonly Item[],
  slots: readonly Slot[],
  spacing: Spacing,
): string {
  if (slots.length === 0) return '';
  const parts = slots.map(({ text, from = 0 }, index) => {
    if (index === 0) return spacing.open + text;
    if (from === 0) return spacing.separator + text;
    return json.slice(itemAt(items, from - 1).end, itemAt(items, from).start) + text;
  });
  return parts.join('') + spacing.close;
}

export function memberText(name: string, value: unknown, { colon }: ObjectStyle): string {
  return JSON.stringify(name) + colon + JSON.stringify(value);
}
