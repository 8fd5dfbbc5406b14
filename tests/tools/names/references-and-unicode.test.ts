import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, codeOf, type TestClient } from '../../support/clients';
import type { Files } from '../../support/files/vault-folder';
import { vaultForEach } from '../../support/open-vault';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';

describe('references', () => {
  const lecternToken = 'lct_test-token-for-references';
  const scopedToken = 'lct_a-token-for-one-folder-only';
  const periodic = {
    daily: { enabled: true, format: 'YYYY/YYYY-MM-DD', folder: 'Daily', template: 'Templates/Day' },
    weekly: { enabled: true, format: '', folder: 'Weekly', template: 'Templates/Week.md' },
    monthly: { enabled: true, format: '', folder: 'Monthly', template: 'Templates/Gone' },
  };
  const dayTemplate = [
    '---',
    'created: {{date:YYYY-MM-DD}}',
    '---',
    '# {{title}}',
    '<< [[{{yesterday}}]] | [[{{tomorrow}}]] | {{date+1w:gggg-[W]ww}} >>',
    '## Tasks',
    '## Log',
    '{{unknown}} {{ date }} <% tp.file.title %>',
    '',
  ].join('\n');
  const filledDay = [
    '---',
    'created: 2026-11-20',
    '---',
    '# 2026-11-20',
    '<< [[2026/2026-11-19]] | [[2026/2026-11-21]] | 2026-W48 >>',
    '## Tasks',
    '## Log',
    '{{unknown}} 2026/2026-11-20 <% tp.file.title %>',
    '',
  ].join('\n');

  const files: Files = {
    '.obsidian/community-plugins.json': '["periodic-notes"]',
    '.obsidian/plugins/periodic-notes/data.json': JSON.stringify(periodic),
    'Templates/Day.md': dayTemplate,
    'Templates/Week.md': '# Week {{title}}\n{{monday:YYYY-MM-DD}} to {{sunday:YYYY-MM-DD}}\n',
    'Daily/2026/2026-11-19.md': '---\na: 1\n---\n# There\nold #t\n',
    'Home.md': 'See [[2026-11-19]].\n',
    '@Ann.md': 'A person.\n',
  };

  const vault = vaultForEach({
    files,
    settings: {
      tokens: [
        { name: 'test', value: lecternToken, rights: 'full' },
        { name: 'scoped', value: scopedToken, rights: 'write', allow: ['Daily/**', 'Home.md'] },
      ],
    },
    asks: lecternToken,
  });

  const there = '@daily:2026-11-19';
  const absent = '@daily:2026-11-20';
  const absentPath = 'Daily/2026/2026-11-20.md';
  const { text } = vault;

  describe('a periodic note that exists', () => {
    test.each([
      ['read_note', { path: there }],
      ['get_outline', { path: there }],
      ['get_frontmatter', { path: there }],
      ['get_tags', { path: there }],
      ['get_links', { path: there }],
      ['find_related', { path: there }],
      ['update_note', { path: there, mode: 'append', content: 'x' }],
      [
        'patch_note',
        { path: there, operation: 'append', targetType: 'heading', target: 'There', content: 'x' },
      ],
      ['edit_note', { path: there, edits: [{ oldText: 'old', newText: 'new' }] }],
      ['update_frontmatter', { path: there, set: { a: 2 } }],
      ['update_tags', { path: there, add: ['u'] }],
      ['move', { path: there, newPath: 'Moved.md', dryRun: true }],
      ['delete', { path: there }],
    ])('is named by its date in %s', async (tool, args) => {
      const answer = await vault.call(tool, args);
      expect([codeOf(answer), answer.structured['path']]).toEqual(['ok', 'Daily/2026/2026-11-19.md']);
    });

    test('is found in lists of paths, next to missing ones', async () => {
      const paths = [there, absent, '@Ann', '@active', '@daily:never'];
      const { structured: stats } = await vault.call('stat', { paths });
      expect(stats['items']).toMatchObject([
        { path: 'Daily/2026/2026-11-19.md', exists: true },
        { path: absent, exists: false, error: { code: 'not_found' } },
        { path: '@Ann.md', exists: true },
        { path: '@active', exists: false, error: { code: 'unsupported_here' } },
        { path: '@daily:never', exists: false, error: { code: 'invalid_query' } },
      ]);
      const { structured: notes } = await vault.call('read_notes', { paths });
      expect(notes['notes']).toMatchObject([{ totalLines: 5 }, { error: {} }, {}, {}, {}]);
      const graph = await vault.call('explore_graph', { path: 'Home', to: there });
      expect(graph.structured['shortestPath']).toEqual(['Home.md', 'Daily/2026/2026-11-19.md']);
      expect(codeOf(await vault.call('check_links', { path: there }))).toBe('ok');
      expect(codeOf(await vault.call('resolve_link', { link: '[[#There]]', from: there }))).toBe('ok');
    });

    test('is not created again', async () => {
      expect(codeOf(await vault.call('create_note', { path: there, content: 'x' }))).toBe('already_exists');
    });
  });

  describe('a periodic note that does not exist', () => {
    test.each(['read_note', 'get_outline', 'get_tags', 'get_links', 'delete'])(
      '%s names its path',
      async tool => {
        const answer = await vault.call(tool, { path: absent });
        expect(codeOf(answer)).toBe('not_found');
        expect(answer.text).toContain(absentPath);
      },
    );

    test.each<[string, Record<string, unknown>, string]>([
      ['create_note', { content: 'x' }, `${filledDay}x\n`],
      ['create_note', { frontmatter: { b: 1 } }, filledDay.replace('-20\n---', () => '-20\nb: 1\n---')],
      [
        'create_note',
        { template: 'Templates/Week' },
        '# Week 2026-11-20\n{{monday:YYYY-MM-DD}} to {{sunday:YYYY-MM-DD}}\n',
      ],
      ['update_note', { mode: 'append', content: 'x' }, `${filledDay}x\n`],
      ['update_note', { mode: 'prepend', content: 'x' }, filledDay.replace('---\n#', () => '---\nx\n#')],
      ['update_note', { mode: 'overwrite', content: 'x' }, 'x'],
      [
        'patch_note',
        { operation: 'append', targetType: 'heading', target: 'Tasks', content: '- [ ] a' },
        filledDay.replace('## Tasks\n', () => '## Tasks\n- [ ] a\n'),
      ],
      [
        'edit_note',
        { edits: [{ oldText: '{{unknown}} ', newText: '' }] },
        filledDay.replace('{{unknown}} ', () => ''),
      ],
      ['update_frontmatter', { set: { a: 1 } }, filledDay.replace('-20\n---', () => '-20\na: 1\n---')],
      ['update_tags', { add: ['x'] }, filledDay.replace('-20\n---', () => '-20\ntags:\n  - x\n---')],
    ])('is made from its template by %s %j', async (tool, args, expected) => {
      const preview = await vault.call(tool, { path: absent, dryRun: true, ...args });
      expect([codeOf(preview), existsSync(join(vault.path, absentPath))]).toEqual(['ok', false]);
      const answer = await vault.call(tool, { path: absent, ...args });
      expect(answer.structured).toMatchObject({ path: absentPath, created: true });
      expect(text(absentPath)).toBe(expected);
      await vault.call('undo_change', { changeId: answer.structured['changeId'] });
      expect(existsSync(join(vault.path, absentPath))).toBe(false);
    });

    test('is created with others by one call, in folders that are created once', async () => {
      const edits = [{ oldText: '# Week', newText: '# W' }];
      const changes = [
        { path: '@weekly:2026-W01', edits },
        { path: '@weekly:2026-W02', edits },
      ];
      const structured = await vault.ask('edit_notes', { changes });
      expect(text('Weekly/2026-W01.md')).toBe('# W 2026-W01\n2025-12-29 to 2025-12-28\n');
      expect(codeOf(await vault.call('undo_change', { changeId: structured['changeId'] }))).toBe('ok');
      expect(existsSync(join(vault.path, 'Weekly'))).toBe(false);
    });

    test.each([
      [
        { path: absent, operation: 'append', targetType: 'heading', target: 'None', content: 'x' },
        'target_not_found',
      ],
      [
        {
          path: absent,
          operation: 'append',
          targetType: 'heading',
          target: 'Log',
          content: 'x',
          ifMatch: 'v',
        },
        'version_conflict',
      ],
    ])('is not created when the change fails: %j', async (args, expected) => {
      expect(codeOf(await vault.call('patch_note', args))).toBe(expected);
      expect(existsSync(join(vault.path, absentPath))).toBe(false);
    });

    test('is not created if the call does not allow it, or its template is missing', async () => {
      const update = { mode: 'append', content: 'x' };
      expect(
        codeOf(await vault.call('update_note', { path: absent, createIfNeeded: false, ...update })),
      ).toBe('not_found');
      const gone = await vault.call('update_note', { path: '@monthly:2026-01', ...update });
      expect([codeOf(gone), existsSync(join(vault.path, 'Monthly'))]).toEqual(['not_found', false]);
      expect(gone.text).not.toContain('Gone');
    });
  });

  describe('rules for folders', () => {
    test('hide the path of a note, whether or not it exists', async () => {
      const scoped = vault.as(scopedToken);
      const before = await scoped.call('read_note', { path: '@weekly:2026-W01' });
      expect(codeOf(await vault.call('create_note', { path: '@weekly:2026-W01' }))).toBe('ok');
      const after = await scoped.call('read_note', { path: '@weekly:2026-W01' });
      expect([codeOf(before), after.text]).toEqual(['not_found', before.text]);
      expect(before.text).not.toContain('Weekly/');
      const write = { path: '@weekly:2026-W01', mode: 'append', content: 'x' };
      expect(codeOf(await scoped.call('update_note', write))).toBe('permission_denied');
    });

    test('hide the template', async () => {
      const scoped = vault.as(scopedToken);
      const answer = await scoped.call('update_note', { path: absent, mode: 'append', content: 'x' });
      expect([codeOf(answer), existsSync(join(vault.path, absentPath))]).toEqual(['not_found', false]);
      expect(answer.text).not.toContain('Templates');
      const create = { path: 'Daily/new', template: 'Templates/Day' };
      expect(codeOf(await scoped.call('create_note', create))).toBe('not_found');
      expect(codeOf(await scoped.call('update_note', { path: there, mode: 'append', content: 'x' }))).toBe(
        'ok',
      );
    });
  });

  test('another word after an at sign is a path, and a hint lists the references', async () => {
    expect(await vault.ask('read_note', { path: '@Ann' })).toMatchObject({ path: '@Ann.md' });
    const answer = await vault.call('read_note', { path: '@today' });
    expect([codeOf(answer), answer.text]).toEqual(['not_found', expect.stringContaining('@daily')]);
    const misspelt = await vault.call('read_note', { path: '@dayly:2026-11-20' });
    expect([codeOf(misspelt), misspelt.text]).toEqual(['invalid_path', expect.stringContaining('@daily')]);
    // Only the app has an active note.
    for (const { text } of [answer, misspelt]) expect(text).not.toContain('@active');
  });
});

