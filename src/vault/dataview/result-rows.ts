/** The rows of a Dataview result that are there for a caller, and their plain form. */

import { z } from 'zod';
import { property } from '../other-plugins';
import { linkedPath, type PlainValues } from './plain-values';

/** Only their being lists is looked at here; each row is looked at when it is shown. */
const list = z.custom<readonly unknown[]>(value => Array.isArray(value));
/** More than any query has; the length is looked at first, since a list may claim any. */
const maxHeaders = 1000;
const headers = list.refine(({ length }) => length <= maxHeaders, { abort: true }).pipe(z.array(z.string()));
const meaning = z.object({ type: z.string() }).optional();

export const resultSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('table'), headers, values: list, idMeaning: meaning }),
  z.object({ type: z.literal('list'), values: list, primaryMeaning: meaning }),
  z.object({ type: z.literal('task'), values: list }),
  z.object({ type: z.literal('calendar'), values: list }),
]);
export type QueryResult = z.output<typeof resultSchema>;

/** How the rows of one answer are read. */
export interface RowReading {
  readonly values: PlainValues;
  /** Which note a row must be known to come from; undefined where rows of every note are shown. */
  readonly comesFromVisible: ((path: string) => boolean) | undefined;
  /** The result has the note of each row as its first cell or key, which was not asked for. */
  readonly hidesId: boolean;
}

/** Whether a row of the result is there for the caller. */
export function isThere(result: QueryResult, row: unknown, { comesFromVisible }: RowReading): boolean {
  if (comesFromVisible === undefined) return true;
  if (result.type === 'task')
    return pathsOfItem(row).every(path => path !== undefined && comesFromVisible(path));
  const source = linkedPath(sourceOf(result, row));
  return source !== undefined && comesFromVisible(source);
}

function sourceOf(result: QueryResult, row: unknown): unknown {
  switch (result.type) {
    case 'table':
      return result.idMeaning?.type === 'group' || !Array.isArray(row) ? undefined : row[0];
    case 'list':
      if (result.primaryMeaning?.type === 'group') return undefined;
      return property(row, '$widget') === undefined ? row : property(row, 'key');
    case 'calendar':
    case 'task':
      return property(row, 'link');
  }
}

/** A task tells its note in several ways; fields that people write into a task must not stand for all of them. */
function pathsOfItem(item: unknown): (string | undefined)[] {
  const links = ['link', 'section'].map(name => property(item, name)).filter(link => link !== undefined);
  const path = property(item, 'path');
  return [typeof path === 'string' ? path : undefined, ...links.map(linkedPath)];
}

export function plainRow(result: QueryResult, row: unknown, { values, hidesId }: RowReading): unknown {
  switch (result.type) {
    case 'table': {
      const cells: readonly unknown[] = Array.isArray(row) ? row : [row];
      return cells.slice(hidesId ? 1 : 0, result.headers.length).map(cell => values.cell(cell));
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
      return values.cell(hidesId && property(row, '$widget') !== undefined ? property(row, 'value') : row);
    case 'task':
      return values.cell(row);
  }
}
