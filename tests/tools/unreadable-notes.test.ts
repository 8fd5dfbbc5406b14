/** Notes that cannot be read, or not in whole, are named. */
import type { TFile } from 'obsidian';
import { tools } from '../../src/tools';
import type { Tool } from '../../src/tools/tool';
import { diskQuestions } from '../support/disk-questions';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';
import { narrowToken, pagesOf, vaultForAll, withNarrow } from '../support/open-vault';
import { usualArguments } from '../support/usual-arguments';

describe('notes with unreadable YAML', () => {
  /** Questions about properties, tags or links; of other tools the arguments that they need. */
  const questions: Readonly<Record<string, Record<string, unknown>>> = {
    list: { recursive: true, where: ['status'] },
    list_notes: { tag: 'book' },
    search: { query: 'text', tag: 'book' },
    query_notes: { where: ['status=open'] },
    query_base: { source: 'filters: status == "open"' },
    get_tags: { path: 'Torn' },
    list_tags: {},
    list_properties: {},
    get_links: { path: 'Whole.md' },
    check_links: {},
    find_related: { path: 'Whole.md' },
    explore_graph: { path: 'Whole.md' },
    update_frontmatter: { where: ['status=open'], set: { seen: true } },
    update_tags: { tag: 'book', add: ['seen'] },
    rename_tag: { from: 'book', to: 'novel', dryRun: true },
    rename_property: { property: 'status', newProperty: 'state', dryRun: true },
    replace_in_notes: { find: 'text', replace: 'words', tag: 'book' },
  };

  const declares = (tool: Tool): boolean => Object.hasOwn(tool.output.shape, 'unreadable');
  /** A line is a task whatever the properties say. Where notes are tasks, by TaskNotes, it names them: list-tasks.test.ts. */
  const asked = tools.filter(tool => declares(tool) && tool.name !== 'list_tasks');

  const vault = vaultForAll({
    files: {
      'Whole.md': '---\nstatus: open\ntags: [book]\n---\ntext of [[Other]]\n',
      'Other.md': 'text\n',
      'Kept/Torn.md': '---\nstatus: [\nrelated: "[[Whole]]"\n---\ntext\n',
      'Hidden/Torn.md': '---\nstatus: [\n---\ntext\n',
    },
    ...withNarrow({ rights: 'write', deny: ['Hidden/**'] }),
    asks: narrowToken,
  });

  test('every tool that chooses notes by their properties or tags says which it could not read', () => {
    const chooses = ({ input: { shape } }: Tool): boolean => 'where' in shape || 'tag' in shape;
    const named = new Set([...Object.keys(questions), ...tools.filter(chooses).map(({ name }) => name)]);
    expect(tools.filter(tool => named.has(tool.name) && !declares(tool)).map(({ name }) => name)).toEqual([]);
  });

  test.each(asked.map(tool => [tool.name, tool] as const))(
    '%s names the notes with unreadable YAML that the caller sees, in its fields and its text',
    async (name, tool) => {
      const answer = await vault.call(name, questions[name] ?? usualArguments(tool, 'Whole.md'));
      expect(answer.structured).toMatchObject({ unreadable: ['Kept/Torn.md'], unreadableCount: 1 });
      expect(answer.text).toContain('Kept/Torn.md');
      expect(answer.text).not.toContain('Hidden');
    },
  );

  test('a note is named as long as its YAML does not parse', async () => {
    const ask = async (): Promise<unknown> => (await vault.ask('list_tags', { path: 'Kept' }))['unreadable'];
    expect(await ask()).toEqual(['Kept/Torn.md']);
    await vault.call('update_note', { path: 'Kept/More.md', mode: 'append', content: '---\na: [\n---\n' });
    expect(await ask()).toEqual(['Kept/More.md', 'Kept/Torn.md']);
    const { versionId } = await vault.ask('read_note', { path: 'Kept/More.md' });
    const whole = { mode: 'overwrite', overwriteIfExists: true, ifMatch: versionId };
    await vault.call('update_note', { path: 'Kept/More.md', content: '---\na: 1\n---\n', ...whole });
    expect(await ask()).toEqual(['Kept/Torn.md']);
    await vault.call('update_note', { path: 'Kept/More.md', mode: 'append', content: 'x\n' });
    await vault.call('move', { path: 'Kept/Torn.md', newPath: 'Kept/Moved.md' });
    expect(await ask()).toEqual(['Kept/Moved.md']);
    await vault.call('delete', { path: 'Kept/Moved.md' });
    expect(await ask()).toBeUndefined();
  });

  test('conditions without properties or tags name none', async () => {
    const structured = await vault.ask('query_notes', { where: ['wordCount>0', 'path~Whole'] });
    expect(structured).not.toHaveProperty('unreadable');
  });

  test('the overview of the vault, which names none, reads no note to find them', async () => {
    // The host reads smaller notes past the adapter, where this test would not see it.
    const large = 'word '.repeat(220_000);
    const files = { 'Torn.md': `---\nstatus: [\n---\ntext #book\n${large}` };
    const fresh = await RunningLectern.start({ files });
    try {
      const reader = await fresh.connect();
      // From now on no text is read for searches.
      await reader.call('search', { query: 'text' });
      const asked = await diskQuestions(fresh, async () => {
        const { structured } = await reader.call('get_vault_info', {});
        expect(structured).toMatchObject({
          index: { state: 'ready' },
          topTags: [{ tag: 'book', count: 1 }],
        });
      });
      expect(asked).not.toContain('Torn.md');
    } finally {
      await fresh.close();
    }
  });
});

