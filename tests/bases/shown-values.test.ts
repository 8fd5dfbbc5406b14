import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';
import { asWritten, linkProperty } from './support/recorded-properties';
import { readBase } from '../../src/bases/document/base-document';
import { BaseRow, RowContext } from '../../src/bases/view/rows';
import { shownValues } from '../../src/bases/view/summarize';
import { createTimeSlicer } from '../../src/utils/slicing/time-slicer';
import { TestVault } from './support/vault';

/** `file.links` of a note in the vault, whose properties are links of both forms. */

const formulas =
  '{count: file.links.length, unique: file.links.unique().length, texts: file.links.map(value.toString())}';
const view = (path: string): string =>
  `filters: file.path == ${JSON.stringify(path)}\nformulas: ${formulas}\nviews: [{order: [formula.count, formula.unique, formula.texts, note.read]}]`;

/** What a base shows of one note. */
async function valuesOf(path: string, files: Readonly<Record<string, string>>): Promise<unknown> {
  const lectern = await RunningLectern.start({ files });
  try {
    const client = await lectern.connect();
    const { structured } = await client.call('query_base', { source: view(path) });
    const [row] = z.array(z.unknown()).parse(structured['rows']);
    return field(row, 'values');
  } finally {
    await lectern.close();
  }
}

test('Markdown links in properties are links of the note, and their values stay texts', async () => {
  const note = [
    '---',
    'by: "[[Dune|D]]"',
    'read: "[Read](Emma.md)"',
    'more: ["[Again](Emma.md)", "[Site](https://example.org)", "see [Emma](Emma.md)"]',
    '---',
    '[[Emma]]',
    '',
  ].join('\n');
  expect(await valuesOf('Notes.md', { 'Notes.md': note, 'Emma.md': '' })).toEqual({
    'formula.count': 4,
    'formula.unique': 4,
    'formula.texts': ['[[Dune|D]]', '[[Emma.md|Read]]', '[[Emma.md|Again]]', '[[Emma|Emma]]'],
    'note.read': '[Read](Emma.md)',
  });
});

const recording = z.object({
  context: z.object({
    file: z.object({
      path: z.string(),
      properties: z.record(z.string(), z.unknown()),
      links: z.array(z.object({ path: z.string(), display: z.string() })),
      embeds: z.array(z.unknown()),
    }),
  }),
  cases: z.array(z.object({ expression: z.string(), expected: z.unknown() })),
});
const path = join(process.env.LECTERN_RECORDED ?? '', 'bases.json');
const isThere = process.env.LECTERN_RECORDED !== undefined && existsSync(path);

(isThere ? test : test.skip)('a note with the recorded properties has the recorded links', async () => {
  const { context, cases } = recording.parse(JSON.parse(readFileSync(path, 'utf8')));
  const { file } = context;
  const ofProperties = Object.values(file.properties).flat().filter(isLink).length;
  const written = file.links.map(({ path: target, display }) => `[[${target}|${display}]]`);
  const body = written.map((link, at) => (at < written.length - file.embeds.length ? link : `!${link}`));
  const text = `---\n${JSON.stringify(asWritten(file.properties))}\n---\n${body.slice(ofProperties).join('\n\n')}\n`;
  const expected = (expression: string): unknown =>
    cases.find(one => one.expression === expression)?.expected;
  const texts = z.array(z.unknown()).parse(expected('file.links.map(value.toString())'));
  expect(await valuesOf(file.path, { [file.path]: text })).toMatchObject({
    'formula.count': texts.length,
    'formula.unique': expected('file.links.unique().length'),
    'formula.texts': texts,
  });
});

/** Whether a recorded property, or an item of it, is a link. */
function isLink(value: unknown): boolean {
  return linkProperty.safeParse(value).success || (typeof value === 'string' && value.startsWith('['));
}

const big = Object.fromEntries(Array.from({ length: 4000 }, (_item, index) => [`k${index}`, index]));
const columns = [
  { id: 'note.big', property: { kind: 'note', name: 'big' } },
  { id: 'file.properties', property: { kind: 'file', name: 'properties' } },
  { id: 'file.name', property: { kind: 'file', name: 'name' } },
] as const;

test('a row gives way between columns of large values, and the time in between does not count', async () => {
  let now = 0;
  let pauses = 0;
  const vault = new TestVault([{ path: 'row.md', properties: { big } }], { clock: () => now });
  const read = readBase('views: []');
  const file = vault.files.get('row.md');
  if (!read.ok || file === undefined) throw new Error('No such file or base.');
  const context = new RowContext(read.base, vault, undefined);
  const row = new BaseRow(file, context);
  const slicer = createTimeSlicer({
    now: () => (now += 10),
    yieldToLoop: () => {
      pauses += 1;
      now += 60_000;
      return Promise.resolve();
    },
    othersWaiting: () => false,
  });
  const values = await shownValues(row, columns, context, { slicer });
  expect(pauses).toBeGreaterThanOrEqual(columns.length - 1);
  expect(values['note.big']).toEqual(big);
  expect(values['file.properties']).toEqual({ big });
  expect(values['file.name']).toBe('row');
});