/** Names and texts in composed and decomposed Unicode, and with blanks beyond ASCII. */
describe('links to decomposed names', () => {
  const full = 'lct_full-token-for-decomposed-names';
  const narrow = 'lct_narrow-token-for-decomposed-names';

  const links = '[[Caf\u00e9]] [[Cafe\u0301]] [[Caf\u00e9#^b]] [m](Caf%C3%A9.md)\n';

  async function start(files: Readonly<Record<string, string>>): Promise<RunningLectern> {
    return RunningLectern.start({
      files,
      settings: {
        tokens: [
          { name: 'all', value: full, rights: 'full' },
          { name: 'narrow', value: narrow, rights: 'full', deny: ['Closed/**'] },
        ],
      },
    });
  }

  async function withVault(
    files: Readonly<Record<string, string>>,
    token: string,
    look: (client: TestClient, read: (path: string) => string) => Promise<void>,
  ): Promise<void> {
    const lectern = await start(files);
    try {
      const client = await lectern.connect('2026', token);
      await look(client, path => readFileSync(join(lectern.folder.path, path), 'utf8'));
    } finally {
      await lectern.close();
    }
  }

  describe.each([
    ['that sees everything', full],
    ['with folder rules', narrow],
  ])('a token %s', (_name, token) => {
    test('finds every link to the note resolved, and none broken', async () => {
      const files = { 'Cafe\u0301.md': 'x ^b\n', 'l.md': links };
      await withVault(files, token, async client => {
        const out = await client.call('get_links', { path: 'l.md', direction: 'out' });
        const targets = [field(out.structured, 'outgoing')].flat().map(item => field(item, 'target'));
        expect(targets).toEqual(Array(4).fill('Cafe\u0301.md'));
        const broken = await client.call('check_links', { path: 'l.md' });
        expect(broken.structured['totalCount']).toBe(0);
        const backlinks = await client.call('get_links', { path: 'Caf\u00e9.md', direction: 'in' });
        const sources = [field(backlinks.structured, 'incoming')].flat().map(item => field(item, 'source'));
        expect(sources).toEqual(Array(4).fill('l.md'));
      });
    });

    test.each([
      [
        'a note',
        'Cafe\u0301.md',
        'Caf\u00e9.md',
        'Coffee.md',
        links,
        '[[Coffee]] [[Coffee]] [[Coffee#^b]] [m](Coffee.md)\n',
      ],
      ['Korean', '\u1112\u1161\u11ab.md', '한.md', 'Han.md', '[[한]] ![[한.md]]\n', '[[Han]] ![[Han.md]]\n'],
      [
        'a folder',
        'Re\u0301sume\u0301/a.md',
        'Résumé/a.md',
        'b.md',
        '[[Résumé/a]] [[re\u0301sumé/A|x]]\n',
        '[[b]] [[b|x]]\n',
      ],
      [
        'a picture',
        'o\u0308l.png',
        'öl.png',
        'oil.png',
        '![[öl.png]] ![[O\u0308l.png|20]]\n',
        '![[oil.png]] ![[oil.png|20]]\n',
      ],
      ['a relative link', 'd/e\u0301.md', 'd/é.md', 'd/f.md', '[m](./d/é.md)\n', '[m](./d/f.md)\n'],
    ])('moves %s with its links', async (_what, path, asked, newPath, before, after) => {
      await withVault({ [path]: 'x ^b\n', 'l.md': before }, token, async (client, read) => {
        const answer = await client.call('move', { path: asked, newPath });
        expect(answer.isError).toBe(false);
        expect(read('l.md')).toBe(after);
      });
    });

    test('resolves a link in either form', async () => {
      await withVault({ 'Cafe\u0301.md': 'x\n' }, token, async client => {
        for (const link of ['Caf\u00e9', 'Cafe\u0301', '[[CAF\u00c9]]']) {
          const answer = await client.call('resolve_link', { link });
          expect(answer.structured['path']).toBe('Cafe\u0301.md');
        }
      });
    });
  });
});

