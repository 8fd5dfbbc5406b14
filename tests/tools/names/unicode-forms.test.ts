/** Names and texts in composed and decomposed Unicode, and with blanks beyond ASCII. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, type TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { vaultForEach } from '../../support/open-vault';

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