describe('notes that a disk does not give', () => {
  /** Lets reads of these files fail. */
  function failReads({ host }: RunningLectern, paths: readonly string[]): void {
    const { vault } = host.internals;
    const read = vault.read.bind(vault);
    Reflect.set(vault, 'read', (file: TFile) =>
      paths.includes(file.path) ? Promise.reject(new Error('The disk failed.')) : read(file),
    );
  }

  const names = ['a', 'b', 'c', 'd', 'e'];
  const vault = vaultForAll({
    files: Object.fromEntries(names.map(name => [`${name}.md`, `Words of ${name}.`])),
  });

  test('notes that cannot be read are named on the page of list_notes where they would be, and only there', async () => {
    failReads(vault.lectern, ['b.md', 'd.md']);
    const pages = await pagesOf(vault, 'list_notes', { limit: 2 });
    const paths = (rows: unknown): unknown[] => [rows ?? []].flat().map(row => field(row, 'path'));
    expect(pages.map(({ notes, skipped }) => [...paths(notes), '-', ...paths(skipped)])).toEqual([
      ['a.md', '-', 'b.md'],
      ['c.md', '-', 'd.md'],
      ['e.md', '-'],
    ]);
  });
});

describe('notes that are no UTF-8, too large or cut', () => {
  const vault = vaultForAll({
    files: {
      'latin1.md': new Uint8Array([0x23, 0x74, 0x20, 0x63, 0x61, 0x66, 0xe9]),
      'long line.md': `first\n${'x'.repeat(500)}\nlast\n`,
      'large properties.md': `---\nlist: [${'item, '.repeat(20_000)}end]\n---\n`,
      'back\\slash.md': 'nobody can name it',
      'plain.md': 'plain',
    },
  });

  test.each(['get_tags', 'get_links', 'explore_graph', 'find_related', 'get_frontmatter', 'get_outline'])(
    '%s refuses a note that is not UTF-8 instead of returning nothing',
    async tool => {
      const structured = await vault.ask(tool, { path: 'latin1.md' });
      expect(field(structured, 'error', 'code')).toBe('unsupported_file');
    },
  );

  test('properties beyond the limit are too large, not invalid', async () => {
    const structured = await vault.ask('get_frontmatter', { path: 'large properties.md' });
    expect(structured['error']).toMatchObject({ code: 'too_large' });
    expect(field(structured, 'error', 'message')).toContain('65536');
  });

  test('a read without the text is not cut', async () => {
    const { structured, text } = await vault.call('read_note', {
      path: 'long line.md',
      withContent: false,
      maxChars: 10,
    });
    expect(structured).not.toHaveProperty('truncated');
    expect(structured).not.toHaveProperty('nextStartLine');
    expect(structured).toMatchObject({ startLine: 1, endLine: 3 });
    expect(text).not.toContain('cut');
  });

  test('a line that was cut inside says how to read it whole', async () => {
    const args = { path: 'long line.md', startLine: 2, withLineNumbers: false };
    const { structured, text } = await vault.call('read_note', { ...args, maxChars: 10 });
    expect(structured).toMatchObject({ truncated: true, nextStartLine: 3, cutLineChars: 501 });
    expect(text).toContain('startLine: 2, endLine: 2, maxChars: 501');
    const whole = await vault.call('read_note', {
      ...args,
      endLine: 2,
      maxChars: structured['cutLineChars'],
    });
    expect(whole.structured).toMatchObject({ content: `${'x'.repeat(500)}\n` });
    expect(whole.structured).not.toHaveProperty('truncated');
  });

  test('files that no path can name are not listed', async () => {
    const listed = await vault.call('list', { recursive: true });
    expect(listed.text).not.toContain('slash');
    expect(listed.structured['totalCount']).toBe(4);
    expect((await vault.ask('list_notes'))['totalNotes']).toBe(4);
    expect((await vault.ask('search', { query: 'nobody' }))['totalCount']).toBe(0);
  });
});
