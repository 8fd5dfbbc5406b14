import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

const canvas = {
  nodes: [
    { id: 'a', type: 'file', file: 'Plan.md', subpath: '#Gaols', x: 0, y: 0, width: 1, height: 1 },
    { id: 'b', type: 'text', text: 'see [[Plan#^gone]] and [[Plan#Goals]]', x: 0, y: 0, width: 1, height: 1 },
    { id: 'c', type: 'group', background: 'img/gone.png', x: 0, y: 0, width: 1, height: 1 },
    { id: 'd', type: 'group', background: 'img/there.png', x: 0, y: 0, width: 1, height: 1 },
  ],
};

const hidden = 'lct_narrow-token-for-missing-parts';
const all = 'lct_full-token-for-missing-parts-of-notes';

let lectern: RunningLectern;
let client: TestClient;
let narrow: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Plan.md': '# Plan\n## Goals\ntext ^why\n### Of 2026: all\n## Steps\nA note[^1].\n\n[^1]: said\n',
      'Links.md': [
        '---\nup: "[[Plan#Golas]]"\n---',
        '[[Plan#Goals]] [[plan#goals]] [[Plan#Goals#Of 2026 all]] [[Plan#^why]] [[Plan#^WHY]] [[Plan#[^1]]]',
        '[[Plan#Steps#Of 2026 all]] [[Plan#^who]] ![[Plan#Aims]] [m](Plan.md#Nowhere%20at%20all)',
        '[[#Own]] [[Plan#]] [[Table.base#View]] [[Doc.pdf#page=3]] [[Plan#[^2]]]',
      ].join('\n'),
      'Good.md': '[[Plan#Goals]]\n',
      'Doc.pdf': 'x',
      'img/there.png': 'x',
      'Table.base': 'views: []\nfilters: file.hasLink("Plan#Gaols")\n',
      'Board.canvas': JSON.stringify(canvas, null, 1),
      'Hidden/Secret.md': '# Secret\n',
      'Open/To hidden.md': '[[Secret#Secret]] [[Secret#Other]]\n',
    },
    settings: {
      tokens: [
        { name: 'all', value: all, rights: 'full' },
        { name: 'narrow', value: hidden, rights: 'read', deny: ['Hidden/**'] },
      ],
    },
  });
  client = await lectern.connect('2026', all);
  narrow = await lectern.connect('2026', hidden);
});
afterAll(() => lectern.close());

async function broken(asker: TestClient, path?: string): Promise<string[]> {
  const { structured } = await asker.call('check_links', path === undefined ? {} : { path });
  return [structured['items']].flat().map(item => {
    const [source, line, link, missing] = ['source', 'line', 'link', 'missing'].map(name =>
      field(item, name),
    );
    return `${String(source)}:${String(line)} ${String(link)} (${String(missing)})`;
  });
}

test('links to headings, blocks and footnotes that are not there are broken, in notes, canvases and bases', async () => {
  for (const asker of [client, narrow])
    expect((await broken(asker)).filter(row => !row.startsWith('Open/'))).toEqual([
      'Board.canvas:6 Plan.md#Gaols (heading)',
      'Board.canvas:16 Plan#^gone (block)',
      'Board.canvas:25 img/gone.png (file)',
      'Links.md:2 Plan#Golas (heading)',
      'Links.md:5 Plan#Steps#Of 2026 all (heading)',
      'Links.md:5 Plan#^who (block)',
      'Links.md:5 Plan#Aims (heading)',
      'Links.md:5 Plan.md#Nowhere at all (heading)',
      'Links.md:6 #Own (heading)',
      'Links.md:6 Plan#[^2 (footnote)',
      'Table.base:2 Plan#Gaols (heading)',
    ]);
});

test('the headings of a hidden note are not revealed', async () => {
  expect(await broken(client, 'Open')).toEqual(['Open/To hidden.md:1 Secret#Other (heading)']);
  expect(await broken(narrow, 'Open')).toEqual([
    'Open/To hidden.md:1 Secret#Secret (file)',
    'Open/To hidden.md:1 Secret#Other (file)',
  ]);
});

test('similar headings and blocks are suggested as whole links', async () => {
  const { structured, text } = await client.call('check_links', {});
  const suggested = Object.fromEntries(
    [structured['items']].flat().map(item => [String(field(item, 'link')), field(item, 'suggestions')]),
  );
  expect(suggested).toMatchObject({
    'Plan.md#Gaols': ['Plan.md#Goals'],
    'Plan#Golas': ['Plan#Goals'],
    'Plan#^who': ['Plan#^why'],
    'Plan.md#Nowhere at all': [],
  });
  expect(text).toContain('2: [[Plan#Golas]] (no such heading) → Plan#Goals?');
});

test('a heading that is renamed, added or removed is known at the next call', async () => {
  expect(await broken(client, 'Good.md')).toEqual([]);
  await client.call('edit_note', {
    path: 'Plan.md',
    edits: [{ oldText: '## Goals', newText: '## Aims' }],
  });
  expect(await broken(client, 'Good.md')).toEqual(['Good.md:1 Plan#Goals (heading)']);
  await client.call('edit_note', { path: 'Good.md', edits: [{ oldText: '#Goals', newText: '#Aims' }] });
  expect(await broken(client, 'Good.md')).toEqual([]);
  await client.call('edit_note', { path: 'Good.md', edits: [{ oldText: '#Aims', newText: '' }] });
  expect(await broken(client, 'Good.md')).toEqual([]);
});

test('a card of a part of a note and the picture of a group are among what links to a file', async () => {
  const { structured } = await client.call('get_links', { path: 'Plan', direction: 'in' });
  expect(structured['incoming']).toContainEqual({
    ...{ source: 'Board.canvas', link: 'Plan.md#Gaols', kind: 'canvas', line: 6, text: 'Plan.md' },
  });
  const { structured: ofPicture } = await client.call('get_links', {
    path: 'img/there.png',
    direction: 'in',
  });
  expect(ofPicture['incoming']).toEqual([
    { source: 'Board.canvas', link: 'img/there.png', kind: 'canvas', line: 34, text: 'img/there.png' },
  ]);
});

test('the broken links of all pages equal those of one page', async () => {
  const paged: string[] = [];
  for (let cursor: unknown = undefined, page = 0; page < 20; page += 1) {
    const { structured } = await client.call('check_links', {
      limit: 2,
      ...(typeof cursor === 'string' ? { cursor } : {}),
    });
    paged.push(...[structured['items']].flat().map(item => String(field(item, 'link'))));
    cursor = structured['nextCursor'];
    if (cursor === undefined) break;
  }
  const { structured } = await client.call('check_links', {});
  expect(paged).toEqual([structured['items']].flat().map(item => String(field(item, 'link'))));
});
