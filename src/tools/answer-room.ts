import { z } from 'zod';
import { jsonSize, leadingThatFit } from '../utils/json-size';
import { type Omission, shorten, shortenListsInRows } from '../utils/shortening';

/** Bytes of JSON that an answer may have, unless its caller asked for more. */
const standardRoom = 100_000;
/** Bytes for each row, and for each character, of a call that asks for more of them than is usual. */
const roomOfRow = 1000;
const roomOfCharacter = 12;
/** Bytes for a list of texts in a row, where an answer would be too large. */
const roomOfInnerList = 5000;
/** Bytes kept free for the words that tell what is missing. */
const roomOfNotice = 500;

/** Texts whose length `maxChars` governs. */
const governedText = /(^|\.)content(WithoutFrontmatter)?$/;

/** The argument that says how much a call answers, and what stands in it. */
interface Measure {
  readonly name: 'limit' | 'maxChars';
  readonly amount: number;
  /** What stands in it for a caller that does not say. */
  readonly standard: number;
}

export interface Ask<Value extends object> {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** The arguments in force. */
  readonly query: object;
  /** How to get what is left out. */
  readonly rest: string;
  /** Asks once more, with less in the argument that says how much. */
  readonly again: (less: Readonly<Record<string, number>>) => Promise<Value>;
}

export interface RoomyAnswer<Value> {
  readonly value: Value;
  /** Says what is missing that no cursor leads to, and how to get it. */
  readonly leftOut?: string;
}

/**
 * Sees to it that an answer is not larger than 100 kB, or than its caller asked for. A page ends early, at whole
 * rows, and a text at whole lines, by asking for less of them; what is too large even so is cut, and the cut is told.
 */
export async function withinRoom<Value extends object>(
  first: Value,
  ask: Ask<Value>,
): Promise<RoomyAnswer<Value>> {
  let measure = measureOf(ask);
  const room = roomFor(measure);
  for (let value = first; ;) {
    if (jsonSize(value, room) <= room) return { value };
    const rows = shortenListsInRows(value, roomOfInnerList);
    const cut = shorten(rows.value, room - roomOfNotice);
    const less = measure === undefined ? undefined : smaller(measure, rows.value, cut.omissions, room);
    if (measure === undefined || less === undefined)
      return { value: cut.value, leftOut: told([...rows.omissions, ...cut.omissions], ask.rest) };
    measure = { ...measure, amount: less };
    value = await ask.again({ [measure.name]: less });
  }
}

function measureOf({ input, output, query }: Ask<object>): Measure | undefined {
  const saysThatThereIsMore = 'nextCursor' in output.shape || 'truncated' in output.shape;
  const name = saysThatThereIsMore && 'limit' in input.shape ? 'limit' : 'maxChars';
  const fields: Readonly<Record<string, z.core.$ZodType>> = input.shape;
  const field = fields[name];
  const amount: unknown = Reflect.get(query, name);
  if (!(field instanceof z.ZodDefault) || typeof amount !== 'number') return undefined;
  return { name, amount, standard: Number(field.parse(undefined)) };
}

function roomFor(measure: Measure | undefined): number {
  if (measure === undefined || measure.amount <= measure.standard) return standardRoom;
  return measure.name === 'limit'
    ? Math.max(standardRoom, measure.amount * roomOfRow)
    : standardRoom + measure.amount * roomOfCharacter;
}

/** How much less to ask for; undefined where that would not help. */
function smaller(
  { name, amount }: Measure,
  value: object,
  omissions: readonly Omission[],
  room: number,
): number | undefined {
  if (name === 'maxChars')
    return amount > 1 && omissions.some(({ place }) => governedText.test(place))
      ? Math.floor(amount / 2)
      : undefined;
  const fields = Object.values<unknown>({ ...value });
  const rows = fields.flatMap((field): unknown[] => (Array.isArray(field) ? field : []));
  const fitting = leadingThatFit(rows, room - roomOfNotice);
  if (omissions.length === 0 || amount === 1) return undefined;
  return Math.max(1, fitting < Math.min(amount, rows.length) ? fitting : Math.floor(amount / 2));
}

function told(omissions: readonly Omission[], rest: string): string {
  const places = omissions.slice(0, 5).map(({ place, shown, of }) => {
    const isOne = !place.includes('[]');
    return isOne ? `\`${place}\` (${shown} of ${of})` : `\`${place}\``;
  });
  return `Cut, since the answer was too large: ${places.join(', ')}. ${rest}`;
}
