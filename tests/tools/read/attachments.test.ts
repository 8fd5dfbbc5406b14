/** The text of files that are no plain notes is read and searched. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import LZString from 'lz-string';
import { ambient } from '../../../pkg/headless/obsidian/ambient';
import { Query } from '../../../src/search/query/query';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { ExtractedTexts } from '../../../src/vault/plugins/extracted-texts';
import { property } from '../../../src/vault/plugins/plugin-api';
import { RuledVault } from '../../rules/vault-with-rules';
import { steppingSlicer } from '../../search/slicers';
import { codeOf, type TestClient } from '../../support/clients';
import { pdfFile } from '../../support/files/pdf-file';
import { usePdfWorker } from '../../support/files/pdf-worker';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { vaultForAll } from '../../support/open-vault';

const scoped = 'lct_scoped-token-0123456789';
const files = {
  'Lighthouse.md': '---\ntags: [sea]\n---\nThe lighthouse keeper.\n',
  'Scans/letter.pdf': 'Dear keeper,\nthe lighthouse lamp is out.\n',
  'Scans/picture.png': 'LAMP SHOP',
  'Scans/broken.pdf': 'lamp',
  'Scans/odd.pdf': 'lamp',
  'Secret/plan.pdf': 'lamp CANARY',
  'sound.mp3': 'lamp',
};

async function start(
  settings: Record<string, unknown> = { searchAttachments: true },
): Promise<RunningLectern> {
  const tokens = [{ name: 'scoped', rights: 'read', value: scoped, deny: ['Secret'] }];
  return RunningLectern.start({
    files,
    communityPlugins: ['text-extractor'],
    settings: { tokens, ...settings },
  });
}

async function search(client: TestClient, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await client.call('search', args)).structured;
}

const paths = (answer: Record<string, unknown>): unknown[] =>
  [answer['results']].flat().map(result => field(result, 'path'));

const asked = ({ host }: RunningLectern): unknown =>
  property(property(host.internals.plugins.getPlugin('text-extractor'), 'api'), 'asked');

describe('searching attachments', () => {
  let lectern: RunningLectern;
  let client: TestClient;

  beforeAll(async () => {
    lectern = await start();
    client = await lectern.connect();
  });
  afterAll(() => lectern.close());

  test('finds the text of PDFs and images, marked as such', async () => {
    const { results, totalCount } = await search(client, { query: '"lamp is"' });
    expect(totalCount).toBe(1);
    expect(results).toMatchObject([
      {
        path: 'Scans/letter.pdf',
        title: 'letter.pdf',
        extracted: true,
        matches: [{ line: 2, field: 'body', text: 'the lighthouse lamp is out.' }],
      },
    ]);
    const { text } = await client.call('search', { query: '"lamp is"' });
    expect(text).toMatch(/Scans\/letter\.pdf · [-\d]+ · extracted text/);
  });

  test('has notes and attachments in one order and one count, page by page', async () => {
    const both = await search(client, { query: 'lighthouse' });
    expect(paths(both).sort()).toEqual(['Lighthouse.md', 'Scans/letter.pdf']);
    const first = await search(client, { query: 'lighthouse', limit: 1 });
    const second = await search(client, { query: 'lighthouse', limit: 1, cursor: first['nextCursor'] });
    expect([first['totalCount'], ...paths(first), ...paths(second)]).toEqual([2, ...paths(both)]);
  });

  test('keeps the filters of the call', async () => {
    expect(paths(await search(client, { query: 'lamp', path: 'Secret' }))).toEqual(['Secret/plan.pdf']);
    expect(paths(await search(client, { query: 'lamp', includes: ['*.png'] }))).toEqual([
      'Scans/picture.png',
    ]);
    expect(paths(await search(client, { query: 'lighthouse', tag: 'sea' }))).toEqual(['Lighthouse.md']);
    expect(paths(await search(client, { query: 'lamp tag:sea' }))).toEqual([]);
  });

  test('keeps the folder rules', async () => {
    const narrow = await lectern.connect('2026', scoped);
    const answer = await search(narrow, { query: 'lamp' });
    expect(paths(answer).sort()).toEqual(['Scans/letter.pdf', 'Scans/picture.png']);
    expect(answer['totalCount']).toBe(2);
  });

  test('reads each state of a file once', async () => {
    await search(client, { query: 'lamp' });
    const before = [asked(lectern)].flat();
    expect(before.filter(path => path === 'Scans/letter.pdf')).toHaveLength(1);
    expect(before.filter(path => path === 'Scans/broken.pdf')).toHaveLength(1);
    const { vault } = lectern.host.app;
    const picture = vault.getFileByPath('Scans/picture.png');
    if (picture === null) throw new Error('No picture.');
    await vault.modify(picture, 'A bakery, not a shop for lights');
    expect(paths(await search(client, { query: 'bakery' }))).toEqual(['Scans/picture.png']);
    expect(paths(await search(client, { query: 'lamp shop', allWords: true }))).toEqual([]);
    await vault.rename(picture, 'Scans/photo.png');
    expect(paths(await search(client, { query: 'bakery' }))).toEqual(['Scans/photo.png']);
    await vault.delete(picture);
    expect(paths(await search(client, { query: 'bakery' }))).toEqual([]);
  });
});

test('files that cannot be read in time do not delay a search', async () => {
  const lectern = await RunningLectern.start({
    files: { ...files, 'hanging.pdf': 'lamp' },
    communityPlugins: ['text-extractor'],
    settings: { searchAttachments: true },
  });
  try {
    const client = await lectern.connect();
    expect(paths(await search(client, { query: 'lamp' }))).toContain('Scans/letter.pdf');
    // It still hangs, and is neither asked for again nor waited for.
    expect(paths(await search(client, { query: 'lamp' }))).toContain('Scans/letter.pdf');
    expect([asked(lectern)].flat().filter(path => path === 'hanging.pdf')).toHaveLength(1);
  } finally {
    await lectern.close();
  }
});

test('files that cannot be read do not prevent reading the others', async () => {
  const lectern = await RunningLectern.start({
    files: { 'hanging 1.pdf': 'lamp', 'hanging 2.pdf': 'lamp', 'letter.pdf': 'the lamp' },
    communityPlugins: ['text-extractor'],
    settings: {},
  });
  try {
    const { app } = lectern.host;
    const { slicer } = steppingSlicer();
    const texts = new ExtractedTexts({
      app,
      events: new VaultEvents(app, () => undefined),
      slicer,
      timeout: 50,
      longest: 2,
    });
    const hangs = ({ name }: { name: string }): boolean => name.startsWith('hanging');
    await texts.find(Query.parse({ query: 'lamp' }), { accepts: hangs, now: 0 });
    const found = await texts.find(Query.parse({ query: 'lamp' }), { accepts: () => true, now: 0 });
    expect(found.notes.map(({ path }) => path)).toEqual(['letter.pdf']);
  } finally {
    await lectern.close();
  }
});

test('the search of attachments is off until the user switches it on', async () => {
  const lectern = await start({});
  try {
    expect(paths(await search(await lectern.connect(), { query: 'lamp' }))).toEqual([]);
    expect(asked(lectern)).toEqual([]);
  } finally {
    await lectern.close();
  }
});

describe('drawings of Excalidraw', () => {
  /** As the plugin writes it: base64 in pieces of 256 characters with empty lines between them. */
  const scene = {
    elements: [
      { type: 'text', rawText: 'Harbour office' },
      { type: 'text', rawText: 'only in the scene: pilot' },
      { type: 'frame', name: 'Quayside' },
      { type: 'rectangle', link: '[[Lamp]]' },
      ...Array.from({ length: 40 }, (_, x) => ({ type: 'line', id: `e${x}`, x, y: x * 7919 })),
    ],
  };
  const pieces = LZString.compressToBase64(JSON.stringify(scene)).match(/.{1,256}/g) ?? [];

  const drawing = [
    '---',
    'excalidraw-plugin: parsed',
    'tags: [excalidraw]',
    '---',
    '==⚠  Switch to EXCALIDRAW VIEW in the MORE OPTIONS menu of this document. ⚠==',
    '',
    '# Excalidraw Data',
    '',
    '## Text Elements',
    'Harbour office ^k3XJ2aYp',
    '',
    'Ask about the lamp [[Lamp]] ^u7Qp1zLm',
    '',
    '%%',
    '## Drawing',
    '```compressed-json',
    pieces.join('\n\n'),
    '```',
    '%%',
    '',
  ].join('\n');
  const vault = vaultForAll({
    files: {
      'Map.excalidraw.md': drawing,
      'Torn.excalidraw.md': '---\nexcalidraw-plugin: parsed\n---\n## Drawing\n```json\n{\n```\n',
      'Lamp.md': 'lamp\n',
    },
    isSettled: true,
  });
  const { call } = vault;

  test('the text of a drawing is searched, and leads to its element', async () => {
    const { structured, text } = await call('search', { query: 'harbour' });
    expect(structured).toMatchObject({ totalCount: 1 });
    expect(text).toContain('Map.excalidraw.md');
    expect(text).toContain('Harbour office ^k3XJ2aYp');
  });

  test('the text of a drawing is read by its lines, without the drawing', async () => {
    const { text } = await call('read_note', { path: 'Map.excalidraw', startLine: 9, endLine: 13 });
    expect(text).toContain('Harbour office');
    expect(text).toContain('Ask about the lamp');
    expect(text).not.toContain(pieces[0]);
    expect(text).not.toContain('Hint');
  });

  test('text that is only in the packed drawing is searched, and base64 is not', async () => {
    for (const query of ['quayside', '"scene: pilot"']) {
      const { structured, text } = await call('search', { query, allWords: true });
      expect(structured).toMatchObject({ totalCount: 1 });
      expect(text).toContain('Map.excalidraw.md');
    }
    const base64 = pieces[1]?.slice(0, 40);
    expect((await call('search', { query: base64, mode: 'phrase' })).structured).toMatchObject({
      totalCount: 0,
    });
  });

  test('read_note says how to read a packed drawing, and read_attachment does', async () => {
    const read = await call('read_note', { path: 'Map.excalidraw' });
    expect(read.structured['hints']).toHaveLength(1);
    expect(read.text).toContain('Hint: The drawing is packed: `read_attachment` shows');
    const { structured, text } = await call('read_attachment', { path: 'Map.excalidraw.md' });
    expect(structured).toMatchObject({
      path: 'Map.excalidraw.md',
      mimeType: 'text/markdown',
      versionId: read.structured['versionId'],
      text: [
        'text "Harbour office"',
        'text "only in the scene: pilot"',
        'frame "Quayside"',
        'link "[[Lamp]]"',
      ].join('\n'),
    });
    expect(text).toContain('frame "Quayside"');
    const note = await call('read_attachment', { path: 'Lamp.md' });
    expect(note.structured['error']).toMatchObject({ code: 'unsupported_file', hint: 'Use `read_note`.' });
  });

  test('a damaged drawing is not refused as a note without one', async () => {
    const torn = await call('read_attachment', { path: 'Torn.excalidraw.md' });
    expect(torn.structured['error']).toMatchObject({ code: 'unsupported_file' });
    expect(torn.text).not.toBe((await call('read_attachment', { path: 'Lamp.md' })).text);
  });

  test('links of a drawing are links of its note', async () => {
    const { text } = await call('get_links', { path: 'Lamp', direction: 'in' });
    expect(text).toContain('Map.excalidraw.md');
  });

  test('the outline of a drawing has its sections', async () => {
    const { text } = await call('get_outline', { path: 'Map.excalidraw' });
    expect(text).toContain('Text Elements');
  });
});

