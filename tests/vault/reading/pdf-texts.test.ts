import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ambient } from '../../../pkg/headless/obsidian/ambient';
import { ToolFailure } from '../../../src/errors';
import { type PdfPages, PdfTexts } from '../../../src/vault/reading/pdf/pdf-texts';
import { inflatingTo, type PdfMake, pdfFile } from '../../support/files/pdf-file';
import { usePdfWorker } from '../../support/files/pdf-worker';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-pdf-'));
  usePdfWorker(folder);
});
afterAll(() => {
  ambient().pdfWorker = undefined;
  rmSync(folder, { recursive: true });
});

const usual = { characters: 30_000, pages: 50, time: 60_000 };
const never = new AbortController().signal;

const read = (bytes: Uint8Array, from = 1, limits = usual, signal = never): Promise<PdfPages> =>
  new PdfTexts(limits).read(() => Promise.resolve(new Uint8Array(bytes)), from, signal);
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof ToolFailure ? error.code : error),
  );
const textPages = (count: number): string[][] =>
  Array.from({ length: count }, (_, index) => [`Page ${index + 1}`, 'second (line) \\ here']);

test('the text of each page has its lines', async () => {
  expect(await read(pdfFile(textPages(2)))).toEqual({
    pageCount: 2,
    pages: [
      { page: 1, text: 'Page 1\nsecond (line) \\ here' },
      { page: 2, text: 'Page 2\nsecond (line) \\ here' },
    ],
  });
});

test('a result ends at its number of pages, and the next begins there', async () => {
  const pdf = pdfFile(textPages(5), { deflated: 1 });
  const first = await read(pdf, 1, { ...usual, pages: 2 });
  expect([first.pages.map(({ page }) => page), first.nextPage]).toEqual([[1, 2], 3]);
  const last = await read(pdf, 4, { ...usual, pages: 2 });
  expect([last.pages.map(({ page }) => page), last.nextPage]).toEqual([[4, 5], undefined]);
});

test('a result ends before a page that does not fit, and cuts only a page that fits nowhere', async () => {
  const long = 'word '.repeat(20);
  const pdf = pdfFile([[long], [long, long], [long]]);
  const first = await read(pdf, 1, { ...usual, characters: 150 });
  expect([first.pages.length, first.nextPage, first.hints]).toEqual([1, 2, undefined]);
  const second = await read(pdf, 2, { ...usual, characters: 150 });
  expect(second.pages[0]?.text).toHaveLength(150);
  expect(second.hints).toEqual(['Page 2 has more text than fits into one answer; its end is left out.']);
  expect(second.nextPage).toBe(3);
});

test('pages without text say that they may be scanned', async () => {
  const { pages, hints } = await read(pdfFile([[], []]));
  expect(pages.map(({ text }) => text)).toEqual(['', '']);
  expect(hints).toEqual(['These pages have no text: they may be scanned. Their pictures are not read.']);
});

const opening = Buffer.from('BT /F1 12 Tf ');
const bad: readonly (readonly [string, Buffer, string])[] = [
  ['encrypted', pdfFile([['x']], { isEncrypted: true }), 'unsupported_file'],
  ['no PDF', Buffer.from('not a PDF'), 'unsupported_file'],
  ['empty', Buffer.alloc(0), 'unsupported_file'],
  ['cut', pdfFile(textPages(3)).subarray(0, 300), 'unsupported_file'],
  ['nested without end', pdfFile([['x']], { pageMembers: `/X ${'['.repeat(200_000)}` }), 'unsupported_file'],
];
test.each(bad)('a PDF that is %s is an error', async (_what, bytes, code) => {
  expect(await codeOf(read(bytes))).toBe(code);
});

const strange: readonly (readonly [string, PdfMake])[] = [
  ['nested in its content', { content: Buffer.from('['.repeat(300_000)) }],
  ['of dictionaries without end', { content: Buffer.from('<<'.repeat(100_000)) }],
  ['of states without end', { content: Buffer.from('q '.repeat(300_000)) }],
  ['drawing itself', { pageMembers: '/Annots [4 0 R]' }],
];
test.each(strange)(
  'a page %s ends',
  async (_what, make) => {
    const code = await codeOf(read(pdfFile([['x']], make), 1, { ...usual, time: 1000 }));
    expect(['ok', 'unsupported_file', 'budget_exceeded']).toContain(code);
  },
  30_000,
);

test('a page after the last is an error that says how many there are', async () => {
  await expect(read(pdfFile(textPages(2)), 3)).rejects.toThrow('`page` is after the last page, 2.');
});

test('a PDF that takes too long is ended, and the next one is read', async () => {
  const slow = Buffer.concat([opening, Buffer.alloc(40_000_000, '(a) Tj ')]);
  const texts = new PdfTexts({ ...usual, time: 500 });
  const bytes = pdfFile([['x']], { content: slow, deflated: 1 });
  expect(await codeOf(texts.read(() => Promise.resolve(new Uint8Array(bytes)), 1, never))).toBe(
    'budget_exceeded',
  );
  const next = new PdfTexts(usual).read(() => Promise.resolve(new Uint8Array(pdfFile([['y']]))), 1, never);
  expect((await next).pages).toEqual([{ page: 1, text: 'y' }]);
}, 30_000);

test('a call that ends takes the reading with it', async () => {
  const slow = Buffer.concat([opening, Buffer.alloc(40_000_000, '(a) Tj ')]);
  const controller = new AbortController();
  const work = read(pdfFile([['x']], { content: slow, deflated: 1 }), 1, usual, controller.signal);
  const reason = new ToolFailure('budget_exceeded', 'The client went away.');
  setImmediate(() => controller.abort(reason));
  await expect(work).rejects.toBe(reason);
});

test('a page that holds gigabytes ends by its memory or its time', async () => {
  const bytes = pdfFile([['x']], { content: inflatingTo(40), isPacked: true, deflated: 2 });
  expect(bytes.length).toBeLessThan(100_000);
  expect(['too_large', 'budget_exceeded']).toContain(
    await codeOf(read(bytes, 1, { ...usual, time: 10_000 })),
  );
}, 60_000);

test('without the built thread PDFs are said not to be readable', async () => {
  const { pdfWorker } = ambient();
  ambient().pdfWorker = join(folder, 'none.mjs');
  expect(await codeOf(read(pdfFile([['x']])))).toBe('unsupported_here');
  ambient().pdfWorker = pdfWorker;
});
