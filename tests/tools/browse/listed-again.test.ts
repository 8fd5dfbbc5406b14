/** Lists that were requested before: each kind of change reaches them. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { RuledVault, settingsWith, valueOf } from '../../rules/vault-with-rules';
import { appInterfaceOf } from '../../support/app-interface';
import { field } from '../../support/json';
import { RunningLectern, testToken } from '../../support/lectern';
import { type Caller, vaultForAll, vaultForEach } from '../../support/open-vault';

describe('a list in another order', () => {
  const narrow = 'lct_token-that-does-not-see-secrets';

  const note = (index: number): string =>
    `---\ntitle: Title ${index}\nstatus: s${index % 3}\ntags: [t${index % 5}]\n---\nWords of ${index}.\n`;

  const notes = Array.from({ length: 42 }, (_note, index): [string, string] => [
    `F${index % 7}/Note ${index}.md`,
    note(index),
  ]);
  const vault = vaultForAll({
    files: {
      ...Object.fromEntries(notes),
      'Secret/a.md': 'a',
      'Secret/b.md': 'b',
      'F1/Secret/c.md': 'c',
      'Untitled/Note.md': 'no title',
    },
    settings: {
      tokens: [
        { name: 'test', value: testToken, rights: 'full' },
        { name: 'narrow', value: narrow, rights: 'full', deny: ['Secret', 'F1/Secret'] },
      ],
    },
    tokens: [],
  });

  const lists = [
    ['list', { recursive: true, limit: 1000 }, { sort: 'name' }],
    ['list', { recursive: true, limit: 1000, withFrontmatterSummary: true }, { sort: 'name' }],
    ['list', { recursive: true, limit: 1000, fields: ['status'] }, { sort: 'name' }],
    ['list', { recursive: true, limit: 1000, fields: ['title'] }, { sort: 'name' }],
    ['list_notes', { limit: 1000 }, { sort: 'path' }],
    ['list_notes', { limit: 1000, includeTags: false }, { sort: 'path' }],
  ] as const;

  /** The rows of an answer and its lines, in an order that does not depend on the answer's. */
  async function answered(
    one: Caller,
    tool: string,
    args: Record<string, unknown>,
  ): Promise<{ rows: unknown[]; lines: string[] }> {
    const { structured, text } = await one.call(tool, args);
    const rows = [structured['items'] ?? structured['notes']].flat();
    const byPath = (a: unknown, b: unknown): number =>
      String(field(a, 'path')) < String(field(b, 'path')) ? -1 : 1;
    return { rows: rows.sort(byPath), lines: text.split('\n').sort() };
  }

  /** In any order a list has the same rows. */
  async function expectFresh(one: Caller = vault): Promise<void> {
    for (const [tool, args, otherOrder] of lists)
      expect(await answered(one, tool, args)).toEqual(await answered(one, tool, { ...args, ...otherOrder }));
  }

  describe('a list that was requested before', () => {
    beforeEach(() => expectFresh());

    it.each([
      ['a text', 'update_note', { path: 'F1/Note 1.md', content: 'Some more words.', mode: 'append' }],
      ['a property', 'update_frontmatter', { path: 'F2/Note 2.md', set: { status: 'changed' } }],
      ['a title', 'update_frontmatter', { path: 'F2/Note 9.md', set: { title: 'Other' } }],
      ['a new note', 'create_note', { path: 'F3/Another.md', content: 'It is new.' }],
      ['a new folder', 'create_folder', { path: 'F3/Folder' }],
      ['a note that is gone', 'delete', { path: 'F4/Note 4.md' }],
      ['a name', 'move', { path: 'F5/Note 5.md', newPath: 'F5/Named anew.md' }],
      ['the folder of many notes', 'move', { path: 'F6', newPath: 'F0/Moved' }],
    ])('shows %s', async (_what, tool, args) => {
      const { isError } = await vault.call(tool, args);
      expect(isError).toBe(false);
      await expectFresh();
    });

    it('contains and counts only what each caller may see', async () => {
      const other = vault.as(narrow);
      await expectFresh(other);
      await expectFresh();
      const counts = async (one: Caller): Promise<unknown> => {
        const { structured } = await one.call('list', lists[0][1]);
        return [structured['items']].flat().find(item => field(item, 'path') === 'F1');
      };
      const [all, some] = [await counts(vault), await counts(other)];
      expect(Number(field(all, 'childrenCount')) - Number(field(some, 'childrenCount'))).toBe(1);
      expect(JSON.stringify(await answered(other, 'list', lists[0][1]))).not.toContain('Secret');
    });
  });
});

