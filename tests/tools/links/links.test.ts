import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { listWith, textWith } from '../../support/matchers';
import type { TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Hub.md':
        '---\nup: "[[Home]]"\naliases: [The Centre]\n---\n# Hub\n[[Leaf one]] and ![[pic.png]] and [two](Leaf%20two.md).\n`[[code]]`\n',
      'Home.md': 'Start at [[Hub]], then [[Missing note]] and [[Leaf onne]].\n',
      'Leaf one.md': 'Back to [[Hub#Hub|the hub]]. ^end\n',
      'sub/Leaf two.md': 'The hub is named here, also the centre, not hubris.\n',
      'Alone.md': '[[Alone]]\n',
      'pic.png': png,
      'table.csv': 'a,b\n',
      'Files/deep.csv': 'a\n',
      'doc.pdf': '%PDF',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function call(tool: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  return (await client.call(tool, args)).structured;
}

describe('get_links', () => {
  test('lists links of every kind both ways, with line and text', async () => {
    const text = '[[Leaf one]] and ![[pic.png]] and [two](Leaf%20two.md).';
    expect(await call('get_links', { path: 'Hub' })).toEqual({
      path: 'Hub.md',
      outgoing: [
        {
          target: 'Home.md',
          resolved: true,
          link: 'Home',
          kind: 'frontmatter',
          line: 2,
          text: 'up: "[[Home]]"',
        },
        { target: 'Leaf one.md', resolved: true, link: 'Leaf one', kind: 'link', line: 6, text },
        { target: 'pic.png', resolved: true, link: 'pic.png', kind: 'embed', line: 6, text },
        { target: 'sub/Leaf two.md', resolved: true, link: 'Leaf two.md', kind: 'markdown', line: 6, text },
      ],
      incoming: [
        {
          source: 'Home.md',
          link: 'Hub',
          kind: 'link',
          line: 1,
          text: 'Start at [[Hub]], then [[Missing note]] and [[Leaf onne]].',
        },
        {
          source: 'Leaf one.md',
          link: 'Hub#Hub',
          kind: 'link',
          line: 1,
          text: 'Back to [[Hub#Hub|the hub]]. ^end',
        },
      ],
      totalCount: 6,
      hasMore: false,
    });
  });

  test('adds mentions that are no links, of whole words', async () => {
    const { unlinked } = await call('get_links', {
      path: 'Hub',
      direction: 'in',
      includeUnlinked: true,
      withContext: false,
    });
    expect(unlinked).toEqual([
      { source: 'sub/Leaf two.md', line: 1, text: 'The hub is named here, also the centre, not hubris.' },
    ]);
  });

  test('shows links that lead nowhere, and pages', async () => {
    const first = await call('get_links', { path: 'Home', direction: 'out', limit: 2, withContext: false });
    expect(first).toMatchObject({
      totalCount: 3,
      hasMore: true,
      outgoing: [{ target: 'Hub.md' }, { target: 'Missing note', resolved: false }],
    });
    const rest = await call('get_links', {
      path: 'Home',
      direction: 'out',
      limit: 2,
      withContext: false,
      cursor: first['nextCursor'],
    });
    expect(rest).toMatchObject({ hasMore: false, outgoing: [{ target: 'Leaf onne', resolved: false }] });
    expect(rest).not.toHaveProperty('incoming');
  });
});

describe('check_links', () => {
  test('finds broken links with what may be meant', async () => {
    expect(await call('check_links')).toMatchObject({
      totalCount: 2,
      items: [
        { source: 'Home.md', line: 1, link: 'Missing note' },
        { source: 'Home.md', line: 1, link: 'Leaf onne', suggestions: ['Leaf one.md', 'sub/Leaf two.md'] },
      ],
    });
    expect(await call('check_links', { path: 'Hub' })).toMatchObject({ totalCount: 0, items: [] });
  });

  test('finds notes that no other links to, or that link to no other', async () => {
    expect(await call('check_links', { kind: 'orphans' })).toMatchObject({ items: [{ path: 'Alone.md' }] });
    expect(await call('check_links', { kind: 'deadends' })).toMatchObject({
      items: [{ path: 'Alone.md' }, { path: 'sub/Leaf two.md' }],
    });
  });
});

describe('explore_graph', () => {
  test('walks around a note, nearest first', async () => {
    expect(await call('explore_graph', { path: 'Home', direction: 'out', depth: 1 })).toEqual({
      nodes: [
        { path: 'Home.md', title: 'Home', distance: 0 },
        { path: 'Hub.md', title: 'Hub', distance: 1 },
      ],
      edges: [
        { source: 'Home.md', target: 'Hub.md' },
        { source: 'Hub.md', target: 'Home.md' },
      ],
    });
  });

  test('finds the shortest path, or says that there is none', async () => {
    expect(await call('explore_graph', { path: 'Home', to: '[[Leaf two]]' })).toMatchObject({
      shortestPath: ['Home.md', 'Hub.md', 'sub/Leaf two.md'],
    });
    expect(await call('explore_graph', { path: 'Home', to: 'Alone' })).toMatchObject({ shortestPath: [] });
    expect(await call('explore_graph', { path: 'Hub', limit: 2 })).toMatchObject({ truncated: true });
  });
});

describe('resolve_link', () => {
  test('returns the file and the lines', async () => {
    expect(await call('resolve_link', { link: '[[leaf TWO]]' })).toEqual({
      link: '[[leaf TWO]]',
      path: 'sub/Leaf two.md',
    });
    expect(await call('resolve_link', { link: 'Hub#Hub' })).toEqual({
      link: 'Hub#Hub',
      path: 'Hub.md',
      startLine: 5,
      endLine: 7,
    });
    expect(await call('resolve_link', { link: '[[#^end]]', from: 'Leaf one' })).toMatchObject({
      path: 'Leaf one.md',
      startLine: 1,
      endLine: 1,
    });
  });

  test('suggests notes with that alias, which do not resolve', async () => {
    const answer = await call('resolve_link', { link: '[[the centre]]' });
    expect(answer).toMatchObject({
      error: { code: 'not_found', candidates: listWith(['Hub.md']) },
    });
  });
});

describe('find_related', () => {
  test('lists notes related by links, with reasons', async () => {
    const { related } = await call('find_related', { path: 'Leaf one' });
    expect(field([related].flat(), 0)).toMatchObject({
      path: 'Hub.md',
      reasons: listWith(['linked from it', 'links to it']),
    });
    expect([related].flat().map(row => field(row, 'path'))).toContain('Home.md');
  });

  test('lists rare words that both notes have', async () => {
    await client.call('create_note', { path: 'Quiet.md', content: 'A quixotic windmill.\n' });
    await client.call('create_note', { path: 'Two.md', content: 'The windmill turns.\n' });
    const { related } = await call('find_related', { path: 'Quiet' });
    expect(field([related].flat(), 0)).toMatchObject({
      path: 'Two.md',
      reasons: ['shares the words windmill'],
    });
  });
});

describe('read_notes and get_outline', () => {
  test('read several notes within one budget', async () => {
    expect(await call('read_notes', { paths: ['Home', 'nowhere', 'Hub'], maxChars: 70 })).toMatchObject({
      omittedCount: 1,
      notes: [
        { path: 'Home.md', content: textWith('1→Start') },
        { path: 'nowhere', error: { code: 'not_found' } },
        { path: 'Hub.md', omitted: true, outline: [{ heading: 'Hub', level: 1, startLine: 5, endLine: 7 }] },
      ],
    });
  });

  test('show the structure of a note', async () => {
    expect(await call('get_outline', { path: 'Hub' })).toMatchObject({
      totalLines: 7,
      headings: [{ heading: 'Hub', level: 1, path: 'Hub', startLine: 5, endLine: 7 }],
      frontmatterKeys: ['up', 'aliases'],
      tasks: { open: 0, done: 0 },
      links: 2,
      embeds: 1,
    });
  });
});

describe('read_attachment', () => {
  test('returns images as images, text as text, and links for other files', async () => {
    expect(await call('read_attachment', { path: 'pic.png' })).toEqual({
      path: 'pic.png',
      size: png.length,
      mimeType: 'image/png',
    });
    for (const path of ['deep.csv', '[[deep.csv]]', '![[deep.csv]]'])
      expect(await call('read_attachment', { path })).toMatchObject({ path: 'Files/deep.csv' });
    expect(await call('read_attachment', { path: 'table.csv' })).toMatchObject({
      text: 'a,b\n',
      mimeType: 'text/csv',
    });
    expect(await call('read_attachment', { path: 'doc.pdf' })).toMatchObject({ mimeType: 'application/pdf' });
    expect(await call('read_attachment', { path: 'Hub.md' })).toMatchObject({
      error: { code: 'unsupported_file' },
    });
  });
});
