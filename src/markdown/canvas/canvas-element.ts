import { afterSpace, objectAt, type Member } from './json-places';
import { memberText, objectStyle, sequenceText, type ObjectStyle, type Slot } from './json-style';

/** The members of a node or an edge, or changes of them. */
export type Fields = Readonly<Record<string, unknown>>;

/** A node or edge: its value and its JSON text, which are equivalent. */
export interface CanvasElement {
  readonly value: Fields;
  readonly text: string;
  /** Its index among the existing ones; undefined for a new one. */
  readonly from?: number | undefined;
}

export function newElement(value: Fields, style: ObjectStyle): CanvasElement {
  const members = Object.entries(value).map(([name, member]) => memberText(name, member, style));
  return { value, text: `{${style.open}${members.join(style.separator)}${style.close}}` };
}

/**
 * Sets members of an element and removes those that are null. All other bytes stay, including values that are
 * equal to the new ones.
 * @param usual the style if the element has no member
 */
export function changedElement(element: CanvasElement, fields: Fields, usual: ObjectStyle): CanvasElement {
  const { text } = element;
  const object = objectAt(text, afterSpace(text, 0));
  const style = objectStyle(text, object) ?? usual;
  const value = new Map(Object.entries(element.value));
  const slots = object.items.flatMap((member, from): Slot[] => {
    if (!Object.hasOwn(fields, member.name)) return [{ text: text.slice(member.start, member.end), from }];
    const wanted = fields[member.name];
    return wanted === null ? [] : [{ text: withValue(text, member, wanted), from }];
  });
  for (const [name, wanted] of Object.entries(fields)) {
    if (wanted === null) value.delete(name);
    else {
      if (!value.has(name)) slots.push({ text: memberText(name, wanted, style) });
      value.set(name, wanted);
    }
  }
  return {
    ...element,
    value: Object.fromEntries(value),
    text: `{${sequenceText(text, object.items, slots, style)}}`,
  };
}

function withValue(text: string, member: Member, wanted: unknown): string {
  const there = text.slice(member.valueStart, member.end);
  const written = JSON.stringify(wanted);
  const isEqual = JSON.stringify(JSON.parse(there)) === written;
  return text.slice(member.start, member.valueStart) + (isEqual ? there : written);
}
