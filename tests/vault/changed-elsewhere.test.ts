/** What another program writes. */
import { rmSync, writeFileSync } from 'node:fs';
import { RunningLectern, manifest, testToken } from '../support/lectern';
import { field } from '../support/json';
import { type TestClient, clients } from '../support/clients';
import LecternPlugin from '../../src/main';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';

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
