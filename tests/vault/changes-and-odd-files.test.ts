import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { RunningLectern, manifest, testToken } from '../support/lectern';
import { field } from '../support/json';
import { type TestClient, clients } from '../support/clients';
import LecternPlugin from '../../src/main';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { tools } from '../../src/tools';
import { base64Of, png } from '../support/files/sample-files';
import { fileArguments, usualArguments } from '../support/usual-arguments';

/** What another program writes. */
describe('a change that the vault has noticed', () => {
  let lectern: RunningLectern;
  let client: TestClient;

  beforeEach(async () => {
    lectern = await RunningLectern.start({
      files: {
        'Hub.md': '[[Leaf]] and [[Later]]\n',
        'Leaf.md': '---\nstatus: open\n---\n#old\n',
        'Other.md': '[[Target]]\n',
        'Target.md': 'Here.\n',
      },
    });
    client = await lectern.connect();
  });
  afterEach(() => lectern.close());

  /** What another program does, up to the moment in which the vault tells of it: its metadata is read later. */
  async function write(path: string, text: string): Promise<void> {
    writeFileSync(`${lectern.folder.path}/${path}`, text);
    await lectern.host.settled();
  }

  async function remove(path: string): Promise<void> {
    rmSync(`${lectern.folder.path}/${path}`);
    await lectern.host.settled();
  }

  async function ask(tool: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    return (await client.call(tool, args)).structured;
  }

  async function paths(tool: string, args: Record<string, unknown>, key: string): Promise<unknown[]> {
    const rows = field(await ask(tool, args), key);
    return Array.isArray(rows) ? rows.map(row => field(row, 'path')) : [];
  }

  it('a first question right after a change by another program is answered from the new metadata', async () => {
    await ask('stat', { paths: [] });
    await lectern.host.metadataSettled();
    await write('Leaf.md', '---\nstatus: done\n---\n#new\n');
    expect(await paths('query_notes', { where: ['status=done'] }, 'rows')).toEqual(['Leaf.md']);
  });

  describe('after a first question, what another program writes counts at once', () => {
    beforeEach(async () => {
      await ask('list_tags');
      await lectern.host.metadataSettled();
    });

    it('for properties', async () => {
      await write('Leaf.md', '---\nstatus: done\n---\n#new\n');
      expect(await paths('query_notes', { where: ['status=done'] }, 'rows')).toEqual(['Leaf.md']);
    });

    it('for tags', async () => {
      await write('Leaf.md', '#new\n');
      expect(await ask('list_tags')).toMatchObject({ tags: [{ tag: 'new', count: 1 }] });
    });

    it('for the links of a note', async () => {
      await write('Leaf.md', '[[Hub]]\n');
      expect(await ask('get_links', { path: 'Hub', direction: 'in' })).toMatchObject({
        incoming: [{ source: 'Leaf.md' }],
      });
    });

    it('for links that wait for a note that comes', async () => {
      await write('Later.md', 'At last.\n');
      expect(await ask('get_links', { path: 'Later', direction: 'in' })).toMatchObject({
        incoming: [{ source: 'Hub.md' }],
      });
    });

    it('for links to a note that goes', async () => {
      await remove('Leaf.md');
      expect(await ask('check_links')).toMatchObject({
        items: [
          { source: 'Hub.md', link: 'Leaf' },
          { source: 'Hub.md', link: 'Later' },
        ],
      });
    });

    it('for a target that nobody links to any more', async () => {
      await remove('Other.md');
      expect(await paths('check_links', { kind: 'orphans' }, 'items')).toEqual(['Hub.md', 'Target.md']);
      expect(await paths('query_notes', { filter: { '!': [{ var: 'backlinks' }] } }, 'rows')).toEqual([
        'Hub.md',
        'Target.md',
      ]);
    });
  });
});

