/** Names that are no path of a note: bare ones, addresses, and those of periods. */
import { codeOf } from '../../support/clients';
import { diskQuestions } from '../../support/disk-questions';
import { field } from '../../support/json';
import { textWith } from '../../support/matchers';
import { vaultForAll, vaultForEach } from '../../support/open-vault';

describe('names without their folders', () => {
  const full = 'lct_a-token-with-full-rights';
  const narrow = 'lct_a-token-for-help-only';

  const vault = vaultForEach({
    files: {
      'Help/Backlinks.md': 'How links come back.\n',
      'Help/Sync/Plans.md': 'Prices.\n',
      'Old/Plans.md': 'Old prices.\n',
      'Secret/Backlinks.md': 'Nobody narrow sees this.\n',
      'Secret/Hidden.md': 'Nor this.\n',
      'Journal/2026-W40.md': 'Last week.\n',
      'Weeks/2026-W41.md': 'This week.\n',
      'Links.md': '[[2026-W41]]\n',
      'Old/Loans.csv': 'title,day\n',
      'Rockets.md': '---\naliases: Moonshot\n---\n# To the moon\n',
    },
    settings: {
      tokens: [
        { name: 'test', value: full, rights: 'full' },
        { name: 'narrow', value: narrow, rights: 'write', deny: ['Secret'] },
      ],
    },
    asks: narrow,
  });
  const { text } = vault;

  describe('a bare name', () => {
    test.each([
      ['read_note', { path: 'Backlinks' }],
      ['read_note', { path: 'backlinks.md' }],
      ['get_outline', { path: 'Backlinks' }],
      ['get_frontmatter', { path: 'Backlinks' }],
      ['get_links', { path: 'Backlinks' }],
      ['edit_note', { path: 'Backlinks', edits: [{ oldText: 'How', newText: 'That' }] }],
      ['update_frontmatter', { path: 'Backlinks', set: { a: 1 } }],
      ['update_tags', { path: 'Backlinks', add: ['x'] }],
      ['update_note', { path: 'Backlinks', mode: 'append', content: 'x', createIfNeeded: false }],
      ['update_note', { path: 'Backlinks', mode: 'append', content: 'x' }],
      ['update_note', { path: 'backlinks.md', mode: 'prepend', content: 'x' }],
    ])('that only one visible note has names it in %s %j', async (tool, args) => {
      const answer = await vault.call(tool, args);
      expect([codeOf(answer), answer.structured['path']]).toEqual(['ok', 'Help/Backlinks.md']);
    });

    test.each([
      ['merge_notes', { from: 'Links', into: 'Moonshot' }],
      ['explore_graph', { path: 'Links', to: 'Moonshot' }],
      ['query_base', { source: 'views: [{type: table}]', this: 'Moonshot' }],
      ['edit_notes', { changes: [{ path: 'Moonshot', edits: [{ oldText: 'a', newText: 'b' }] }] }],
      ['get_outline', { path: 'Moonshot' }],
    ])('that only an alias has is answered with its note by %s', async (tool, args) => {
      const answer = await vault.call(tool, args);
      expect([codeOf(answer), field(answer.structured, 'error', 'candidates')]).toEqual([
        'not_found',
        ['Rockets.md'],
      ]);
    });

    test('may be the end of a path', async () => {
      const structured = await vault.ask('read_note', { path: 'Sync/Plans' });
      expect(structured['path']).toBe('Help/Sync/Plans.md');
    });

    test('of several notes is ambiguous, with all of them as candidates', async () => {
      const before = vault.contents();
      for (const [tool, args] of [
        ['read_note', { path: 'Plans' }],
        ['update_tags', { path: 'Plans', add: ['x'] }],
        ['update_note', { path: 'Plans', mode: 'append', content: 'x' }],
        ['update_note', { path: '[[Plans]]', mode: 'append', content: 'x' }],
        [
          'patch_note',
          { path: '[[plans.md|x]]', targetType: 'heading', target: 'x', operation: 'append', content: 'x' },
        ],
        ['update_tags', { path: '![[Plans]]', add: ['x'] }],
        ['list_changes', { path: 'Plans' }],
      ] as const) {
        const answer = await vault.call(tool, args);
        expect(codeOf(answer)).toBe('target_ambiguous');
        expect(field(answer.structured, 'error', 'candidates')).toEqual([
          'Help/Sync/Plans.md',
          'Old/Plans.md',
        ]);
      }
      expect(vault.contents()).toEqual(before);
    });

    test('of several notes in a link is the one that the app opens where it is only read, or the one at that path', async () => {
      expect(await vault.ask('read_note', { path: '[[Plans]]' })).toMatchObject({ path: 'Old/Plans.md' });
      vault.lectern.folder.write('Plans.md', 'Newest prices.\n');
      await vault.lectern.host.settled();
      const written = await vault.ask('update_tags', { path: '[[Plans]]', add: ['x'] });
      expect(written['path']).toBe('Plans.md');
    });

    test.each([
      ['edit_note', { edits: [{ oldText: 'rices', newText: 'rizes' }] }],
      ['update_note', { mode: 'append', content: 'x' }],
      ['update_tags', { add: ['x'] }],
    ])('of several notes in a link is refused by %s beside a folder of it', async (tool, args) => {
      vault.lectern.folder.write('Plans/Other.md', 'Other.\n');
      await vault.lectern.host.settled();
      const before = vault.contents();
      expect(codeOf(await vault.call(tool, { path: '[[Plans]]', ...args }))).toBe('target_ambiguous');
      expect(vault.contents()).toEqual(before);
      const one = await vault.ask(tool, { path: '[[Sync/Plans]]', ...args });
      expect(one['path']).toBe('Help/Sync/Plans.md');
    });

    test('of a note that is gone lists its changes, whatever other notes have it now', async () => {
      const pathsOf = async (path: string): Promise<unknown[]> => {
        const { changes } = await vault.ask('list_changes', { path });
        return [changes].flat().map(change => field(change, 'path'));
      };
      for (const name of ['Plans', 'Backlinks']) {
        await vault.ask('create_note', { path: `${name}.md`, content: 'At the root.' });
        await vault.ask('delete', { path: `${name}.md` });
        expect(await pathsOf(name)).toEqual([`${name}.md`, `${name}.md`]);
      }
    });

    test('of a note lists its changes', async () => {
      await vault.ask('update_tags', { path: 'Backlinks', add: ['x'] });
      await vault.ask('update_tags', { path: 'Links', add: ['x'] });
      const { changes } = await vault.ask('list_changes', { path: 'Backlinks' });
      expect([changes].flat().map(change => field(change, 'path'))).toEqual(['Help/Backlinks.md']);
    });

    test('is resolved only among the notes that the caller sees', async () => {
      const wide = vault.as(full);
      expect(codeOf(await wide.call('read_note', { path: 'Backlinks' }))).toBe('target_ambiguous');
    });

    test.each([
      ['delete', { path: '[[Backlinks]]' }],
      ['delete', { path: '[[Help/Backlinks.md]]' }],
      ['delete', { path: '[[Help/Backlimks]]' }],
      ['move', { path: '[[Backlinks]]', newPath: 'Help/Elsewhere.md' }],
    ])('in a link is refused by %s %j with the path', async (tool, args) => {
      const before = vault.contents();
      const answer = await vault.call(tool, args);
      expect(codeOf(answer)).toBe('not_found');
      expect(field(answer.structured, 'error', 'candidates')).toContain('Help/Backlinks.md');
      expect(vault.contents()).toEqual(before);
    });

    test.each([
      ['delete', { path: 'Backlinks', dryRun: true }, { path: 'Help/Backlinks.md' }],
      ['delete', { path: 'Loans.csv', dryRun: true }, { path: 'Old/Loans.csv' }],
      [
        'move',
        { path: 'backlinks', newPath: 'Elsewhere.md', dryRun: true },
        { path: 'Help/Backlinks.md', newPath: 'Help/Elsewhere.md' },
      ],
      [
        'move',
        { moves: [{ path: 'Backlinks', newPath: 'Help/B' }], dryRun: true },
        { moves: [{ path: 'Help/Backlinks.md', newPath: 'Help/B.md' }] },
      ],
    ])('names the only note that has it to %s %j', async (tool, args, expected) => {
      expect(await vault.ask(tool, args)).toMatchObject(expected);
    });

    test('that is the end of a path names the note to update_note, unless its folder is one of the root', async () => {
      const append = { mode: 'append', content: 'x' };
      const { structured: ended } = await vault.call('update_note', { path: 'Sync/Plans', ...append });
      expect(ended).toMatchObject({ path: 'Help/Sync/Plans.md', created: false });
      vault.lectern.folder.write('Sync/Other.md', '');
      await vault.call('read_note', { path: 'Sync/Other.md' });
      const { structured: full } = await vault.call('update_note', { path: 'Sync/Plans', ...append });
      expect(full).toMatchObject({ path: 'Sync/Plans.md', created: true });
    });

    test.each(['New', 'Hidden'])('%s of no visible note is created by update_note', async path => {
      const structured = await vault.ask('update_note', { path, mode: 'append', content: 'x' });
      expect(structured).toMatchObject({ path: `${path}.md`, created: true });
    });

    test('that is an alias is not created by update_note, which suggests the note with it', async () => {
      const before = vault.contents();
      const answer = await vault.call('update_note', { path: 'moonshot', mode: 'append', content: 'x' });
      expect(codeOf(answer)).toBe('not_found');
      expect(field(answer.structured, 'error', 'candidates')).toEqual(['Rockets.md']);
      expect(vault.contents()).toEqual(before);
    });

    test.each(['Backlinks#Prices', 'Help/Backlinks.md#Prices'])(
      'with a heading is no new note of update_note: %s',
      async path => {
        const before = vault.contents();
        const answer = await vault.call('update_note', { path, mode: 'append', content: 'x' });
        expect(codeOf(answer)).toBe('invalid_path');
        expect(field(answer.structured, 'error', 'hint')).toContain('`patch_note`');
        expect(vault.contents()).toEqual(before);
      },
    );

    test('with # of a hidden note is treated like any new name', async () => {
      const append = { mode: 'append', content: 'x', dryRun: true };
      const structured = await vault.ask('update_note', { path: 'Hidden#Part', ...append });
      expect(structured).toMatchObject({ path: 'Hidden#Part.md', created: true });
    });

    test.each(['Loans', 'Loans.csv'])(
      'of a file that is no note has that file as the candidate: %s',
      async path => {
        const answer = await vault.call('read_note', { path });
        expect(codeOf(answer)).toBe('not_found');
        expect(field(answer.structured, 'error', 'candidates', 0)).toBe('Old/Loans.csv');
      },
    );

    test.each(['Old/Plans.md', 'Old'])('moving a note to where it is, %s, says so', async newPath => {
      const structured = await vault.ask('move', { path: 'Old/Plans.md', newPath });
      expect(structured['error']).toMatchObject({
        code: 'already_exists',
        message: 'It is already at this path, so there is nothing to move.',
      });
    });

    test('of a new note is its path, whatever notes are hidden', async () => {
      const structured = await vault.ask('create_note', { path: 'Backlinks', content: 'Mine.\n' });
      expect(structured['path']).toBe('Backlinks.md');
      const { structured: read } = await vault.call('read_note', { path: 'Backlinks' });
      expect(read['path']).toBe('Backlinks.md');
    });

    test('works in stat and read_notes, which return candidates for each path that failed', async () => {
      const paths = ['Backlinks', 'Plans', 'Backlimks'];
      const { structured: stats } = await vault.call('stat', { paths });
      const several = { code: 'target_ambiguous', candidates: ['Help/Sync/Plans.md', 'Old/Plans.md'] };
      expect(stats['items']).toMatchObject([
        { path: 'Help/Backlinks.md', exists: true },
        { path: 'Plans', exists: false, error: several },
        { path: 'Backlimks', exists: false },
      ]);
      const { structured: notes } = await vault.call('read_notes', { paths });
      expect(notes['notes']).toMatchObject([
        { path: 'Help/Backlinks.md' },
        { path: 'Plans', error: several },
        { path: 'Backlimks', error: { code: 'not_found', candidates: ['Help/Backlinks.md'] } },
      ]);
    });
  });

  describe('a path of a folder', () => {
    test.each(['Help', 'Help/'])('%s given to read_note gets a hint to use list', async path => {
      const answer = await vault.call('read_note', { path });
      expect([codeOf(answer), field(answer.structured, 'error', 'hint')]).toEqual([
        'not_found',
        'Use `list` to see what is in it.',
      ]);
    });

    test('with a slash at its end names no file', async () => {
      const before = vault.contents();
      const calls = [
        ['delete', { path: 'Old/Plans.md/' }, 'not_found'],
        ['move', { path: 'Old/Plans.md/', newPath: 'x.md' }, 'not_found'],
        ['read_note', { path: 'Old/Plans.md/' }, 'not_found'],
        ['create_note', { path: 'Folder/', content: 'x' }, 'invalid_path'],
        ['update_note', { path: 'Folder/', mode: 'append', content: 'x' }, 'invalid_path'],
      ] as const;
      for (const [tool, args, expected] of calls) expect(codeOf(await vault.call(tool, args))).toBe(expected);
      expect(vault.contents()).toEqual(before);
    });

    test.each(['Journal', 'Journal/', 'journal'])(
      'as the new path %s moves a note into it',
      async newPath => {
        const structured = await vault.ask('move', { path: 'Weeks/2026-W41.md', newPath });
        expect(structured['newPath']).toBe('Journal/2026-W41.md');
        expect(text('Journal/2026-W41.md')).toBe('This week.\n');
        expect(text('Links.md')).toBe('[[2026-W41]]\n');
      },
    );

    test('as the new path "/" moves a note or a folder to the root', async () => {
      const structured = await vault.ask('move', { path: 'Weeks/2026-W41.md', newPath: '/' });
      expect(structured['newPath']).toBe('2026-W41.md');
      const { structured: folder } = await vault.call('move', { path: 'Help/Sync', newPath: '/' });
      expect(folder['newPath']).toBe('Sync');
      expect(text('Sync/Plans.md')).toBe('Prices.\n');
    });

    test('as the new path moves a folder into it', async () => {
      const structured = await vault.ask('move', { path: 'Weeks', newPath: 'Journal' });
      expect(structured['newPath']).toBe('Journal/Weeks');
      expect(text('Journal/Weeks/2026-W41.md')).toBe('This week.\n');
    });

    test('where the name is taken moves nothing', async () => {
      const answer = await vault.call('move', { path: 'Old/Plans.md', newPath: 'Help/Sync' });
      expect(codeOf(answer)).toBe('already_exists');
      expect(text('Old/Plans.md')).toBe('Old prices.\n');
    });
  });

  test('stat says what to do with an alias and with a file that is named as a folder', async () => {
    const structured = await vault.ask('stat', { paths: ['moonshot', 'Links.md/', 'Nothing'] });
    expect(structured['items']).toMatchObject([
      { path: 'moonshot', exists: false, error: { code: 'not_found', candidates: ['Rockets.md'] } },
      { path: 'Links.md/', exists: false, error: { code: 'not_found', hint: 'Leave out the final "/".' } },
      { path: 'Nothing', exists: false },
    ]);
  });

  test.each([
    ['get_outline', {}],
    ['update_tags', { add: ['x'] }],
  ])('a link by an alias does not resolve, and %s suggests the note with it', async (tool, more) => {
    const answer = await vault.call(tool, { path: '[[moonshot]]', ...more });
    expect(codeOf(answer)).toBe('not_found');
    expect(field(answer.structured, 'error', 'candidates', 0)).toBe('Rockets.md');
  });
});

