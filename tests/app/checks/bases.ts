import { deepEqual } from 'node:assert/strict';
import { z } from 'zod';
import { type AppUnderTest, succeed } from '../support/app-under-test';

/** A row as the app's command line prints it: texts by the names of columns, and the path. */
export type PrintedRow = Readonly<Record<string, string>>;

/** What the app answers for a view of a base. */
export type AskApp = (path: string, view: string) => Promise<readonly PrintedRow[]>;

const notes = {
  'Bases/A2.md': '---\nrank: 2\nkind: book\ndue: 2026-12-01\ntags: [list/a]\n---\n[[B1]]\n',
  'Bases/a10.md': '---\nrank: 10\nkind: film\ntags: [list]\n---\n',
  'Bases/B1.md': '---\nkind: book\ntags: [list]\n---\n',
} as const;

/** Each view is one of the questions of docs/bases.md that the command line can answer. */
const views = ['Sorted', 'Empty first or last', 'Arithmetic', 'Limited', 'Types'] as const;
export const basePath = 'Bases/Questions.base';

const yaml = `filters:
  and: ['file.hasTag("list")', 'file.ext == "md"']
formulas:
  double: rank * 2
  label: 'kind + " " + rank'
  both: '"a" && "b"'
  isDate: due.isType("date")
  days: '(date("2026-06-11 12:00:00") - date("2026-06-10")).days'
views:
  - {type: table, name: Sorted, order: [file.name], sort: [{property: file.name, direction: ASC}]}
  - {type: table, name: Empty first or last, order: [file.name, rank], sort: [{property: rank, direction: DESC}]}
  - {type: table, name: Arithmetic, order: [formula.double, formula.label, formula.both], sort: [{property: file.path}]}
  - {type: table, name: Limited, order: [file.name], sort: [{property: rank}], limit: 1}
  - {type: table, name: Types, order: [formula.isDate, formula.days], sort: [{property: file.path}]}
`;

const answer = z.object({
  columns: z.array(z.object({ id: z.string(), name: z.string() })),
  rows: z.array(z.object({ path: z.string(), values: z.record(z.string(), z.unknown()) })),
});

export async function baseWithQuestions(app: AppUnderTest): Promise<void> {
  for (const [path, text] of Object.entries(notes)) await app.write(path, text);
  await app.write(basePath, yaml);
}

/** Every view has the rows that the app answers, in its order, and the same texts in its columns. */
export async function answersBasesAsTheApp(app: AppUnderTest, ask: AskApp): Promise<void> {
  for (const view of views) {
    const { columns, rows } = answer.parse(await succeed(app, 'query_base', { path: basePath, view }));
    const printed = rows.map(({ path, values }) => ({
      ...Object.fromEntries(columns.map(({ id, name }) => [name, textOf(values[id])])),
      path,
    }));
    deepEqual({ view, rows: printed }, { view, rows: await ask(basePath, view) });
  }
}

function textOf(value: unknown): string {
  return value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}