describe('new names', () => {
  const shot = 'Screenshot 9.41\u202fAM.png';
  const cafe = 'Café'.normalize('NFD');

  const files = {
    [shot]: 'png',
    'shot.md': `![[${shot}]] [[${cafe}/a]]\n`,
    [`${cafe}/a.md`]: 'a\n',
    'x\u00a0y.md': 'one\n',
    'both/x y.md': 'two\n',
    'both/x\u00a0y.md': 'three\n',
  };

  const vault = vaultForEach({ files });

  function onDisk(): Record<string, string> {
    const { path } = vault;
    const all = readdirSync(path, { recursive: true, withFileTypes: true });
    return Object.fromEntries(
      all
        .map(entry => [join(entry.parentPath, entry.name), entry.isFile()] as const)
        .filter(([name]) => !/\.(?:obsidian|trash)/.test(name))
        .map(([name, isFile]) => [name.slice(path.length + 1), isFile ? readFileSync(name, 'utf8') : '/']),
    );
  }

  test.each<[string, string, Record<string, unknown>, string]>([
    ['a file into a folder', 'move', { path: shot, newPath: 'att/' }, `att/${shot}`],
    ['a note to a new name', 'move', { path: `${cafe}/a.md`, newPath: 'b\u00a0c.md' }, 'b c.md'],
    ['a folder to a new name', 'move', { path: cafe, newPath: 'CV' }, 'CV/a.md'],
    ['one of two like names', 'move', { path: 'both/x\u00a0y.md', newPath: 'both/z.md' }, 'both/z.md'],
    ['a new note', 'create_note', { path: 'p\u00a0q.md', content: 'n' }, 'p q.md'],
    [
      'a new note in a folder',
      'create_note',
      { path: `${cafe}/${cafe}.md`, content: 'n' },
      `${cafe}/Café.md`,
    ],
    ['a note that is written to', 'update_note', { path: cafe, mode: 'append', content: 'n' }, 'Café.md'],
    ['a new folder', 'create_folder', { path: `Ordner/${cafe}` }, 'Ordner/Café'],
    [
      'an attachment',
      'add_attachment',
      { name: 'pic\u202fAM.txt', note: 'shot.md', embed: true, data: 'YQ==' },
      'pic AM.txt',
    ],
  ])(
    '%s has the name that the answer tells, and undo brings all back',
    async (_what, tool, args, expected) => {
      const before = onDisk();
      const { structured, isError } = await vault.call(tool, args);
      expect(isError).toBe(false);
      expect(Object.keys(onDisk())).toContain(expected);
      expect((await vault.call('undo_change', { changeId: structured['changeId'] })).isError).toBe(false);
      expect(onDisk()).toEqual(before);
    },
  );

  test.each([shot, cafe, 'x\u00a0y.md', 'both'])(
    '%j comes back as it was after it was deleted',
    async path => {
      const before = onDisk();
      const { structured } = await vault.call('delete', { path, recursive: true });
      expect(onDisk()).not.toEqual(before);
      await vault.call('undo_change', { changeId: structured['changeId'] });
      expect(onDisk()).toEqual(before);
    },
  );
});

