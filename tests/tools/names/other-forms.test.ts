/** Paths in other forms than the vault's own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { textWith } from '../../support/matchers';
import { narrowToken, vaultForAll, vaultForEach, withNarrow } from '../../support/open-vault';

describe('what they mean is read, or named in the error', () => {
  const vault = vaultForAll({
    files: {
      'Help/Backlinks.md': '# See\nfirst\n## Deep\nsecond\n',
      'Help/A#B.md': 'whole\n',
      'Sync/Introduction.md': '---\naliases: [Sync]\n---\n',
      'Folder note/Folder note.md': 'own\n',
      'Plugins/Core.md': 'x\n',
      'Secret/Plugging.md': 'x\n',
      'Secret/Sync.md': 'x\n',
      'pic.png': 'x',
    },
    ...withNarrow({ deny: ['Secret'] }),
    asks: narrowToken,
  });

  const failure = ({ structured }: Answer): unknown => structured['error'];

  test.each([
    ['Backlinks#See', 'first'],
    ['Help/Backlinks.md#Deep', 'second'],
    ['Backlinks#See#Deep', 'second'],
    ['Help/A#B', 'whole'],
  ])('read_note of %s reads that part', async (path, expected) => {
    const { text } = await vault.call('read_note', { path });
    expect(text).toContain(expected);
  });

  test('a missing heading is reported with the headings of the note', async () => {
    expect(failure(await vault.call('read_note', { path: 'Backlinks#None' }))).toMatchObject({
      code: 'target_not_found',
      candidates: ['See', 'See::Deep'],
    });
  });

  test('a note that was just written is found by its heading too', async () => {
    vault.lectern.folder.write('Help/New.md', '# Top\nfresh\n');
    expect((await vault.call('read_note', { path: 'New#Top' })).text).toContain('fresh');
  });

  test.each([
    ['obsidian://open?vault=Home&file=Help%2FBacklinks', 'If it is in this vault, write "Help/Backlinks".'],
    ['obsidian://vault/Home/Help/Backlinks', 'If it is in this vault, write "Help/Backlinks".'],
    ['https://help.obsidian.md/plugins', 'find the note with `search`'],
    ['file:///home/me/Help/Backlinks.md', 'Give a path inside the vault'],
    ['/Help/Backlinks.md', 'Write "Help/Backlinks.md".'],
    ['./Help/Backlinks.md', 'Write "Help/Backlinks.md".'],
    ['Help\\Backlinks.md', 'Write "Help/Backlinks.md".'],
    ['"Backlinks"', 'Write "Backlinks".'],
    ['Help/Backlinks.md ', 'Write "Help/Backlinks.md".'],
    ['Help/*', 'Patterns go into `includes`'],
  ])('the path %s is refused with the right spelling', async (path, hint) => {
    for (const [tool, args] of [
      ['read_note', { path }],
      ['list', { path }],
      ['update_note', { path, mode: 'append', content: 'x', createIfNeeded: false }],
    ] as const)
      expect(failure(await vault.call(tool, args))).toMatchObject({
        code: 'invalid_path',
        hint: textWith(hint),
      });
  });

  test.each([
    ['read_note', { path: 'Plugin' }, ['Plugins/']],
    ['delete', { path: 'Plugin' }, ['Plugins/']],
    ['list', { path: 'Backlinks' }, ['Help/Backlinks.md']],
    ['list', { path: 'Help/Backlinks' }, ['Help/Backlinks.md']],
    ['get_outline', { path: 'Sync' }, ['Sync/Introduction.md']],
    ['get_outline', { path: 'Folder note' }, ['Folder note/Folder note.md']],
  ])('%s %j suggests the right value', async (tool, args, candidates) => {
    expect(failure(await vault.call(tool, args))).toMatchObject({ code: 'not_found', candidates });
  });

  test('a date is read as `@daily` of that day', async () => {
    expect(failure(await vault.call('read_note', { path: '@yesterday' }))).toMatchObject({
      hint: 'The daily note is `@daily:yesterday`.',
    });
  });

  test('stat suggests similar paths for absent ones', async () => {
    const { structured, text } = await vault.call('stat', { paths: ['Backlink', 'Plugin', 'Zzzz'] });
    expect(field(structured, 'items')).toEqual([
      { path: 'Backlink', exists: false, candidates: ['Help/Backlinks.md'] },
      { path: 'Plugin', exists: false, candidates: ['Plugins/'] },
      { path: 'Zzzz', exists: false },
    ]);
    expect(text).toContain('Plugin · does not exist; near: Plugins/');
  });
});

describe('a path on disk is answered with the path in the vault', () => {
  const rules = 'lct_token-with-a-hidden-folder-0000';

  const tokens = [{ name: 'rules', value: rules, rights: 'full', deny: ['Hidden'] }];
  const vault = vaultForAll({ files: { 'Projects/Pelican.md': 'x\n' }, settings: { tokens } });

  const onDisk = (path: string): string => `${vault.path}${path}`;

  test.each([
    ['read_note', () => ({ path: onDisk('/Projects/Pelican.md') }), '"Projects/Pelican.md"'],
    ['create_note', () => ({ path: onDisk('/New/Tern.md') }), '"New/Tern.md"'],
    ['list', () => ({ path: onDisk('/Projects/') }), '"Projects"'],
    ['list', () => ({ path: onDisk('') }), '"/"'],
    ['move', () => ({ path: 'Projects/Pelican.md', newPath: onDisk('/Old/Pelican.md') }), '"Old/Pelican.md"'],
    [
      'read_note',
      () => ({ path: onDisk('/Projects/Pelican.md').replaceAll('/', '\\') }),
      '"Projects/Pelican.md"',
    ],
  ])('%s suggests the path below the vault, but not by rules for folders', async (tool, args, path) => {
    const structured = await vault.ask(tool, args());
    expect(field(structured, 'error', 'code')).toBe('invalid_path');
    expect(field(structured, 'error', 'hint')).toBe(`Paths are relative to the vault: write ${path}.`);
    const narrow = vault.as(rules);
    const refused = await narrow.call(tool, args());
    expect(field(refused.structured, 'error', 'code')).toBe('invalid_path');
    expect(field(refused.structured, 'error', 'hint')).not.toContain(`write ${path}.`);
  });

  test.each(['/../other.md', '/.obsidian/app.md', '/Projects/.hidden.md'])(
    'no path is suggested that would be refused: %s',
    async below => {
      const structured = await vault.ask('read_note', { path: onDisk(below) });
      expect(field(structured, 'error', 'code')).toBe('invalid_path');
      expect(String(field(structured, 'error', 'hint'))).not.toContain(
        `write ${JSON.stringify(below.slice(1))}`,
      );
    },
  );
});

describe('files whose names other systems cannot hold', () => {
  const names = [
    'a:b.md',
    'C:plan.md',
    'tab\there.md',
    'line\nend.md',
    'bell\u0007.md',
    'what?.md',
    'a|b "c".md',
    'nul.md',
    'end .md',
    'c:/in a folder.md',
  ];

  const vault = vaultForEach({
    prepare: folder => {
      mkdirSync(join(folder.path, 'c:'));
      for (const name of names) writeFileSync(join(folder.path, name), `in it\n`);
    },
  });

  test.each(names)('%j can be read, changed, moved, and moved back', async name => {
    const read = await vault.call('read_note', { path: name });
    expect(read.isError).toBe(false);
    const edited = await vault.call('edit_note', {
      path: name,
      edits: [{ oldText: 'in it', newText: 'new' }],
    });
    expect(codeOf(edited)).toBe('ok');
    expect(vault.text(name)).toBe('new\n');
    const moved = await vault.call('move', { path: name, newPath: 'plain.md' });
    expect(codeOf(moved)).toBe('ok');
    expect(codeOf(await vault.call('undo_change', { changeId: moved.structured['changeId'] }))).toBe('ok');
    expect(vault.text(name)).toBe('new\n');
    expect(codeOf(await vault.call('delete', { path: name }))).toBe('ok');
    const stat = await vault.call('stat', { paths: [name] });
    expect(JSON.stringify(stat.structured)).toContain('"exists":false');
  });

  test('a folder that is called like a drive is listed, and filled', async () => {
    const listed = await vault.call('list', { path: 'c:' });
    expect(JSON.stringify(listed.structured['items'])).toContain('c:/in a folder.md');
    expect(codeOf(await vault.call('create_note', { path: 'c:/new.md', content: 'x' }))).toBe('ok');
  });

  test.each(['x:y.md', 'tab\tthere.md', 'new\nline.md', 'X:/Users/me/x.md', 'D:note.md', 'nul\0.md'])(
    'a new name %j is refused, and reading it too',
    async path => {
      for (const [tool, args] of [
        ['create_note', { path, content: 'x' }],
        ['move', { path: 'a:b.md', newPath: path }],
        ['read_note', { path }],
        ['delete', { path }],
      ] as const)
        expect([tool, codeOf(await vault.call(tool, args))]).toEqual([tool, 'invalid_path']);
    },
  );
});
