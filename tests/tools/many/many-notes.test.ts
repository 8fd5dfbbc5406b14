/** Many notes that are created or changed by one call. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { type Answer, codeOf } from '../../support/clients';
import { diskQuestions } from '../../support/disk-questions';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { vaultForAll, vaultForEach } from '../../support/open-vault';

describe('new notes', () => {
  const vault = vaultForEach({
    files: {
      '.obsidian/templates.json': '{"folder":"Templates"}',
      'Templates/Book.md': '---\nstatus: new\n# kept\nrating:\n---\n# {{title}}\n',
      'Old/Book.md': 'Another book.\n',
      'There.md': 'There.\n',
    },
  });
  /** The vault without its hidden folders: the journal and the trash. */
  const visibleContents = (): unknown =>
    Object.fromEntries(Object.entries(vault.contents()).filter(([path]) => !path.startsWith('.')));
  const { text } = vault;

  describe('create_note', () => {
    test('finds a template by its name in the folder of templates, and sets properties over it', async () => {
      const answer = await vault.call('create_note', {
        path: 'Books/Dune.md',
        template: 'Book',
        properties: { status: 'lent', author: 'Frank Herbert' },
      });
      expect(codeOf(answer)).toBe('ok');
      expect(text('Books/Dune.md')).toBe(
        '---\nstatus: lent\n# kept\nrating:\nauthor: Frank Herbert\n---\n# Dune\n',
      );
    });

    test('names the templates where there is none of that name', async () => {
      const { error } = await vault.ask('create_note', { path: 'a', template: 'zettel' });
      expect(error).toMatchObject({ code: 'not_found', candidates: ['Templates/Book.md'] });
    });

    test('makes properties the frontmatter of a note without one', async () => {
      await vault.call('create_note', { path: 'a', content: 'Text.\n', properties: { tags: ['x'] } });
      expect(text('a.md')).toBe('---\ntags:\n  - x\n---\nText.\n');
    });

    test('refuses properties under two names', async () => {
      const answer = await vault.call('create_note', { path: 'a', properties: {}, frontmatter: {} });
      expect(codeOf(answer)).toBe('invalid_argument');
    });
  });

  describe('create_notes', () => {
    test('fills a template for all notes that name no other one, in one change', async () => {
      const before = visibleContents();
      const { structured, text: said } = await vault.call('create_notes', {
        template: 'Book',
        notes: [
          { path: 'Books/Dune', properties: { status: 'lent' }, content: 'Sand.\n' },
          { path: 'Books/Emma' },
          { path: 'Books/Copy', template: 'Old/Book' },
        ],
      });
      expect([text('Books/Dune.md'), text('Books/Emma.md'), text('Books/Copy.md')]).toEqual([
        '---\nstatus: lent\n# kept\nrating:\n---\n# Dune\nSand.\n',
        '---\nstatus: new\n# kept\nrating:\n---\n# Emma\n',
        'Another book.\n',
      ]);
      expect(said).toContain('# Emma');
      await vault.call('undo_change', { changeId: structured['changeId'] });
      expect(visibleContents()).toEqual(before);
    });

    test.each([
      ['a template that is not there', [{ path: 'A' }, { path: 'B', template: 'None' }], 'not_found'],
      ['a note that is there', [{ path: 'A' }, { path: 'There' }], 'already_exists'],
      ['a base', [{ path: 'A' }, { path: 'B.base' }], 'invalid_argument'],
      ['one path twice', [{ path: 'A' }, { path: 'a' }], 'invalid_argument'],
    ])('creates no note from a template beside %s', async (_name, others, expected) => {
      const before = visibleContents();
      expect(codeOf(await vault.call('create_notes', { template: 'Book', notes: others }))).toBe(expected);
      expect(visibleContents()).toEqual(before);
    });

    const notes = [
      { path: 'Import/A.md', content: 'a\n', properties: { kind: 'letter' } },
      { path: 'Import/Deep/B', content: 'b\n' },
      { path: 'C.md' },
    ];

    test('creates all notes and folders in one change, which one undo takes back', async () => {
      const before = visibleContents();
      const structured = await vault.ask('create_notes', { notes });
      expect(structured).toMatchObject({
        filesChanged: 3,
        files: [
          { path: 'Import/A.md', created: true },
          { path: 'Import/Deep/B.md', created: true },
          { path: 'C.md', created: true },
        ],
      });
      expect([text('Import/A.md'), text('Import/Deep/B.md'), text('C.md')]).toEqual([
        '---\nkind: letter\n---\na\n',
        'b\n',
        '',
      ]);
      const { structured: changes } = await vault.call('list_changes', {});
      expect(
        new Set(
          z
            .array(z.object({ changeId: z.string() }))
            .parse(changes['changes'])
            .map(c => c.changeId),
        ),
      ).toEqual(new Set([structured['changeId']]));
      expect(codeOf(await vault.call('undo_change', { changeId: structured['changeId'] }))).toBe('ok');
      expect(visibleContents()).toEqual(before);
    });

    test('previews without writing', async () => {
      const before = visibleContents();
      const structured = await vault.ask('create_notes', { notes, dryRun: true });
      expect(structured).toMatchObject({ filesChanged: 3, dryRun: true });
      expect(visibleContents()).toEqual(before);
    });

    test.each([
      ['a name is taken', [{ path: 'New.md' }, { path: 'There.md' }], 'already_exists'],
      [
        'a name is taken in another letter case',
        [{ path: 'New.md' }, { path: 'there.md' }],
        'already_exists',
      ],
      ['a path is given twice', [{ path: 'New.md' }, { path: 'new' }], 'invalid_argument'],
      ['a path leaves the vault', [{ path: 'New.md' }, { path: '../x.md' }], 'invalid_path'],
      ['a path is hidden', [{ path: 'New.md' }, { path: '.obsidian/x.md' }], 'invalid_path'],
    ])('creates none where %s', async (_why, given, expected) => {
      const before = visibleContents();
      expect(codeOf(await vault.call('create_notes', { notes: given }))).toBe(expected);
      expect(visibleContents()).toEqual(before);
    });

    test.each(['../x.md', '.obsidian/x.md', 'a|b.md'])('names the invalid path %s', async path => {
      const { text: said } = await vault.call('create_notes', { notes: [{ path: 'New.md' }, { path }] });
      expect(said).toContain(`Note 2 ("${path}"): `);
    });

    test('names the path that cannot be created', async () => {
      const { text: said } = await vault.call('create_notes', {
        notes: [{ path: 'New.md' }, { path: 'There' }],
      });
      expect(said).toContain('Note 2 ("There"): There is already a note at this path.');
      expect(said).not.toContain('ifExists');
    });
  });

  describe('diffLines', () => {
    const lines = Array.from({ length: 30 }, (_, number) => `line ${number}\n`).join('');
    const files = z.array(z.object({ diff: z.string() }));
    const diffsOf = ({ structured }: Answer): string[] =>
      files.parse(structured['files']).map(({ diff }) => diff);

    test('is a budget that the files of a change share, and a cut diff says how many lines are missing', async () => {
      const given = [
        { path: 'a', content: lines },
        { path: 'b', content: lines.toUpperCase() },
      ];
      const usual = await vault.call('create_notes', { notes: given, dryRun: true });
      const [first = '', second = ''] = diffsOf(usual);
      expect(first.split('\n')).toHaveLength(31);
      expect(second.split('\n')).toHaveLength(9);
      expect(second).toMatch(/… 23 more lines of the diff left out$/);
      const whole = await vault.call('create_notes', { notes: given, dryRun: true, diffLines: 2000 });
      expect(diffsOf(whole).map(diff => diff.split('\n').length)).toEqual([31, 31]);
      const none = await vault.call('create_notes', { notes: given, dryRun: true, diffLines: 0 });
      expect(diffsOf(none)).toEqual([
        '… 31 more lines of the diff left out',
        '… 31 more lines of the diff left out',
      ]);
    });

    test('shows the links that follow a move, before and after it', async () => {
      await vault.call('create_note', { path: 'Link', content: 'See [[There]].\n' });
      const change = { path: 'There.md', newPath: 'Gone/Here.md' };
      const links = [
        { path: 'Link.md', linksUpdated: 1, diff: '@@ -1,1 +1,1 @@\n-See [[There]].\n+See [[Here]].' },
      ];
      const preview = await vault.call('move', { ...change, dryRun: true });
      expect(preview.structured['files']).toEqual(links);
      const structured = await vault.ask('move', change);
      expect(structured['files']).toEqual(links);
    });
  });
});

