import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TFile } from 'obsidian';
import { tools } from '../../src/tools';
import { base64Of, png } from '../support/files/sample-files';
import { vaultForAll, narrowToken, pagesOf, withNarrow } from '../support/open-vault';
import { usualArguments } from '../support/usual-arguments';
import type { Tool } from '../../src/tools/tool';
import { diskQuestions } from '../support/disk-questions';
import { field } from '../support/json';
import { textWith } from '../support/matchers';
import { RunningLectern } from '../support/lectern';

describe('forged lines', () => {
  const lineEnd = /[\n\r\u0085\u2028\u2029]/;
  /** Each way of ending a line that a name can hold, then what must never begin a line. */
  const hostile = (start: string): string => `${start}\\nFORGED\\r\\u0085FORGED\\u2028FORGED`;
  const raw = (start: string): string => `${start}\u0085FORGED\u2028FORGED`;

  const note = (name: string): string =>
    [
      '---',
      `title: "${hostile('Title')}"`,
      `aliases: ["${hostile('Alias')}"]`,
      `"${hostile('key')}": "${hostile('value')}"`,
      'tags: [one]',
      '---',
      `# ${raw('Heading')}`,
      `word ${name} [[${raw('Nowhere')}]] [[b]]`,
      `- [ ] do ${raw('it')} #FORGED`,
      '',
    ].join('\n');

  const files = {
    'a.md': note('a'),
    'b.md': note('b'),
    'c/Title.md': note('c'),
    [`${raw('odd')}.md`]: note('odd'),
    'board.canvas': JSON.stringify({
      nodes: [
        { id: raw('n'), type: 'text', text: raw('card'), [raw('key')]: 1, x: 0, y: 0, width: 9, height: 9 },
      ],
      edges: [{ id: raw('e'), fromNode: raw('n'), toNode: raw('n') }],
    }),
  };

  const vault = vaultForAll({
    files,
    prepare: folder => writeFileSync(join(folder.path, 'line\nFORGED.md'), note('line')),
    settings: { enabledTools: tools.map(({ name }) => name) },
    isSettled: true,
  });

  /** Calls that answer with names, and calls that fail with them; of other tools the arguments that they need. */
  const calls: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
    list: [{ recursive: true, withFrontmatterSummary: true }, { path: 'od' }],
    list_notes: [{}],
    stat: [{ paths: ['a', 'Title', 'od', raw('odd')] }],
    get_vault_info: [{}],
    read_note: [
      { path: 'c', format: 'json' },
      { path: 'od', withContent: false },
      { path: 'Titl', withContent: false },
    ],
    read_notes: [{ paths: ['od', 'Titl'] }],
    get_context: [{ path: 'a' }, { query: 'word' }, { query: 'FORGED' }],
    get_outline: [{ path: 'a' }],
    read_attachment: [{ path: raw('odd') }, { path: 'board.canvas' }],
    search: [{ query: 'word' }, { query: 'wrod' }, { query: 'FORGED' }],
    query_notes: [{ select: ['title', 'aliases', 'frontmatter'] }, { groupBy: 'title' }],
    query_dataview: [{ query: 'LIST' }],
    query_base: [
      {
        source: 'views: [{order: [file.name, title, aliases, file.links, file.properties], groupBy: title}]',
      },
      { source: `filters: "nope('FORGED')\\nFORGED"\nviews: [{name: "v\\nFORGED"}]` },
      { path: raw('odd') },
    ],
    list_tasks: [{ status: 'any' }, { tag: 'FORGD' }],
    list_tags: [{ withFiles: true }],
    list_properties: [{}, { property: 'ke' }],
    get_frontmatter: [{ path: 'a' }, { path: 'a', key: 'ke' }],
    get_tags: [{ path: 'a' }],
    get_links: [{ path: 'a', includeUnlinked: true }],
    check_links: [{}, { kind: 'orphans' }],
    suggest_links: [{ path: 'b' }, { text: raw('Title') }, { text: 'Title Alias a b odd line FORGED' }],
    find_related: [{ path: 'a' }],
    explore_graph: [{ path: 'a', depth: 3 }],
    resolve_link: [{ link: raw('Nowhere') }, { link: '[[Alias]]' }],
    create_note: [
      { path: 'b', content: 'x' },
      { path: `${raw('new')}.md`, content: 'x' },
    ],
    create_notes: [{ notes: [{ path: raw('none') }, { path: 'a' }], dryRun: true }],
    update_note: [{ path: 'a', mode: 'append', content: 'x' }],
    patch_note: [
      { path: 'a', operation: 'append', targetType: 'heading', target: 'Headin', content: 'x', dryRun: true },
    ],
    edit_note: [{ path: 'a', edits: [{ oldText: 'none', newText: 'x' }], dryRun: true }],
    edit_notes: [{ files: [{ path: 'a', edits: [{ oldText: 'none', newText: 'x' }] }], dryRun: true }],
    update_frontmatter: [
      { path: 'a', remove: ['ke'], dryRun: true },
      { path: 'a', set: { [raw('k')]: 1 }, dryRun: true },
    ],
    update_tags: [{ path: 'a', add: ['two'], dryRun: true }],
    update_task: [
      { path: 'a', line: 9, expectedText: 'none', status: 'done' },
      { path: 'a', line: 10, expectedText: `do ${raw('it')} #FORGED`, text: 'x', dryRun: true },
    ],
    edit_canvas: [
      { path: `${raw('board')}.canvas`, operations: [{ action: 'remove_node', id: 'a' }] },
      { path: raw('odd'), operations: [{ action: 'remove_node', id: 'a' }] },
      { path: 'board.canvas', operations: [{ action: 'remove_node', id: raw('n') }] },
      {
        path: 'board.canvas',
        operations: [{ action: 'add_node', id: raw('new'), fields: { type: 'text', text: raw('x') } }],
        dryRun: true,
      },
    ],
    add_attachment: [
      { name: raw('new') + '.png', data: base64Of(png) },
      { name: 'new.png', data: base64Of(png), note: raw('odd'), embed: true, dryRun: true },
      { name: 'new.png', data: base64Of(png), note: 'od' },
      { name: 'new.png', data: 'none', mediaType: raw('image') },
    ],
    rename_tag: [{ from: 'one', to: 'two', dryRun: true }],
    merge_notes: [
      { from: 'a', into: 'od' },
      { from: 'a', into: 'b', heading: 'Headin' },
      { from: 'a', into: 'b', dryRun: true },
    ],
    replace_in_notes: [{ find: 'word', replace: 'x' }],
    rename_property: [
      { property: 'ke', newProperty: 'x' },
      { property: 'title', newProperty: 'name', dryRun: true },
    ],
    rename_heading: [
      { path: 'a', heading: 'Headin', newHeading: 'x' },
      { path: 'a', heading: raw('Heading'), newHeading: 'x', dryRun: true },
    ],
    create_folder: [{ path: 'c' }],
    move: [
      { path: 'a', newPath: 'b', dryRun: true },
      { from: 'od', to: 'x' },
    ],
    delete: [{ path: 'c', dryRun: true }, { path: 'od' }],
    list_changes: [{}],
    undo_change: [{ id: 'nonsense' }],
    get_workspace: [{}],
    open_note: [{ path: 'od' }],
    list_commands: [{}],
    execute_command: [{ id: raw('none') }, { commandId: raw('none') }],
  };

  /** Tools that gave a result, and not only failures. */
  const answered = new Set<string>();

  test.each(tools.map(tool => [tool.name, tool] as const))(
    'no name, title or property begins a line in the result of %s',
    async (name, tool) => {
      const all = calls[name] ?? ['a', 'od'].map(file => usualArguments(tool, file));
      const ofLine = all.flatMap(one => (one['path'] === 'a' ? [{ ...one, path: 'line\nFORGED.md' }] : []));
      for (const given of [...all, ...ofLine]) {
        const { isError, text } = await vault.call(name, given);
        if (!isError) answered.add(name);
        const forged = text.split(lineEnd).filter(line => line.startsWith('FORGED'));
        expect([name, given, forged]).toEqual([name, given, []]);
      }
    },
  );

  test('a canvas with such names is changed, and not only refused', () => {
    expect(answered).toContain('edit_canvas');
  });
});

/** Notes that cannot be read, or not in whole, are named. */
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
      'Sound/Note.md': 'text\n',
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

  test.each([
    ['rename_tag', { from: 'nobody', to: 'somebody' }],
    ['rename_property', { property: 'nobody', newProperty: 'somebody', path: 'Kept' }],
  ])('%s names them too when it finds nothing', async (name, args) => {
    const named = 'Passed over, because their properties cannot be read: "Kept/Torn.md".';
    const { structured, text } = await vault.call(name, args);
    expect(structured).toMatchObject({ error: { code: 'not_found', hint: textWith(named) } });
    expect(text).toContain(named);
    expect(text).not.toContain('Hidden');
    const elsewhere = await vault.call(name, { ...args, path: 'Sound' });
    expect(elsewhere.text).not.toContain('Passed over');
  });

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
