import { VaultEvents } from '../../../src/vault/index/vault-events';
import { ExtractedTexts } from '../../../src/vault/plugins/extracted-texts';
import { Query } from '../../../src/search/query/query';
import { steppingSlicer } from '../../search/slicers';
import { property } from '../../../src/vault/plugins/plugin-api';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

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