describe('equal changes', () => {
  const names = Array.from({ length: 12 }, (_one, at) => `N/n${String(at).padStart(2, '0')}.md`);
  const files = Object.fromEntries(
    names.map((name, at) => [name, `${'above\n'.repeat(at)}Heading ${at}\nfoo x\nTail ${at}\n`]),
  );

  const vault = vaultForAll({
    files: {
      ...files,
      'Other.md': 'foo y\n',
      'Tags.md': '| a | #cell | b |\n\n| a | #old/new | b |\n\n#end\n',
      'Z long.md': 'foo z\n'.repeat(40),
      'Z longer.md': 'foo w\n'.repeat(30),
    },
  });

  const preview = { find: 'foo', replace: 'baz' };

  test('a change that is equal in many notes is shown once, with the notes that have it', async () => {
    const { text, structured } = await vault.call('replace_in_notes', { ...preview, path: 'N' });
    expect(text.match(/^[-+].*$/gmu)).toEqual(['-foo x', '+baz x']);
    expect(text).toContain(`would change ${names.join(', ')}\n-foo x\n+baz x`);
    expect(field(structured, 'files', 0, 'diff')).toContain('-foo x\n+baz x');
    expect(field(structured, 'files', 11)).toMatchObject({ diff: '', sameAs: names[0], changed: true });
  });

  test.each([
    ['cell', 'cell/new', ['-…#cell…', '+…#cell/new…']],
    ['old/new', 'old', ['-…#old/new…', '+…#old…']],
    ['cell', 'new/cell', ['-…#cell…', '+…#new/cell…']],
    ['end', 'end/new', ['-#end', '+#end/new']],
  ])('a tag that becomes longer or shorter is shown whole: from %s to %s', async (from, to, lines) => {
    const { text } = await vault.call('rename_tag', { from, to, dryRun: true });
    expect(text.match(/^[-+].*$/gmu)).toEqual(lines);
  });

  test('equal changes leave room for others, and what is left out is said once', async () => {
    const { text } = await vault.call('replace_in_notes', preview);
    expect(text).toContain('\nwould change Other.md\n');
    expect(text.match(/left out/gu)).toHaveLength(1);
    expect(text).toMatch(/\n… \d+ more lines of 2 diffs left out\n/u);
  });

  test('a change is shown without the lines around it, so that the lines of a diff last for many notes', async () => {
    const changes = names.map(path => ({ path, edits: [{ oldText: 'Tail', newText: `Tail of ${path}` }] }));
    const { text } = await vault.call('edit_notes', { changes, dryRun: true });
    for (const [at, path] of names.entries())
      expect(text).toContain(`would change ${path}\n@${at + 3}\n-Tail ${at}\n+Tail of ${path} ${at}`);
    const cuts = names.map((path, at) => ({
      path,
      edits: [{ oldText: `foo x\nTail ${at}\n`, newText: '' }],
    }));
    const cut = await vault.call('edit_notes', { changes: cuts, dryRun: true });
    expect(cut.text).toContain(`would change ${names[11] ?? ''}\n@13\n-foo x\n-Tail 11`);
    const first = [{ path: names[0], edits: [{ oldText: 'Heading 0\n', newText: '' }] }];
    expect((await vault.call('edit_notes', { changes: first, dryRun: true })).text).toContain(
      '\n@1\n-Heading 0',
    );
  });

  test('a change of other lines is not taken for an equal one', async () => {
    const structured = await vault.ask('replace_in_notes', { ...preview, path: 'Other' });
    expect(field(structured, 'files', 0, 'sameAs')).toBeUndefined();
    const long = 'x'.repeat(500);
    const notes = [
      { path: 'Q1', content: `${long}1\n` },
      { path: 'Q2', content: `${long}2\n` },
    ];
    const { structured: made } = await vault.call('create_notes', { notes, dryRun: true });
    expect(field(made, 'files', 1, 'sameAs')).toBeUndefined();
  });
});

