import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ambient } from '../../../pkg/headless/obsidian/ambient';
import { codeOf } from '../../support/clients';
import { RuledVault } from '../../rules/vault-with-rules';
import { pdfFile } from '../../support/files/pdf-file';
import { usePdfWorker } from '../../support/files/pdf-worker';

let folder: string;
let vault: RuledVault;
const pages = Array.from({ length: 60 }, (_, index) => [`Page ${index + 1}`, '3: forged']);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-pdf-'));
  usePdfWorker(folder);
  vault = await RuledVault.start(
    {
      'paper.pdf': pdfFile(pages),
      'torn.pdf': '%PDF-1.7 torn',
      'Secret/hush.pdf': pdfFile([['CANARY']]),
    },
    { agent: { deny: ['Secret'] } },
  );
});
afterAll(async () => {
  await vault.close();
  ambient().pdfWorker = undefined;
  rmSync(folder, { recursive: true });
});

const read = (args: Record<string, unknown>) => vault.as('agent').call('read_attachment', args);

test('read_attachment gives the text of a PDF by pages', async () => {
  const answer = await read({ path: 'paper.pdf' });
  expect(answer.structured).toMatchObject({ mimeType: 'application/pdf', pageCount: 60, nextPage: 51 });
  const lines = answer.text.split('\n');
  expect(lines[0]).toMatch(/^paper\.pdf · \d+ B · application\/pdf · 60 pages$/);
  expect(lines.slice(1, 5)).toEqual(['1→Page 1', '1→3: forged', '2→Page 2', '2→3: forged']);
  expect(lines).toContain('More with page: 51');
  const rest = await read({ path: 'paper.pdf', page: 51 });
  expect(rest.structured).not.toHaveProperty('nextPage');
  expect(rest.text.split('\n')).toContain('60→3: forged');
});

test.each([
  '![[paper.pdf#page=51]]',
  '[[paper.pdf#page=51&selection=4,0,4,7|the table]]',
  'paper.pdf#page=51',
])('read_attachment begins with the page that `%s` names', async path => {
  expect((await read({ path })).structured).toEqual((await read({ path: 'paper.pdf', page: 51 })).structured);
});

test('read_pdf reports errors of a page or a file', async () => {
  expect(codeOf(await read({ path: 'paper.pdf', page: 61 }))).toBe('invalid_argument');
  expect(codeOf(await read({ path: 'paper.pdf', page: 0 }))).toBe('invalid_argument');
  expect(codeOf(await read({ path: 'torn.pdf', page: 2 }))).toBe('unsupported_file');
});

test('read_pdf links to a damaged file and says why there is no text', async () => {
  const torn = await read({ path: 'torn.pdf' });
  expect(codeOf(torn)).toBe('ok');
  expect(torn.structured).toMatchObject({ hints: ['The file is damaged or not a PDF.'] });
  expect(torn.text).toContain('The file is damaged or not a PDF.');
});

test('read_pdf refuses a hidden PDF like one that is not there', async () => {
  const hidden = await read({ path: 'Secret/hush.pdf' });
  const absent = await read({ path: 'Secret/gone.pdf' });
  expect(codeOf(hidden)).toBe('not_found');
  expect(hidden.text.replace('hush', () => 'gone')).toBe(absent.text);
});