describe('the order of notes by title', () => {
  const vault = vaultForEach({
    files: {
      'one.md': '---\ntitle: Delta\n---\n',
      'two.md': '---\ntitle: Bravo\nstatus: done\n---\n',
      'sub/three.md': '---\ntitle: Charlie\nstatus: done\n---\n',
      'four.md': '---\ntitle: bravo\n---\n',
    },
  });

  async function listed(args: Record<string, unknown> = {}): Promise<unknown[]> {
    const structured = await vault.ask('list_notes', args);
    return [structured['notes']].flat().map(note => field(note, 'path'));
  }

  async function changed(tool: string, args: Record<string, unknown>): Promise<void> {
    expect(await vault.ask(tool, args)).not.toHaveProperty('error');
  }

  test('notes come by title in either direction, by any condition, and by pages', async () => {
    expect(await listed()).toEqual(['two.md', 'four.md', 'sub/three.md', 'one.md']);
    expect(await listed({ order: 'desc' })).toEqual(['one.md', 'sub/three.md', 'four.md', 'two.md']);
    expect(await listed({ where: ['status=done'] })).toEqual(['two.md', 'sub/three.md']);
    expect(await listed({ path: 'sub' })).toEqual(['sub/three.md']);
    const structured = await vault.ask('list_notes', { limit: 3 });
    expect(await listed({ limit: 3, cursor: structured['nextCursor'] })).toEqual(['one.md']);
  });

  test('a note that has another title, is new, has moved or is gone is sorted at once', async () => {
    await listed();
    await changed('update_frontmatter', { path: 'one.md', set: { title: 'Alpha' } });
    expect(await listed()).toEqual(['one.md', 'two.md', 'four.md', 'sub/three.md']);
    await changed('create_note', { path: 'Bright.md', content: 'new' });
    expect(await listed()).toEqual(['one.md', 'two.md', 'four.md', 'Bright.md', 'sub/three.md']);
    await changed('move', { path: 'Bright.md', newPath: 'Zulu.md' });
    expect(await listed()).toEqual(['one.md', 'two.md', 'four.md', 'sub/three.md', 'Zulu.md']);
    await changed('delete', { path: 'two.md' });
    expect(await listed()).toEqual(['one.md', 'four.md', 'sub/three.md', 'Zulu.md']);
  });
});

describe('what a host answers that listed the vault before', () => {
  const notes = Array.from({ length: 24 }, (_note, index): [string, string] => [
    `F${index % 4}/Note ${index}.md`,
    `---\ntitle: Title ${index}\nstatus: s${index % 3}\ntags: [t${index % 5}]\n---\nWords of ${index}.\n`,
  ]);
  const files = { ...Object.fromEntries(notes), 'F1/Private/a.md': 'a\n', 'F1/Private/b.md': 'b\n' };
  let vault: RuledVault;
  let deny: readonly string[] = [];

  beforeEach(async () => {
    deny = [];
    vault = await RuledVault.start(files, { agent: {} }, { areStored: true });
  });
  afterEach(() => vault.close());

  const lists = [
    ['list', { recursive: true, limit: 1000 }],
    ['list', { recursive: true, limit: 1000, withFrontmatterSummary: true }],
    ['list_notes', { limit: 1000 }],
  ] as const;

  async function answersOf(client: ReturnType<RuledVault['as']>): Promise<string[]> {
    const answers: string[] = [];
    for (const [tool, args] of lists) {
      const { structured, text, isError } = await client.call(tool, args);
      expect(isError).toBe(false);
      answers.push(JSON.stringify(structured), text);
    }
    return answers;
  }

  async function freshAnswers(): Promise<string[]> {
    const { folder } = vault.lectern;
    const fresh = await RunningLectern.start({
      folder,
      settings: settingsWith({ agent: { deny } }),
      tokens: [],
    });
    const client = await fresh.connect('2026', valueOf('agent'));
    const answers = await answersOf(client);
    await client.close();
    await fresh.host.close();
    return answers;
  }

  function inFolder(path: string): string {
    return join(vault.lectern.folder.path, path);
  }

  async function denyPrivate(): Promise<void> {
    const { store } = appInterfaceOf(vault.lectern).tab;
    const { valueHash = '' } = store.settings.tokens.find(({ name }) => name === 'agent') ?? {};
    deny = ['F1/Private'];
    await store.changeToken(valueHash, old => ({ ...old, deny: [...deny] }));
  }

  const changes: readonly (readonly [string, () => unknown])[] = [
    ['a property changed', () => property('status', 'changed')],
    ['a title changed', () => property('title', 'Another title')],
    [
      'another program changed a note',
      () => vault.lectern.folder.write('F2/Note 2.md', '---\nstatus: x\n---\nNo.\n'),
    ],
    ['another program made a note', () => vault.lectern.folder.write('F2/Another.md', 'New.\n')],
    [
      'another program renamed a note in letter case only',
      () => renameSync(inFolder('F3/Note 3.md'), inFolder('F3/NOTE 3.md')),
    ],
    [
      'a note was renamed in letter case only',
      () => vault.as('owner').call('move', { path: 'F3/Note 3.md', newPath: 'F3/NOTE 3.md' }),
    ],
    ['the rules of the token changed', denyPrivate],
  ];

  function property(name: string, value: string): Promise<unknown> {
    return vault.as('owner').call('update_frontmatter', { path: 'F1/Note 1.md', set: { [name]: value } });
  }

  test.each(changes)('lists equal those of a new host after %s', async (_what, change) => {
    const agent = vault.as('agent');
    const before = await answersOf(agent);
    expect(await answersOf(agent)).toEqual(before);
    await change();
    await vault.lectern.host.settled();
    const after = await answersOf(agent);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await freshAnswers());
    expect(await answersOf(agent)).toEqual(after);
  });
});