describe('how often a write reads what it changes', () => {
  let lectern: RunningLectern;
  afterEach(() => lectern.close());

  const notes = Array.from({ length: 8 }, (_, at) => `${at}.md`);

  /** How often the disk was asked about each note while a tag was renamed in all of them. */
  async function questionsOfRenaming(settings: Record<string, unknown>): Promise<number[]> {
    const files = Object.fromEntries(notes.map(path => [path, '#old and more\n']));
    lectern = await RunningLectern.start({ files, settings, approver: () => Promise.resolve(true) });
    const client = await lectern.connect();
    await client.call('list_tags', {});
    // Reads all texts, which the work in the background would otherwise do at some time.
    await client.call('search', { query: 'old' });
    const asked = await diskQuestions(lectern, async () => {
      const { structured } = await client.call('rename_tag', { from: 'old', to: 'new' });
      expect(structured).toMatchObject({ filesChanged: 8 });
    });
    return notes.map(path => asked.filter(one => one === path).length);
  }

  test('a write without approval reads each note once', async () => {
    expect(await questionsOfRenaming({})).toEqual(notes.map(() => 1));
  });

  test('a write that waited for approval is planned again, since notes may have changed', async () => {
    expect(await questionsOfRenaming({ approval: { massChange: 'ask' } })).toEqual(notes.map(() => 2));
  });
});