describe('texts that are looked for', () => {
  const decomposed =
    'Un cafe\u0301 noir, cafe\u0301s, e\u0301te\u0301\r\n- [ ] ta\u0302che \u{1F4C5} 2026-12-01\r\n\u1112\u1161\u11ab\r\n';
  const composed = decomposed.normalize('NFC');

  const vault = vaultForEach({
    files: { 'n.md': decomposed, 'c.md': composed, 'p.md': '---\ncafe\u0301: cre\u0300me\n---\nx\n' },
  });
  const { text: read } = vault;

  test.each([
    ['caf\u00e9', {}, 4],
    ['cafe\u0301', {}, 4],
    ['CAF\u00c9 NOIR', { caseSensitive: false }, 2],
    ['Caf\u00e9', {}, 0],
    ['caf\u00e9', { wholeWord: true }, 2],
    ['\ud55c', {}, 2],
    ['caf[\u00e9e]', { regex: true }, 4],
    ['(cafe\u0301)s', { regex: true }, 2],
  ])('%j is replaced in both notes', async (find, options, count) => {
    const answer = await vault.call('replace_in_notes', { find, replace: 'tea', ...options });
    const { structured } = answer;
    expect(structured['count']).toBe(count);
  });

  test('a replacement leaves every other character in its form', async () => {
    await vault.call('replace_in_notes', {
      path: 'n.md',
      find: 'caf\u00e9',
      replace: 'tea',
      confirm: 2,
    });
    expect(read('n.md')).toBe(decomposed.replaceAll('cafe\u0301', () => 'tea'));
    await vault.call('replace_in_notes', {
      path: 'n.md',
      find: '\u00e9(t)',
      replace: 'e$1',
      regex: true,
      confirm: 1,
    });
    expect(read('n.md')).toBe(
      decomposed.replaceAll('cafe\u0301', () => 'tea').replace('e\u0301te\u0301', () => 'ete\u0301'),
    );
  });

  test.each(['- [ ] t\u00e2che \u{1F4C5} 2026-12-01', 't\u00e2che', 'ta\u0302che'])(
    'a task is named by %j',
    async expectedText => {
      for (const path of ['n.md', 'c.md']) {
        const answer = await vault.call('update_task', {
          path,
          line: 2,
          expectedText,
          status: 'done',
          dryRun: true,
        });
        expect(codeOf(answer)).toBe('ok');
      }
    },
  );

  test('a property is found and changed by its name and value in the other form', async () => {
    const value = await vault.call('get_frontmatter', { path: 'p', key: 'caf\u00e9' });
    expect(value.structured['value']).toBe('cre\u0300me');
    const found = await vault.call('query_notes', { where: ['caf\u00e9=cr\u00e8me'] });
    expect(found.structured['totalCount']).toBe(1);
    await vault.call('update_frontmatter', { path: 'p', set: { 'caf\u00e9': 'noir' } });
    expect(read('p.md')).toBe('---\ncafe\u0301: noir\n---\nx\n');
  });
});

describe('a name that a read takes for the only note that it may mean', () => {
  const vault = vaultForEach({
    files: {
      '📚 Reading list.md': 'x\n',
      'Lists/Wish list 🎁.md': 'x\n',
      'People/Anna Lindqvist.md': 'x\n',
    },
  });
  const update = (path: string, createIfNeeded?: boolean): Promise<Answer> =>
    vault.call('update_note', { path, mode: 'append', content: 'x', createIfNeeded });

  test.each([
    ['Reading list', '📚 Reading list.md'],
    ['Wish list', 'Lists/Wish list 🎁.md'],
    ['People/Anna', 'People/Anna Lindqvist.md'],
  ])(
    'update_note creates no `%s` where a read takes it for the only note that it may mean',
    async (path, meant) => {
      expect((await vault.ask('read_note', { path }))['path']).toBe(meant);
      const answer = await update(path);
      expect(codeOf(answer)).toBe('not_found');
      expect(field(answer.structured, 'error', 'candidates')).toEqual([meant]);
      expect(codeOf(await update(path, true))).toBe('ok');
    },
  );
});
