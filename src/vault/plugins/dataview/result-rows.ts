/** The rows of a Dataview result, and their plain form. */

import * as z from 'zod';
import { property } from '../other-plugins';
import type { PlainValues } from './plain-values';

/** Checks only that they are lists; each row is checked when it is shown. */
const list = z.custom<readonly unknown[]>(value => Array.isArray(value));
/** More than any query has; the length is checked first, since a list may claim any length. */
const maxHeaders = 1000;
const headers = list.refine(({ length }) => length <= maxHeaders, { abort: true }).pipe(z.array(z.string()));

export const resultSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('table'), headers, values: list }),
  z.object({ type: z.literal('list'), values: list }),
  z.object({ type: z.literal('task'), values: list }),
  z.object({ type: z.literal('calendar'), values: list }),
]);
export type QueryResult = z.output<typeof resultSchema>;

export function plainRow(result: QueryResult, row: unknown, values: PlainValues): unknown {
  switch (result.type) {
    case 'table': {
      const cells: readonly unknown[] = Array.isArray(row) ? row : [row];
      return cells.slice(0, result.headers.length).map(cell => values.cell(cell));
    }
    case 'calendar': {
      const value = property(row, 'value');
      return {
        date: values.cell(property(row, 'date')),
        link: values.cell(property(row, 'link')),
        ...(value === undefined ? {} : { value: values.cell(value) }),
      };
    }
    case 'list':
    case 'task':
      return values.cell(row);
  }
}
