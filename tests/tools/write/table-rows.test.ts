import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, codeOf, type TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';

const books =
  '# Books\r\n\r\n## Read\r\n\r\n| Title | **Year** | Ort |\r\n|---|--:|---|\r\n| Dune | 1965 | A |\r\n\r\nAfter.\r\n\r\n## Two\r\n\r\n| A | B |\r\n|---|---|\r\n| 1 | 2 |\r\n\r\n| C | D |\r\n|---|---|\r\n';
const ids = '# Log\nText\n\n  Day | Note\n  --- | ---\n  Mo | x\n^log\n\nEnd ^end';

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: { 'Books.md': books, 'Ids.md': ids, 'Last.md': '# T\n\na|b\n-|-' },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

const text = (path: string): string => readFileSync(join(lectern.folder.path, path), 'utf8');
const patch = (target: string, value: unknown, more: object = {}): Promise<Answer> =>
  client.call('patch_note', {
    path: 'Books',
    operation: 'append',
    targetType: 'heading',
    target,
    value,
    ...more,
  });

interface Case {
  readonly name: string;
  readonly path?: string;
  readonly target: string;
  readonly value: unknown;
  readonly more?: object;
  readonly is: readonly [string, string];
}

const cases: readonly Case[] = [
  {
    name: 'below the last row of the table below a heading, with empty cells for other columns',
    target: 'Read',
    value: { title: 'Emma', year: 1815 },
    is: ['| Dune | 1965 | A |\r\n', '| Dune | 1965 | A |\r\n| Emma | 1815 |  |\r\n'],
  },
  {
    name: 'whose pipes and line breaks end no cell',
    target: 'Read',
    value: { Title: '[[a|b]] \\| c\r\nd', ORT: ['x', 'y'], Year: null },
    is: ['| A |\r\n', '| A |\r\n| [[a\\|b]] \\| c<br>d |  | x, y |\r\n'],
  },
  {
    name: 'given as JSON text, beside an empty content',
    target: 'Read',
    value: '{"Title":"Emma"}',
    more: { content: '' },
    is: ['| A |\r\n', '| A |\r\n| Emma |  |  |\r\n'],
  },
  {
    name: 'above the first one',
    target: 'Read',
    value: { Title: 'Emma' },
    more: { operation: 'prepend' },
    is: ['|---|--:|---|\r\n', '|---|--:|---|\r\n| Emma |  |  |\r\n'],
  },
  {
    name: 'of the only table below the heading that has the columns, which ends the note',
    target: 'Two',
    value: { D: 'x' },
    is: ['| C | D |\r\n|---|---|\r\n', '| C | D |\r\n|---|---|\r\n|  | x |\r\n'],
  },
  {
    name: 'of the table with a block id, above the id',
    path: 'Ids',
    target: '^log',
    value: { day: 'Tu' },
    more: { targetType: 'block' },
    is: ['  Mo | x\n', '  Mo | x\n  | Tu |  |\n'],
  },
  {
    name: 'of a table whose last line has no line break',
    path: 'Last',
    target: 'T',
    value: { b: 1, a: true },
    is: ['-|-', '-|-\n| true | 1 |'],
  },
];

test.each(cases)(
  'patch_note adds a row $name',
  async ({ path = 'Books', target, value, more, is: [was, now] }) => {
    const before = text(`${path}.md`);
    const answer = await patch(target, value, { path, ...more });
    expect(codeOf(answer)).toBe('ok');
    expect(text(`${path}.md`)).toBe(before.replace(was, () => now));
    await client.call('undo_change', { changeId: answer.structured['changeId'] });
    expect(text(`${path}.md`)).toBe(before);
  },
);

test.each<[string, string, unknown, object, string]>([
  ['an unknown column', 'Read', { Titel: 'x' }, {}, 'invalid_argument'],
  ['one column twice', 'Read', { Title: 'x', title: 'y' }, {}, 'invalid_argument'],
  ['no column', 'Read', {}, {}, 'invalid_argument'],
  ['an object in a cell', 'Read', { Title: {} }, {}, 'invalid_argument'],
  ['a list instead of columns', 'Read', ['x'], {}, 'invalid_argument'],
  ['a row beside text', 'Read', { Title: 'x' }, { content: 'y' }, 'invalid_argument'],
  ['a row in place of a section', 'Read', { Title: 'x' }, { operation: 'replace' }, 'invalid_argument'],
  ['columns of two tables', 'Two', { A: 1, C: 2 }, {}, 'invalid_argument'],
  ['several tables that fit', 'Same', { A: 1 }, { path: 'Same' }, 'target_ambiguous'],
  ['a section without a table', 'Log', { A: 1 }, { path: 'Plain' }, 'target_not_found'],
  ['a block that is no table', '^end', { A: 1 }, { path: 'Ids', targetType: 'block' }, 'target_not_found'],
])('patch_note refuses %s and writes nothing', async (_name, target, value, more, code) => {
  await client.call('create_notes', {
    notes: [
      { path: 'Same', content: '# Same\n\nA|B\n-|-\n\nA|C\n-|-\n' },
      { path: 'Plain', content: '# Log\nx\n' },
    ],
  });
  const before = [text('Books.md'), text('Ids.md'), text('Same.md'), text('Plain.md')];
  expect(codeOf(await patch(target, value, more))).toBe(code);
  expect([text('Books.md'), text('Ids.md'), text('Same.md'), text('Plain.md')]).toEqual(before);
});

test('an unknown column is answered with those that there are', async () => {
  const { structured } = await patch('Read', { Titel: 'x' });
  expect(field(structured, 'error', 'candidates')).toEqual(['Title', '**Year**', 'Ort']);
});