describe('a change that the app has not noticed', () => {
  const torn = '---\nstatus: [\n---\ntext\n';

  let vault: TemporaryVault;
  let client: TestClient;

  /** Another plugin has had the app read every note; what other programs do is not noticed before it is looked for. */
  beforeEach(async () => {
    vault = await temporaryVault({ 'a.md': 'before\n', 'torn.md': torn });
    const { control } = await vault.host.loadPlugin(LecternPlugin, manifest, {
      settings: { port: 0 },
      tokens: [{ name: 'test', value: testToken, rights: 'full' as const }],
    });
    const url = (await control?.started())?.url;
    if (url === undefined) throw new Error('The server did not start.');
    await vault.host.metadataSettled();
    const { vault: app } = vault.host.app;
    for (const note of app.getMarkdownFiles()) await app.cachedRead(note);
    client = await clients['2026']({ url, token: testToken });
  });
  afterEach(async () => {
    await client.close();
    await vault.close();
  });

  describe('while the app holds an earlier text of a note that another program has changed', () => {
    beforeEach(() => writeFileSync(vault.at('a.md'), 'changed outside\n'));

    test('a note is read as it is on the disk', async () => {
      expect((await client.call('read_note', { path: 'a.md' })).text).toContain('changed outside');
    });

    test('an edit is made in what is on the disk', async () => {
      const edits = [{ oldText: 'changed', newText: 'edited' }];
      expect((await client.call('edit_note', { path: 'a.md', edits })).isError).toBe(false);
      expect((await client.call('read_note', { path: 'a.md' })).text).toContain('edited outside');
      const [stale] = [{ oldText: 'before', newText: 'lost' }];
      expect((await client.call('edit_note', { path: 'a.md', edits: [stale] })).isError).toBe(true);
    });
  });

  test('properties that cannot be read are looked for in what is on the disk, whatever text the app holds', async () => {
    const unreadable = async () => (await client.call('list_properties', {})).structured['unreadable'];
    writeFileSync(vault.at('torn.md'), '---\nstatus: open\n---\ntext\n');
    expect(await unreadable()).toBeUndefined();
  });
});