describe('progress', () => {
  const notes = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`F/n${index}.md`, `#old and more\n[[Hub]]\n`]),
  );

  let lectern: RunningLectern;
  let client: Client;
  beforeAll(async () => {
    lectern = await RunningLectern.start({ files: { ...notes, 'Hub.md': 'hub' } });
    client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: { Authorization: `Bearer ${lectern.token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(lectern.url), { requestInit }));
  });
  afterAll(async () => {
    await client.close();
    await lectern.close();
  });

  /** What a client that asks is told during a call. */
  async function reported(name: string, args: Record<string, unknown>): Promise<string[]> {
    const told: string[] = [];
    let last = -1;
    const { isError } = await client.callTool(
      { name, arguments: args },
      {
        onprogress: ({ progress, total, message }) => {
          expect(progress).toBeGreaterThan(last);
          expect(progress).toBeLessThan(total ?? 0);
          last = progress;
          told.push(message ?? '');
        },
      },
    );
    expect(isError ?? false).toBe(false);
    return told;
  }

  test.each([
    ['rename_tag', { from: 'old', to: 'new' }],
    [
      'edit_notes',
      {
        changes: Array.from({ length: 50 }, (_, index) => ({
          path: `F/n${index}`,
          edits: [{ oldText: 'more', newText: 'less' }],
        })),
      },
    ],
    ['move', { path: 'Hub', newPath: 'G/Hub2' }],
    ['move', { path: 'F', newPath: 'H' }],
    ['delete', { path: 'H', recursive: true }],
  ])('%s of many notes reports its progress', async (tool, args) => {
    expect((await reported(tool, args))[0]).toBe('Planning.');
  });

  test('a change of one note reports no progress', async () => {
    expect(await reported('update_note', { path: 'one', mode: 'append', content: 'x' })).toEqual([]);
  });
});

describe('the first line behind a byte order mark', () => {
  const vault = vaultForEach({
    files: { 'a.md': '\ufeffOld one\nOld two\n', 'b.md': '\ufeff---\nOld: 1\n---\nOld\n' },
  });

  test.each([
    [{ find: '^Old', regex: true }, 3, '\ufeffNew one\nNew two\n'],
    [{ find: '^.*one$', regex: true }, 1, '\ufeffNew\nOld two\n'],
    [{ find: '^Old$', regex: true }, 1, '\ufeffOld one\nOld two\n'],
    [{ find: 'Old', wholeWord: true }, 3, '\ufeffNew one\nNew two\n'],
  ])('replace_in_notes finds %j there like search, and keeps the mark', async (args, count, after) => {
    const { find } = args;
    const mode = find === 'Old' ? 'words' : 'regex';
    const found = await vault.ask('search', { query: find, mode, caseSensitive: true, includes: ['a.md'] });
    const isInA = after.includes('New');
    expect(found['totalCount']).toBe(isInA ? 1 : 0);
    const replacing = { ...args, replace: 'New', confirm: count };
    expect(await vault.ask('replace_in_notes', replacing)).toMatchObject({ count });
    expect(readFileSync(join(vault.path, 'a.md'), 'utf8')).toBe(after);
  });
});

describe('the line break after the properties', () => {
  const vault = vaultForEach({
    files: { 'a.md': '---\na: 1\n---\nOld text\n', 'b.md': '---\r\na: 1\r\n---\r\nOld text\r\n' },
  });

  test('may be part of a replaced text, but is never taken away', async () => {
    const before = vault.contents();
    const joined = { find: '\nOld', replace: ' Old', confirm: 0 };
    expect(await vault.ask('replace_in_notes', joined)).toMatchObject({ count: 0, filesChanged: 0 });
    expect(vault.contents()).toEqual(before);
    await vault.ask('replace_in_notes', { find: '\nOld', replace: '\n\nNew', confirm: 2 });
    expect(vault.text('a.md')).toBe('---\na: 1\n---\n\nNew text\n');
    expect(vault.text('b.md')).toBe('---\r\na: 1\r\n---\r\n\r\nNew text\r\n');
  });
});

describe('rename_property', () => {
  const vault = vaultForEach({ files: { 'a.md': '---\nDue: 1\n---\n', 'b.md': '---\ndue: 1\n---\n' } });
  const due = { property: 'due', newProperty: 'due' };

  test('names the note that keeps a property from being renamed', async () => {
    await vault.ask('create_note', { path: 'Work/k', content: '---\n&k due: 1\nz: *k\n---\n' });
    const answer = await vault.call('rename_property', { ...due, newProperty: 'deadline' });
    expect(codeOf(answer)).toBe('invalid_frontmatter');
    expect(answer.text).toContain('Work/k.md');
    expect(vault.text('a.md')).toBe('---\nDue: 1\n---\n');
  });

  test('says that nothing changes only where nothing does', async () => {
    const spelled = await vault.ask('rename_property', due);
    expect([spelled['filesChanged'], spelled['hints']]).toEqual([1, undefined]);
    const same = await vault.ask('rename_property', due);
    expect([same['filesChanged'], same['hints']]).toEqual([0, [expect.any(String)]]);
  });
});
