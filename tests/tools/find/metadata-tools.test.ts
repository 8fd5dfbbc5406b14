import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { anyText, listWith, objectWith } from '../../support/matchers';
import type { TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'a.md':
        '---\ntags: [Work/Alpha, home]\ntitle: First\nnested:\n  deep: 1\ndate: 2026-01-02\n---\none two #work/beta\n`#code`\n',
      'sub/b.md': 'text #work/alpha and #Home\n```\n#fenced\n```\n日本語 ok',
      'sub/c.md': '---\ntags: a, b\n---\nthree words here',
      'broken.md': '---\ntags: [x\n---\nbody #kept',
      'latin1.md': new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
      'scalar.md': '---\ntags: one\n---\n',
      'AGENTS.md': 'Be kind.',
      'pic.png': 'x',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function call(tool: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  return (await client.call(tool, args)).structured;
}

describe('list_tags', () => {
  test('counts notes by tag, one spelling a tag, parents of nested ones too', async () => {
    expect(field(await call('list_tags', { sort: 'name' }), 'tags')).toEqual([
      { tag: 'Home', count: 2, total: 2 },
      { tag: 'kept', count: 1, total: 1 },
      { tag: 'one', count: 1, total: 1 },
      { tag: 'work', count: 0, total: 2 },
      { tag: 'Work/Alpha', count: 2, total: 2 },
      { tag: 'work/beta', count: 1, total: 1 },
    ]);
  });

  test('sorts by count, then name, and pages', async () => {
    const first = await call('list_tags', { limit: 2 });
    expect(first).toMatchObject({
      totalCount: 6,
      hasMore: true,
      tags: [{ tag: 'Home' }, { tag: 'Work/Alpha' }],
    });
    expect(await call('list_tags', { limit: 2, cursor: first['nextCursor'] })).toMatchObject({
      tags: [{ tag: 'kept' }, { tag: 'one' }],
    });
  });

  test('narrows by folder and prefix and names the notes', async () => {
    expect(field(await call('list_tags', { path: 'sub', withFiles: true, prefix: '#WORK' }), 'tags')).toEqual(
      [
        { tag: 'Work/Alpha', count: 1, total: 1, files: ['sub/b.md'] },
        { tag: 'work', count: 0, total: 1, files: ['sub/b.md'] },
      ],
    );
  });
});

describe('get_tags', () => {
  test('distinguishes the tags of frontmatter and text, with lines', async () => {
    expect(await call('get_tags', { path: 'a' })).toEqual({
      path: 'a.md',
      tags: ['Work/Alpha', 'home', 'work/beta'],
      frontmatterTags: ['Work/Alpha', 'home'],
      inlineTags: [{ tag: 'work/beta', line: 8 }],
    });
    expect(await call('get_tags', { path: 'sub/c' })).toMatchObject({ tags: [], frontmatterTags: [] });
    expect(await call('get_tags', { path: 'scalar' })).toMatchObject({
      tags: ['one'],
      frontmatterTags: ['one'],
    });
  });
});

describe('get_frontmatter', () => {
  test('reads all properties or one, dates as they are written', async () => {
    expect(await call('get_frontmatter', { path: 'a' })).toMatchObject({
      frontmatter: { tags: ['Work/Alpha', 'home'], title: 'First', nested: { deep: 1 }, date: '2026-01-02' },
      versionId: anyText(),
    });
    expect(await call('get_frontmatter', { path: 'a', key: 'date' })).toMatchObject({
      key: 'date',
      value: '2026-01-02',
    });
    expect(await call('get_frontmatter', { path: 'sub/b' })).toMatchObject({ frontmatter: {} });
  });

  test('says what is wrong', async () => {
    expect(field(await call('get_frontmatter', { path: 'broken' }), 'error', 'code')).toBe(
      'invalid_frontmatter',
    );
    const absent = await call('get_frontmatter', { path: 'a', key: 'dat' });
    expect(absent).toMatchObject({
      error: { code: 'not_found', candidates: ['date', 'tags', 'title', 'nested'] },
    });
  });
});

describe('list_notes', () => {
  test('lists every note with title, tags and words, also those that cannot be read whole', async () => {
    const { notes, ...rest } = await call('list_notes', { excludes: ['AGENTS.md'] });
    expect(rest).toMatchObject({
      totalNotes: 6,
      vaultName: 'vault',
      vaultPath: lectern.folder.path,
      hasMore: false,
    });
    expect([notes].flat()).toEqual([
      objectWith({ path: 'sub/b.md', title: 'b', tags: ['work/alpha', 'Home'], wordCount: 10 }),
      objectWith({ path: 'broken.md', title: 'broken', wordCount: 2 }),
      objectWith({ path: 'sub/c.md', title: 'c', tags: [], wordCount: 3 }),
      objectWith({ path: 'a.md', title: 'First', wordCount: 5 }),
      objectWith({ path: 'latin1.md', title: 'latin1', wordCount: 1 }),
      objectWith({ path: 'scalar.md', title: 'scalar', wordCount: 0 }),
    ]);
  });

  test('narrows by tag and folder, sorts by words', async () => {
    const paths = async (args: Record<string, unknown>): Promise<unknown[]> =>
      [(await call('list_notes', args))['notes']].flat().map(note => field(note, 'path'));
    expect(await paths({ tag: '#WORK' })).toEqual(['sub/b.md', 'a.md']);
    expect(await paths({ path: 'sub', sort: 'wordCount', order: 'desc' })).toEqual(['sub/b.md', 'sub/c.md']);
    expect(await call('list_notes', { includeTags: false, limit: 1 })).not.toHaveProperty([
      'notes',
      0,
      'tags',
    ]);
  });
});

describe('stat', () => {
  test('returns what is at each path, in the given order', async () => {
    const { items } = await call('stat', { paths: ['none', 'a', 'sub', 'pic.png', '../x', 'latin1.md'] });
    expect(items).toEqual([
      { path: 'none', exists: false },
      objectWith({
        path: 'a.md',
        exists: true,
        kind: 'file',
        title: 'First',
        tags: ['Work/Alpha', 'home', 'work/beta'],
        aliases: [],
        versionId: anyText(),
      }),
      { path: 'sub', exists: true, kind: 'directory' },
      objectWith({ path: 'pic.png', kind: 'file', size: 1 }),
      objectWith({
        path: '../x',
        exists: false,
        error: objectWith({ code: 'invalid_path' }),
      }),
      objectWith({ path: 'latin1.md', versionId: anyText() }),
    ]);
  });

  test('returns nothing for no paths', async () => {
    expect(await call('stat')).toEqual({ items: [] });
  });
});

describe('get_vault_info', () => {
  test('gives an agent an overview in one call', async () => {
    expect(await call('get_vault_info')).toMatchObject({
      status: 'ok',
      vaultName: 'vault',
      counts: { notes: 7, attachments: 1, folders: 1 },
      server: { name: 'lectern-mcp', runtime: 'headless', protocolVersion: '2026-07-28' },
      access: { token: 'test', rights: 'full', readOnly: false, folderRules: false },
      index: { state: 'ready', notesIndexed: 7 },
      topFolders: [{ path: 'sub', notes: 2 }],
      topTags: listWith([{ tag: 'Home', count: 2 }]),
      guide: { path: 'AGENTS.md', text: 'Be kind.' },
    });
  });
});
