import * as z from 'zod';
import { jsonSize, leadingThatFit } from '../utils/json';
import { bytesOfPage, defaultPageBytes, maxPageBytes } from '../utils/page';
import { type Omission, shorten, shortenListsInRows } from '../utils/text/shortening';

/** Bytes per character if a call requests more characters than usual. */
const bytesOfCharacter = 12;
/** Bytes for a list of texts in a row, if a result would be too large. */
const bytesOfInnerList = 5000;
/** Bytes reserved for the sentence that says what is missing. */
const bytesOfNotice = 500;

/** Texts whose length `maxChars` limits. */
const governedText = /(^|\.)content(WithoutFrontmatter)?$/;

type Fields = Record<string, unknown>;

interface Measure {
  readonly name: 'limit' | 'maxChars';
  readonly amount: number;
  /** Its value for a caller that gives none. */
  readonly standard: number;
}

export interface LimitedCall<Value extends Fields> {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly query: object;
  readonly rest: string;
  /** @param notices lines of ours that the value does not have */
  readonly render: (value: Value, notices?: readonly string[]) => string;
  /** Yields the thread for one turn. */
  readonly pause: () => Promise<void>;
  /** Runs the call again with a lower limit. */
  readonly again: (less: Readonly<Record<string, number>>) => Promise<Value>;
}

export interface LimitedResult {
  /** Has `leftOut` if something is missing that no cursor leads to. */
  readonly value: Record<string, unknown>;
  readonly text: string;
}

/**
 * Limits a result to 100 kB, or to what its caller requested. A page ends early, at whole rows, and a text at
 * whole lines, by requesting less of them; what is still too large is cut, and the result says so.
 */
export async function withinBytes<Value extends Fields>(
  first: Value,
  call: LimitedCall<Value>,
): Promise<LimitedResult> {
  let measure = measureOf(call);
  const maxBytes = bytesFor(measure);
  if (maxBytes > defaultPageBytes) await call.pause();
  for (let value = first; ;) {
    if (jsonSize(value, maxBytes) <= maxBytes) {
      if (maxBytes > defaultPageBytes) await call.pause();
      const text = call.render(value);
      if (maxBytes > defaultPageBytes) await call.pause();
      return { value, text };
    }
    const rows = shortenListsInRows(value, bytesOfInnerList);
    let less = fewerRows(measure, rows.value, maxBytes - bytesOfNotice);
    if (less === undefined) {
      const cut = shorten(rows.value, maxBytes - bytesOfNotice);
      less = shorterText(measure, cut.omissions);
      if (less === undefined) {
        const leftOut = omissionText([...rows.omissions, ...cut.omissions], call.rest);
        const whole = { ...cut.value, leftOut };
        return { value: whole, text: call.render(whole, [`(${leftOut})`]) };
      }
    }
    measure = less;
    value = await call.again({ [less.name]: less.amount });
  }
}

function measureOf({
  input,
  output,
  query,
}: Pick<LimitedCall<Fields>, 'input' | 'output' | 'query'>): Measure | undefined {
  const saysThatThereIsMore = 'nextCursor' in output.shape || 'truncated' in output.shape;
  const name = saysThatThereIsMore && 'limit' in input.shape ? 'limit' : 'maxChars';
  const fields: Readonly<Record<string, z.core.$ZodType>> = input.shape;
  const field = fields[name];
  const amount: unknown = Reflect.get(query, name);
  if (!(field instanceof z.ZodDefault) || typeof amount !== 'number') return undefined;
  return { name, amount, standard: Number(field.parse(undefined)) };
}

function bytesFor(measure: Measure | undefined): number {
  if (measure === undefined || measure.amount <= measure.standard) return defaultPageBytes;
  return measure.name === 'limit'
    ? bytesOfPage(measure.amount)
    : Math.min(maxPageBytes, defaultPageBytes + measure.amount * bytesOfCharacter);
}

/** As many rows as fit; undefined if fewer would not help. */
function fewerRows(measure: Measure | undefined, value: object, maxBytes: number): Measure | undefined {
  if (measure?.name !== 'limit' || measure.amount === 1 || jsonSize(value, maxBytes) <= maxBytes)
    return undefined;
  const fields = Object.values<unknown>({ ...value });
  const rows = fields.flatMap((field): unknown[] => (Array.isArray(field) ? field : []));
  const fitting = leadingThatFit(rows, maxBytes);
  const { amount } = measure;
  const fewer = fitting < Math.min(amount, rows.length) ? fitting : Math.floor(amount / 2);
  return { ...measure, amount: Math.max(1, fewer) };
}

/** Half as much text; undefined if the text is not what is too large. */
function shorterText(measure: Measure | undefined, omissions: readonly Omission[]): Measure | undefined {
  if (measure?.name !== 'maxChars' || measure.amount === 1) return undefined;
  return omissions.some(({ place }) => governedText.test(place))
    ? { ...measure, amount: Math.floor(measure.amount / 2) }
    : undefined;
}

function omissionText(omissions: readonly Omission[], rest: string): string {
  const places = omissions
    .slice(0, 5)
    .map(({ place, shown, of }) => `\`${place}\`${place.includes('[]') ? '' : ` (${shown} of ${of})`}`);
  return `Cut because the answer was too large: ${places.join(', ')}. ${rest}`;
}