describe('absent names', () => {
  const folders = Array.from({ length: 60 }, (_, number) => [`Folder ${number}/a.md`, ''] as const);

  const vault = vaultForAll({ files: Object.fromEntries(folders) });
  beforeAll(async () => {
    await vault.lectern.host.settled();
  });

  const onLinux = process.platform === 'linux' ? test : test.skip;

  onLinux.each([
    ['stat', { paths: ['No such note.md'] }],
    ['stat', { paths: ['No such folder/No such note.md'] }],
    ['read_note', { path: 'No such note' }],
  ])('%s of %j asks the disk a few things only, however many folders there are', async (tool, args) => {
    await vault.call(tool, args);
    const asked = await diskQuestions(vault.lectern, () => vault.call(tool, args));
    expect(asked.length).toBeLessThan(6);
  });
});

describe('names as programs write them: addresses of resources, paths of links, files without their ending', () => {
  const canvas = '{"nodes":[],"edges":[]}';
  const vault = vaultForEach({
    files: {
      'Ideas/Loss aversion.md': '# Loss\n',
      'Ideas/Größe 5%.md': 'Size.\n',
      'Ideas/100%20 real.md': 'Real.\n',
      'Thesis/Data.md': '![plot](../Assets/v%20f.png)\n',
      'Assets/v f.png': 'png',
      'Boards/Plan.canvas': canvas,
      'Boards/Twice.canvas': canvas,
      'Other/Twice.csv': 'a,b\n',
      'Loss aversion.csv': 'a,b\n',
    },
  });

  const address = 'vault:///Ideas/Loss%20aversion.md';
  const path = 'Ideas/Loss aversion.md';

  test.each([
    ['read_note', { path: address }],
    ['get_links', { path: address }],
    ['update_note', { path: address, mode: 'append', content: 'x' }],
    ['edit_note', { path: address, edits: [{ oldText: 'Loss', newText: 'x' }] }],
    ['delete', { path: address }],
  ])('%s takes the address of a resource', async (tool, args) => {
    const answer = await vault.call(tool, args);
    expect([codeOf(answer), field(answer.structured, 'path')]).toEqual(['ok', path]);
  });

  test('lists of paths, folders and new places take addresses of resources', async () => {
    const paths = [address, 'vault:///Ideas/Gr%C3%B6%C3%9Fe%205%25.md'];
    const read = await vault.call('read_notes', { paths });
    expect(read.structured['notes']).toMatchObject([{ path }, { path: 'Ideas/Größe 5%.md' }]);
    expect((await vault.call('list', { path: 'vault:///Ideas' })).structured['totalCount']).toBe(3);
    const moved = await vault.call('move', { path: address, newPath: 'vault:///Moved%20notes/New.md' });
    expect(codeOf(moved)).toBe('ok');
    expect(Object.keys(vault.notes())).toContain('Moved notes/New.md');
    const outside = await vault.call('read_note', { path: 'vault:///..%2F..%2Fetc%2Fpasswd' });
    expect(codeOf(outside)).toBe('invalid_path');
  });

  test('a path of a link is advised, and read, as the path that it stands for', async () => {
    const refused = await vault.call('read_note', { path: './Ideas/Loss%20aversion.md' });
    expect(field(refused.structured, 'error', 'hint')).toContain(`"${path}"`);
    const read = await vault.call('read_note', { path: 'Ideas/Loss%20aversion.md' });
    expect(read.structured['path']).toBe(path);
    const literal = await vault.call('read_note', { path: 'Ideas/100%20 real.md' });
    expect(literal.structured['path']).toBe('Ideas/100%20 real.md');
  });

  test.each([
    ['[x](../Assets/v%20f.png)', 'Assets/v f.png'],
    ['![x](<../Assets/v f.png>)', 'Assets/v f.png'],
    ['[x](Loss%20aversion.md#Loss)', path],
    ['![[v f.png|300]]', 'Assets/v f.png'],
    ['[[../Assets/v f.png]]', 'Assets/v f.png'],
    ['Loss aversion#Loss', path],
  ])('resolve_link resolves %s as the app does', async (link, expected) => {
    const answer = await vault.call('resolve_link', { link, from: 'Thesis/Data' });
    expect(answer.structured).toMatchObject({ path: expected });
  });

  test('read_attachment finds the only file of a name without its ending', async () => {
    for (const name of ['Plan', 'plan', 'Boards/Plan', 'Loss aversion']) {
      const answer = await vault.call('read_attachment', { path: name });
      expect([name, codeOf(answer)]).toEqual([name, 'ok']);
    }
    for (const name of ['Twice', 'Other/Plan', 'Pla'])
      expect(codeOf(await vault.call('read_attachment', { path: name }))).toBe('not_found');
  });
});