describe('PDFs', () => {
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
    const first = ['1→Page 1', '1→3: forged', '2→Page 2', '2→3: forged'];
    expect(lines.slice(1, 6)).toEqual(['More with page: 51', ...first]);
    const rest = await read({ path: 'paper.pdf', page: 51 });
    expect(rest.structured).not.toHaveProperty('nextPage');
    expect(rest.text.split('\n')).toContain('60→3: forged');
  });

  test.each([
    '![[paper.pdf#page=51]]',
    '[[paper.pdf#page=51&selection=4,0,4,7|the table]]',
    '[[paper.pdf#height=400&page=51]]',
    'paper.pdf#page=51',
  ])('read_attachment begins with the page that `%s` names', async path => {
    expect((await read({ path })).structured).toEqual(
      (await read({ path: 'paper.pdf', page: 51 })).structured,
    );
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
});

describe('files of text and pictures', () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => `${at},${'ü'.repeat(20)}\n`).join('');
  const card = (at: number): object => ({
    id: `n${at}`,
    type: 'text',
    text: 'x'.repeat(300),
    x: 0,
    y: at,
    width: 9,
    height: 9,
  });
  const png = Buffer.from('89504e470d0a1a0a', 'hex');
  const vault = vaultForAll({
    files: {
      'data.csv': rows,
      'small.csv': 'a,b\n',
      'one line.txt': '😀'.repeat(60_000),
      'Big.canvas': JSON.stringify({ nodes: Array.from({ length: 400 }, (_, at) => card(at)), edges: [] }),
      'empty.png': '',
      'text.png': 'no picture',
      'really a.jpg': png,
    },
  });

  async function wholeText(path: string): Promise<string> {
    let whole = '';
    for (let page: unknown = 1; page !== undefined;) {
      const { structured } = await vault.call('read_attachment', { path, page });
      whole += String(structured['text']);
      page = structured['nextPage'];
    }
    return whole;
  }

  test('a long text is read by pages, which together are the whole text', async () => {
    expect(await wholeText('data.csv')).toBe(rows);
    expect(await wholeText('one line.txt')).toBe('😀'.repeat(60_000));
    const lines = (await wholeText('Big.canvas')).split('\n');
    expect(lines.filter(line => line.includes('n399'))).toHaveLength(1);
    const [first, second] = [
      await vault.call('read_attachment', { path: 'data.csv' }),
      await vault.call('read_attachment', { path: 'data.csv', page: 2 }),
    ];
    expect(first.text).toContain('page: 2');
    expect(String(second.structured['text'])).toMatch(/^\d+,ü/u);
  });

  test('a page after the last is refused', async () => {
    for (const path of ['data.csv', 'small.csv'])
      expect(codeOf(await vault.call('read_attachment', { path, page: 99 }))).toBe('invalid_argument');
  });

  test('a picture has the type of its bytes, and other bytes are none', async () => {
    const named = await vault.call('read_attachment', { path: 'really a.jpg' });
    expect(named.structured['mimeType']).toBe('image/png');
    expect(named.media).toEqual([{ data: png.toString('base64'), mimeType: 'image/png' }]);
    for (const path of ['empty.png', 'text.png'])
      expect(codeOf(await vault.call('read_attachment', { path }))).toBe('unsupported_file');
  });
});