describe('files that are odd', () => {
  let lectern: RunningLectern;
  let client: TestClient;
  let canary: string;

  beforeAll(async () => {
    lectern = await RunningLectern.start({
      files: {
        'note.md': 'inside\n',
        'latin1.md': new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]),
        'nul.md': 'a\u0000b\n',
        'data.csv': 'a,b\n',
        'x.md/inner.md': 'in a folder with the name of a note\n',
        '.obsidian/app.json': '{}',
        '.hidden.md': 'hidden',
        'a/.secret/b.md': 'hidden',
        'Café.md': 'composed\n',
      },
      prepare: folder => {
        canary = join(folder.parent, 'outside', 'canary.md');
        mkdirSync(join(folder.parent, 'outside'));
        mkdirSync(join(folder.parent, 'vault-evil'));
        writeFileSync(canary, 'CANARY');
        writeFileSync(join(folder.parent, 'vault-evil', 'x.md'), 'CANARY');
        symlinkSync(join(folder.parent, 'outside'), join(folder.path, 'leaving'));
        symlinkSync(canary, join(folder.path, 'leaving.md'));
        symlinkSync('note.md', join(folder.path, 'staying.md'));
        symlinkSync('nowhere.md', join(folder.path, 'dangling.md'));
        symlinkSync('.', join(folder.path, 'loop'));
        execFileSync('mkfifo', [join(folder.path, 'pipe.md')]);
      },
    });
    client = await lectern.connect();
  });
  afterAll(() => lectern.close());

  async function read(path: string): Promise<unknown> {
    const { structured, isError } = await client.call('read_note', { path });
    return isError ? field(structured, 'error', 'code') : structured['content'];
  }

  test('a listing shows what can be served and never fails', async () => {
    const { structured } = await client.call('list', { recursive: true, limit: 1000 });
    const items = [structured['items']].flat();
    const paths = items.map(item => field(item, 'path'));
    expect(paths).toEqual(
      expect.arrayContaining([
        'note.md',
        'latin1.md',
        'nul.md',
        'data.csv',
        'x.md',
        'x.md/inner.md',
        'staying.md',
        'a',
        'Café.md',
      ]),
    );
    expect(paths.filter(path => /leaving|dangling|pipe|hidden|secret|\.obsidian/.test(String(path)))).toEqual(
      [],
    );
    expect(JSON.stringify(structured)).not.toContain('CANARY');
  });

  test.each([
    ['leaving/canary.md', 'not_found'],
    ['leaving.md', 'not_found'],
    ['dangling.md', 'not_found'],
    ['pipe.md', 'not_found'],
    ['x.md', 'not_found'],
    ['.hidden.md', 'not_found'],
    ['.obsidian/app.json', 'not_found'],
    ['.OBSIDIAN/app.json', 'not_found'],
    ['a/.secret/b.md', 'not_found'],
    ['latin1.md', 'unsupported_file'],
    ['data.csv', 'unsupported_file'],
    ['../outside/canary.md', 'invalid_path'],
    ['../vault-evil/x.md', 'invalid_path'],
    ['x.md/../../outside/canary', 'invalid_path'],
    ['..%2Foutside%2Fcanary.md', 'not_found'],
    ['file:///etc/passwd', 'invalid_path'],
    ['$HOME/x', 'invalid_path'],
    ['note.md:stream', 'invalid_path'],
    ['CON', 'invalid_path'],
    ['note.md ', 'invalid_path'],
  ])('reading %j answers %s', async (path, code) => {
    expect(await read(path)).toBe(code);
  });

  test('a link that stays in the vault, NUL and another Unicode form or case are read', async () => {
    expect(await read('staying')).toBe('1→inside');
    expect(await read('x.md/inner')).toBe('1→in a folder with the name of a note');
    expect(await read('nul.md')).toBe('1→a\u0000b');
    expect(await read('CAFE\u0301.MD')).toBe('1→composed');
  });

  test('a path that is not there answers with near ones, and only with visible ones', async () => {
    const { structured } = await client.call('read_note', { path: 'notes.md' });
    expect(field(structured, 'error', 'candidates')).toEqual(expect.arrayContaining(['note.md']));
    expect(JSON.stringify(structured)).not.toMatch(/hidden|leaving|pipe/);
  });

  const escapes = [
    '../outside',
    '..',
    '/etc',
    '//etc',
    '~/x',
    'C:\\x',
    '..\\outside',
    'a/../..',
    'a\u0000b',
    '\\\\server\\share',
  ];

  /** Arguments with which a tool looks at a path, where those that it needs by its schema are not enough. */
  const needed: Readonly<Record<string, Record<string, unknown>>> = {
    query_dataview: { query: 'LIST' },
    create_note: { path: 'other' },
    create_notes: { notes: [{ path: 'other', content: '' }] },
    patch_note: { path: 'note', operation: 'append', targetType: 'heading', target: 'x', content: 'x' },
    edit_note: { path: 'note', edits: [{ oldText: 'inside', newText: 'x' }] },
    update_frontmatter: { path: 'note', set: { a: 1 } },
    update_tags: { path: 'note', add: ['a'] },
    merge_notes: { from: 'note', into: 'other' },
    move: { path: 'note', newPath: 'other' },
    update_task: { path: 'note', line: 1, expectedText: 'x', status: 'done' },
    add_attachment: { name: 'pic.png', data: base64Of(png), note: 'note', embed: true },
    edit_canvas: { path: 'board.canvas', operations: [{ action: 'remove_node', id: 'a' }] },
  };

  test.each(escapes)(
    'a path that leaves the vault is invalid in every argument that takes one: %j',
    async path => {
      for (const tool of tools.filter(({ needsWindow = false }) => !needsWindow)) {
        const isNewFile = tool.name === 'add_attachment';
        for (const name of [...fileArguments(tool), ...(isNewFile ? ['name'] : [])]) {
          // A base is given as a text or by its path.
          const usual =
            tool.name === 'query_base' && name === 'this'
              ? { source: 'views: []' }
              : (needed[tool.name] ?? usualArguments(tool, 'note'));
          const { structured } = await client.call(tool.name, { ...usual, [name]: path });
          expect([tool.name, name, field(structured, 'error', 'code')]).toEqual([
            tool.name,
            name,
            'invalid_path',
          ]);
        }
      }
      const { structured: rows } = await client.call('read_notes', { paths: [path] });
      expect(field(rows, 'notes', 0, 'error', 'code')).toBe('invalid_path');
      const { structured: stats } = await client.call('stat', { paths: [path] });
      expect(field(stats, 'items', 0, 'error', 'code')).toBe('invalid_path');
      const { structured: edited } = await client.call('edit_notes', {
        changes: [{ path, edits: [{ oldText: 'a', newText: 'b' }] }],
      });
      expect(field(edited, 'error', 'code')).toBe('invalid_path');
    },
  );

  test.each(['dangling.md', 'pipe.md'])(
    'nothing is moved to %s, which is taken but not listed',
    async newPath => {
      const there = join(lectern.folder.path, newPath);
      const { ino } = lstatSync(there);
      const { structured } = await client.call('move', { path: 'note.md', newPath });
      expect(field(structured, 'error', 'code')).toBe('already_exists');
      expect(lstatSync(there).ino).toBe(ino);
      expect(await read('note.md')).toBe('1→inside');
    },
  );

  test('nothing outside was touched', () => {
    expect(readFileSync(canary, 'utf8')).toBe('CANARY');
    expect(statSync(canary).isFile()).toBe(true);
  });

  test.each(['e.__proto__', 'c.constructor', 't.toString'])(
    'a file whose ending is a name that every object has is a file like any other: %s',
    async path => {
      writeFileSync(join(lectern.folder.path, path), 'x');
      await lectern.host.settled();
      const { structured } = await client.call('read_attachment', { path });
      expect(structured).toMatchObject({ path, size: 1, mimeType: 'application/octet-stream' });
    },
  );

  test('the journal’s folder is only for the user who serves the vault', async () => {
    await client.call('create_note', { path: 'journaled.md', content: 'x\n' });
    const { mode } = statSync(join(lectern.folder.path, '.obsidian/plugins/lectern-mcp/journal'));
    expect(mode & 0o777).toBe(0o700);
  });
});