const periods = [
  ['@daily:2026-11-20', '2026-11-20.md'],
  ['@weekly:2026-W47', '2026-W47.md'],
  ['@monthly:2026-11', '2026-11.md'],
  ['@quarterly:2026-Q4', '2026-Q4.md'],
] as const;

describe('a periodic note without a setting for its folder', () => {
  const vault = vaultForEach({
    files: {
      ...Object.fromEntries(periods.map(([, name]) => [`Journal/${name}`, '# Log\n'])),
      'Journal/2026-W40.md': 'One.\n',
      'Archive/2026-W40.md': 'Other.\n',
      'Journal/2026-W30.md': 'Elsewhere.\n',
      '2026-W30.md': 'At the root.\n',
    },
  });

  test('a year may name a note about anything', async () => {
    await vault.call('create_note', { path: 'Films/2026.md', content: 'A film.' });
    expect(codeOf(await vault.call('read_note', { path: '@yearly:2026' }))).toBe('not_found');
  });

  test.each(periods)('%s is the only note that has its name, for readers and writers', async (path, name) => {
    const before = Object.keys(vault.notes());
    expect((await vault.call('read_note', { path })).structured['path']).toBe(`Journal/${name}`);
    await vault.call('update_note', { path, mode: 'append', content: 'Done.' });
    expect(codeOf(await vault.call('create_note', { path, content: 'x' }))).toBe('already_exists');
    expect(vault.text(`Journal/${name}`)).toBe('# Log\nDone.\n');
    expect(Object.keys(vault.notes())).toEqual(before);
  });

  test('is asked for among several of its name, and none is added', async () => {
    const path = '@weekly:2026-W40';
    const before = vault.notes();
    for (const answer of [
      await vault.call('read_note', { path }),
      await vault.call('update_note', { path, mode: 'append', content: 'x' }),
    ]) {
      expect(codeOf(answer)).toBe('target_ambiguous');
      expect(answer.structured['error']).toMatchObject({
        candidates: ['Archive/2026-W40.md', 'Journal/2026-W40.md'],
      });
    }
    expect(vault.notes()).toEqual(before);
  });

  test('is the one at the root, whatever else has its name', async () => {
    const answer = await vault.call('read_note', { path: '@weekly:2026-W30' });
    expect(answer.structured['path']).toBe('2026-W30.md');
  });

  test('that is missing is not said to have a template', async () => {
    const { text } = await vault.call('read_note', { path: '@monthly:2027-01' });
    expect(text).toContain('2027-01.md');
    expect(text).not.toContain('template');
  });

  test('is made at the root if no note has its name', async () => {
    await vault.call('update_note', { path: '@weekly:2026-W20', mode: 'append', content: 'New.' });
    expect(vault.text('2026-W20.md')).toContain('New.');
  });
});

describe('a periodic note with a setting for its folder', () => {
  const vault = vaultForEach({
    files: {
      '.obsidian/daily-notes.json': JSON.stringify({ folder: 'Days', template: 'Day' }),
      'Day.md': '',
      'Archive/2026-11-20.md': 'Old.\n',
    },
  });

  test('is only there', async () => {
    const path = '@daily:2026-11-20';
    const missing = await vault.call('read_note', { path });
    expect([codeOf(missing), missing.text]).toEqual(['not_found', textWith('template')]);
    await vault.call('update_note', { path, mode: 'append', content: 'New.' });
    expect(vault.text('Days/2026-11-20.md')).toContain('New.');
  });
});
