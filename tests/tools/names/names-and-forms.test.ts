import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { textWith } from '../../support/matchers';
import { narrowToken, vaultForAll, vaultForEach, withNarrow } from '../../support/open-vault';

/** Paths in other forms than the vault's own. */
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
    ['Help/*', '`list` takes them in `includes`'],
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
    ['Why?.md', '?', 'Why.md'],
    ['A: b.md', ':', 'A - b.md'],
    ['Help/a|b', '|', 'Help/a - b'],
    ['New folder?/At 12:30.md', '?', 'New folder/At 12 - 30.md'],
    ['The "best" <one>.md', '"', 'The best one.md'],
    ['5 * 3.md', '*', '5 3.md'],
    ['Help/ Note .md', ' ', 'Help/Note.md'],
  ])('a new name %s is refused with %s and with one that is possible', async (path, character, possible) => {
    for (const [tool, args] of [
      ['create_note', { path, content: 'x' }],
      ['create_notes', { notes: [{ path, content: 'x' }] }],
      ['update_note', { path, mode: 'append', content: 'x', createIfNeeded: true }],
      ['move', { path: 'Help/Backlinks.md', newPath: path }],
      ['create_folder', { path }],
    ] as const) {
      const refused = failure(await vault.call(tool, args));
      const said = { code: 'invalid_path', message: textWith(character), hint: textWith(possible) };
      expect([tool, refused]).toEqual([tool, said]);
    }
  });

  test.each([
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
    expect(text).toContain('Plugin · does not exist; similar: Plugins/');
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

  test.each([
    ['stat', 'items'],
    ['read_notes', 'notes'],
  ])('%s says it of each path', async (tool, rows) => {
    const hintsOf = (answer: Record<string, unknown>): unknown =>
      [answer[rows]].flat().map(row => field(row, 'error', 'hint'));
    const paths = [onDisk('/Projects/Pelican.md'), onDisk('/None.md'), '/elsewhere/None.md'];
    expect(hintsOf(await vault.ask(tool, { paths }))).toEqual([
      textWith('"Projects/Pelican.md"'),
      textWith('"None.md"'),
      textWith('"elsewhere/None.md"'),
    ]);
    const narrow = hintsOf(await vault.as(rules).ask(tool, { paths }));
    expect(narrow).toEqual([
      expect.not.stringContaining('"Projects/Pelican.md"'),
      expect.any(String),
      expect.any(String),
    ]);
  });

  test.each([
    ['beside the vault', '/../other.md'],
    ['of the app', '/.obsidian/app.md'],
    ['that is hidden', '/Projects/.hidden.md'],
    ['longer than any path', `/${'a/'.repeat(3000)}b.md`],
  ])('no path is suggested that would be refused: one %s', async (_what, below) => {
    const structured = await vault.ask('read_note', { path: onDisk(below) });
    expect(field(structured, 'error', 'code')).toBe('invalid_path');
    expect(String(field(structured, 'error', 'hint'))).not.toContain(
      `write ${JSON.stringify(below.slice(1))}`,
    );
  });
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

/** Names that only one note can mean: readers take them, what writes takes none of them. */
describe('reading a note by a name that only one note can mean', () => {
  const files = {
    'Kitchen/🍞 Starter log.md': '# Log\n\nFed it.\n\n## Feeding\n\nFlour.\n',
    'Birds/Arctic tern.md': '---\naliases: [Tirrick, полярная крачка]\n---\nA tern.\n',
    'People/Ana Lima.md': '---\naliases: [Ana]\n---\nAna.\n',
    'People/Bo Lima.md': '---\naliases: [Boss]\n---\nBo.\n',
    'People/Cy Lima.md': '---\naliases: [Boss]\n---\nCy.\n',
    'Journal/2026-10-05.md': 'Monday.\n',
    'Repairs/R-014 Spine.md': 'Spine.\n',
    'Whale.md': 'A whale.\n',
    'Hidden/Secret garden.md': '---\naliases: [Eden]\n---\nSecret.\n',
    'Café/Über uns.md': 'Wir.\n',
    'Books/Chapter 10.md': 'Ten.\n',
    'Books/2 Invoice 20.md': 'Twenty.\n',
    'Books/Canto XIV.md': 'Fourteen.\n',
    'Books/Appendix AB.md': 'Both.\n',
    'Books/Release 2.10 notes.md': 'New.\n',
    'Weeks/2026-W41.md': 'A week.\n',
    'Plans/2024/Summary of it.md': 'Old.\n',
  };
  const tokens = [
    { name: 'Some', value: 'lct_token-that-does-not-see-hidden-0', rights: 'full', deny: ['Hidden'] },
  ];

  const vault = vaultForAll({ files, settings: { tokens } });
  const some = vault.as('lct_token-that-does-not-see-hidden-0');

  const read = (path: string, args: Record<string, unknown> = {}): Promise<Answer> =>
    vault.call('read_note', { path, ...args });

  test.each([
    ['Starter log', 'Kitchen/🍞 Starter log.md'],
    ['Kitchen/Starter log.md', 'Kitchen/🍞 Starter log.md'],
    ['starter LOG', 'Kitchen/🍞 Starter log.md'],
    ['tirrick', 'Birds/Arctic tern.md'],
    ['[[Tirrick]]', 'Birds/Arctic tern.md'],
    ['Полярная крачка', 'Birds/Arctic tern.md'],
    ['tern', 'Birds/Arctic tern.md'],
    ['Ana', 'People/Ana Lima.md'],
    ['Notes/Whale', 'Whale.md'],
    ['R-014', 'Repairs/R-014 Spine.md'],
    ['Artic tern', 'Birds/Arctic tern.md'],
    ['uber uns', 'Café/Über uns.md'],
    ['Chapter', 'Books/Chapter 10.md'],
    ['Chaptre 10', 'Books/Chapter 10.md'],
    ['Release 2.10', 'Books/Release 2.10 notes.md'],
    ['Secret', 'Hidden/Secret garden.md'],
    ['Eden', 'Hidden/Secret garden.md'],
  ])('`%s` reads %s and says which note that is', async (name, path) => {
    const answer = await read(name);
    expect(codeOf(answer)).toBe('ok');
    expect(answer.structured['path']).toBe(path);
    expect(JSON.stringify(answer.structured['hints'])).toContain(path);
    expect(answer.text.split('\n')[0]).toContain(path);
    expect(answer.text).toMatch(/^Hint: /u);
  });

  test('the heading of such a name is read, too', async () => {
    const { structured } = await read('Starter log#Feeding');
    expect(structured).toMatchObject({ path: 'Kitchen/🍞 Starter log.md', startLine: 5 });
    expect((await read('Starter log', { heading: 'Feeding' })).structured).toMatchObject({ startLine: 5 });
  });

  test.each(['Whale', 'whale.md', '[[Arctic tern]]', 'birds/arctic tern'])(
    '`%s` is the name itself, of which nothing is said',
    async name => {
      const answer = await read(name);
      expect(codeOf(answer)).toBe('ok');
      expect(answer.structured['hints']).toBeUndefined();
    },
  );

  test.each([
    ['Boss', 'several notes with the alias'],
    ['Lima', 'several notes with the word'],
    ['2026-10-06', 'another day'],
    ['Journal/2026-10-06.md', 'another day'],
    ['R-015 Spine', 'another number'],
    ['Chapter 1', 'another number'],
    ['Chapter 0', 'another number'],
    ['Books/Chapter 100.md', 'another number'],
    ['Invoice 2', 'another number'],
    ['[[2 Invoice 2]]', 'another number'],
    ['Canto XI', 'another number'],
    ['Canto XV', 'another number'],
    ['Appendix A', 'another letter'],
    ['Release 2.1', 'another number'],
    ['2026-W4', 'another week'],
    ['2026', 'a year'],
    ['Plans/2025/Summary', 'another year'],
    ['Whale watching', 'a longer name'],
    ['Birds', 'a folder'],
    ['Nothing like it', 'nothing'],
  ])('`%s` is refused: %s', async name => {
    expect(codeOf(await read(name))).toBe('not_found');
  });

  test.each(['Secret', 'Secret garden', 'Eden', 'Hidden/Secret'])(
    'a note that the token does not see is not meant by `%s`',
    async path => {
      const answer = await some.call('read_note', { path });
      expect(codeOf(answer)).toBe('not_found');
      expect(JSON.stringify(answer)).not.toContain('Secret garden.md');
    },
  );

  test.each([
    ['edit_note', { edits: [{ oldText: 'e', newText: 'x', replaceAll: true }] }],
    ['update_note', { mode: 'append', content: 'More.', createIfNeeded: false }],
    ['patch_note', { operation: 'append', targetType: 'heading', target: 'Log', content: 'x' }],
    ['update_frontmatter', { set: { a: 1 } }],
    ['delete', {}],
    ['move', { newPath: 'Elsewhere.md' }],
  ])('%s does not take such a name', async (tool, args) => {
    const before = vault.contents();
    for (const path of ['Starter log', 'Tirrick', 'tern'])
      expect(codeOf(await vault.call(tool, { path, ...args }))).toBe('not_found');
    expect(vault.contents()).toEqual(before);
  });

  test.each([
    ['Tirrick', 'an alias'],
    ['Tirrik', 'nearly an alias'],
  ])('a write to `%s` names the note of which it is %s', async path => {
    const answer = await vault.call('update_note', { path, mode: 'append', content: 'x', dryRun: true });
    expect(answer.text).toContain('Birds/Arctic tern.md');
  });
});

describe('names that a writer may not take for a new note, and names that a move keeps in their folder', () => {
  const files = {
    'Work/Plan.md': '# Plan\n',
    'Root.md': '[[Plan]]\n',
    'Archive/x.md': 'x\n',
    'Archive/Chapter IV.md': 'x\n',
    'Archive/Meeting A.md': 'x\n',
  };

  const vault = vaultForEach({ files });
  const contents = (): Readonly<Record<string, string>> => vault.contents();
  const update = (path: string, more: Record<string, unknown> = {}): Promise<Answer> =>
    vault.call('update_note', { path, mode: 'append', content: 'x', ...more });

  test.each(['Plann', 'plam', 'Plan2', 'Plann.md', 'Work/Plam', 'work/Plann.md'])(
    'update_note creates no note `%s` where a near name may be meant',
    async path => {
      const before = contents();
      const answer = await update(path);
      expect(codeOf(answer)).toBe('not_found');
      expect(field(answer.structured, 'error', 'candidates')).toEqual(['Work/Plan.md']);
      expect(contents()).toEqual(before);
    },
  );

  test('a note of a near name is created where the call says so, or names another folder', async () => {
    expect(codeOf(await update('Plann', { createIfNeeded: true }))).toBe('ok');
    expect(codeOf(await update('Work/Plam', { createIfNeeded: true }))).toBe('ok');
    expect(codeOf(await update('Archive/Plam'))).toBe('ok');
    expect(codeOf(await update('Something new'))).toBe('ok');
    expect(codeOf(await vault.call('create_note', { path: 'Plano' }))).toBe('ok');
    expect(Object.keys(contents())).toEqual(
      expect.arrayContaining(['Plann.md', 'Work/Plam.md', 'Archive/Plam.md', 'Something new.md', 'Plano.md']),
    );
  });

  test.each(['Archive/Chapter V.md', 'Archive/Chapter 4', 'Archive/Meeting B.md'])(
    'update_note creates `%s`, the next of a series',
    async path => {
      expect(codeOf(await update(path))).toBe('ok');
    },
  );

  test.each([
    ['today', '@daily'],
    ['Today', '@daily'],
    ['@today', '@daily'],
    ['daily note', '@daily'],
    ['daily', '@daily'],
    ['tomorrow', '@daily:tomorrow'],
    ['yesterday', '@daily:yesterday'],
    ['2026-11-26', '@daily:2026-11-26'],
  ])('`%s` as a path is answered with the daily note', async (path, reference) => {
    const before = contents();
    for (const answer of [await update(path), await vault.call('read_note', { path })]) {
      expect(codeOf(answer)).toBe('not_found');
      expect(field(answer.structured, 'error', 'hint')).toContain(`\`${reference}\``);
    }
    expect(contents()).toEqual(before);
    expect(codeOf(await update(reference))).toBe('ok');
  });

  test.each(['2026-11-26.md', 'Daily/2026-11-26', 'today.md'])(
    '`%s` is the path of a new note',
    async path => {
      expect(codeOf(await update(path))).toBe('ok');
      expect(Object.keys(contents())).toContain(path.endsWith('.md') ? path : `${path}.md`);
    },
  );

  test.each([
    ['Plan', 'New', 'Work/New.md'],
    ['Plan', 'New.md', 'Work/New.md'],
    ['Plan.md', 'New', 'Work/New.md'],
    ['Root', 'New', 'New.md'],
    ['Work/Plan', 'New', 'New.md'],
    ['Plan', 'Archive', 'Archive/Plan.md'],
    ['Plan', '/', 'Plan.md'],
    ['Plan', 'Other/New', 'Other/New.md'],
    ['Work', 'Job', 'Job/Plan.md'],
  ])('move of `%s` to `%s` leads to `%s`', async (path, newPath, expected) => {
    const before = contents();
    const dry = await vault.call('move', { path, newPath, dryRun: true });
    expect(dry.text).toMatch(/^would move /u);
    expect(contents()).toEqual(before);
    expect(codeOf(await vault.call('move', { path, newPath }))).toBe('ok');
    expect(Object.keys(contents())).toContain(expected);
    expect(Object.keys(contents())).not.toContain(
      'Work/Plan.md' === expected ? '' : `Work/${newPath}/Plan.md`,
    );
  });
});

describe('misspelt aliases', () => {
  const withAliases = (...aliases: string[]): string => `---\naliases: ${JSON.stringify(aliases)}\n---\n`;

  const vault = vaultForAll({
    files: {
      'a.md': withAliases('Moonshot', 'Rocket'),
      'b.md': withAliases('MOONSHOT'),
      'c.md': withAliases('Moonshoot', 'Bucket'),
    },
  });

  async function candidates(path: string): Promise<unknown> {
    return field(await vault.ask('get_outline', { path }), 'error', 'candidates');
  }

  test.each([
    ['moonshot', ['a.md', 'b.md']],
    ['Moonsho', ['a.md', 'b.md', 'c.md']],
    ['moonshooot', ['c.md', 'a.md', 'b.md']],
    ['Rokcet', ['a.md']],
    ['Mooring', undefined],
  ])('%j names the notes with the nearest aliases, the nearest first', async (alias, expected) => {
    expect(await candidates(alias)).toEqual(expected);
  });

  test('aliases follow notes that change and take another name', async () => {
    await vault.call('update_frontmatter', { path: 'b', set: { aliases: ['Satellite'] }, replace: true });
    await vault.call('move', { path: 'b', newPath: 'd' });
    expect(await candidates('Satelite')).toEqual(['d.md']);
    expect(await candidates('Moonshot')).toEqual(['a.md']);
  });
});
