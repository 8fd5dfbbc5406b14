import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { anyText, objectWith, textWith } from '../../support/matchers';
import { pagesOf, vaultForAll } from '../../support/open-vault';

describe('the metadata of notes', () => {
  const vault = vaultForAll({
    files: {
      'a.md':
        '---\ntags: [Work/Alpha, home]\ntitle: First\nnested:\n  deep: 1\ndate: 2026-01-02\n---\none two #work/beta\n`#code`\n',
      'sub/b.md': 'text #work/alpha and #Home\n```\n#fenced\n```\n日本語 ok',
      'sub/c.md': '---\ntags: a, b\n---\nthree words here',
      'broken.md': '---\ntags: [x\n---\nbody #kept',
      'latin1.md': new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
      'scalar.md': '---\ntags: one\n---\n',
      'AGENTS.md': 'Be kind.',
      'pic.png': 'x',
    },
  });

  test.each([
    ['list', { withFrontmatterSummary: true }],
    ['list', { fields: ['title'] }],
    ['list_notes', {}],
  ])('%s %j names a note whose YAML cannot be read', async (tool, args) => {
    expect((await vault.ask(tool, args))['unreadable']).toEqual(expect.arrayContaining(['broken.md']));
  });

  describe('list_tags', () => {
    test('counts notes by tag, one spelling a tag, parents of nested ones too', async () => {
      expect(field(await vault.ask('list_tags', { sort: 'name' }), 'tags')).toEqual([
        { tag: 'Home', count: 2, total: 2 },
        { tag: 'kept', count: 1, total: 1 },
        { tag: 'one', count: 1, total: 1 },
        { tag: 'work', count: 0, total: 2 },
        { tag: 'Work/Alpha', count: 2, total: 2 },
        { tag: 'work/beta', count: 1, total: 1 },
      ]);
    });
  });

  describe('get_tags', () => {
    test('distinguishes the tags of frontmatter and text, with lines', async () => {
      expect(await vault.ask('get_tags', { path: 'a' })).toEqual({
        path: 'a.md',
        tags: ['Work/Alpha', 'home', 'work/beta'],
        frontmatterTags: ['Work/Alpha', 'home'],
        inlineTags: [{ tag: 'work/beta', line: 8 }],
      });
      expect(await vault.ask('get_tags', { path: 'sub/c' })).toMatchObject({ tags: [], frontmatterTags: [] });
      expect(await vault.ask('get_tags', { path: 'scalar' })).toMatchObject({
        tags: ['one'],
        frontmatterTags: ['one'],
      });
    });
  });

  describe('get_frontmatter', () => {
    test('reads all properties or one, dates as they are written', async () => {
      expect(await vault.ask('get_frontmatter', { path: 'a' })).toMatchObject({
        frontmatter: {
          tags: ['Work/Alpha', 'home'],
          title: 'First',
          nested: { deep: 1 },
          date: '2026-01-02',
        },
        versionId: anyText(),
      });
      expect(await vault.ask('get_frontmatter', { path: 'a', key: 'date' })).toMatchObject({
        key: 'date',
        value: '2026-01-02',
      });
      expect(await vault.ask('get_frontmatter', { path: 'sub/b' })).toMatchObject({ frontmatter: {} });
    });

    test('says what is wrong', async () => {
      expect(field(await vault.ask('get_frontmatter', { path: 'broken' }), 'error', 'code')).toBe(
        'invalid_frontmatter',
      );
      const absent = await vault.ask('get_frontmatter', { path: 'a', key: 'dat' });
      expect(absent).toMatchObject({
        error: { code: 'not_found', candidates: ['date', 'tags', 'title', 'nested'] },
      });
    });
  });

  describe('list_notes', () => {
    test('lists every note with title, tags and words, also those that cannot be read whole', async () => {
      const { notes, ...rest } = await vault.ask('list_notes', { excludes: ['AGENTS.md'] });
      expect(rest).toMatchObject({
        totalNotes: 6,
        vaultName: 'vault',
        vaultPath: vault.path,
        hasMore: false,
      });
      expect([notes].flat()).toEqual([
        objectWith({ path: 'sub/b.md', title: 'b', tags: ['work/alpha', 'Home'], wordCount: 10 }),
        objectWith({ path: 'broken.md', title: 'broken', wordCount: 2 }),
        objectWith({ path: 'sub/c.md', title: 'c', tags: [], wordCount: 3 }),
        objectWith({ path: 'a.md', title: 'First', wordCount: 5 }),
        objectWith({ path: 'latin1.md', title: 'latin1', wordCount: 1 }),
        objectWith({ path: 'scalar.md', title: 'scalar', wordCount: 0 }),
      ]);
    });
  });
});

describe('tags as one text, and `Tags:` in another letter case', () => {
  const start = (files: Readonly<Record<string, string>>): Promise<RunningLectern> =>
    RunningLectern.start({ files });

  async function withVault(
    files: Readonly<Record<string, string>>,
    look: (lectern: RunningLectern) => Promise<void>,
  ): Promise<void> {
    const lectern = await start(files);
    try {
      await look(lectern);
    } finally {
      await lectern.close();
    }
  }

  const read = (lectern: RunningLectern, path: string): string =>
    readFileSync(join(lectern.folder.path, path), 'utf8');

  test('several names in one text count as in the app, with a hint', () =>
    withVault(
      { 't.md': '---\ntags: foo, bar\n---\nx #foo\n', 'one.md': '---\ntags: solo\n---\n' },
      async lectern => {
        const client = await lectern.connect();
        const { structured } = await client.call('get_tags', { path: 't.md' });
        expect(structured).toMatchObject({ tags: ['foo'], frontmatterTags: [], hints: [textWith('tags')] });
        expect((await client.call('get_tags', { path: 'one.md' })).structured['hints']).toBeUndefined();
      },
    ));

  test('renaming leaves the text alone and names the note', () =>
    withVault(
      { 't.md': '---\ntags: foo, bar\n---\nx #foo\n', 'u.md': '---\nTAGS: "x foo/in"\n---\n' },
      async lectern => {
        const client = await lectern.connect();
        const { structured } = await client.call('rename_tag', { from: 'foo', to: 'baz' });
        expect(structured['hints']).toEqual([textWith('"t.md", "u.md"')]);
        expect(read(lectern, 't.md')).toBe('---\ntags: foo, bar\n---\nx #baz\n');
        const none = await client.call('rename_tag', { from: 'bar', to: 'baz' });
        expect(codeOf(none)).toBe('not_found');
        expect(none.text).toContain('"t.md"');
      },
    ));

  test.each([
    ['tags: foo, bar', { add: ['new'] }, 'tags:\n  - foo\n  - bar\n  - new'],
    ['tags: foo bar', { add: ['new'] }, 'tags:\n  - foo\n  - bar\n  - new'],
    ['tags: "#foo #bar/in,x"', { add: ['New', 'FOO'] }, 'tags:\n  - foo\n  - bar/in\n  - x\n  - New'],
    ["Tags: 'foo, bar' # mine", { add: ['new'] }, 'Tags: # mine\n  - foo\n  - bar\n  - new'],
    ['tags: foo, bar', { remove: ['foo'] }, 'tags:\n  - bar'],
    ['tags: foo, bar', { remove: ['other'] }, 'tags: foo, bar'],
    ['tags: foo, bar', { add: ['bar'] }, 'tags:\n  - foo\n  - bar'],
    ['tags: foo', { add: ['new'] }, 'tags:\n  - foo\n  - new'],
    ['Tags: [alpha]', { add: ['beta'] }, 'Tags: [alpha, beta]'],
    ['TAGS:\n  - alpha', { add: ['alpha', 'beta'] }, 'TAGS:\n  - alpha\n  - beta'],
    ['Tags: [alpha, beta]', { remove: ['alpha'] }, 'Tags: [beta]'],
  ])('%s changed by %j', (property, change, expected) =>
    withVault({ 't.md': `---\n${property}\nkeep: 1\n---\nbody\n` }, async lectern => {
      const client = await lectern.connect();
      const answer = await client.call('update_tags', { path: 't.md', location: 'frontmatter', ...change });
      expect(codeOf(answer)).toBe('ok');
      expect(read(lectern, 't.md')).toBe(`---\n${expected}\nkeep: 1\n---\nbody\n`);
    }),
  );

  test('tags and aliases in any letter case are read where they are written', () =>
    withVault(
      {
        'a.md': '---\nTags: [alpha]\nALIASES: [Firstborn]\n---\n[[Nowhere]] #inline\n',
        'b.md': '---\ntags: [alpha]\nTags: [other]\n---\n[[Firstborm]]\n',
      },
      async lectern => {
        const client = await lectern.connect();
        const of = async (tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> =>
          (await client.call(tool, args)).structured;
        expect(await of('get_tags', { path: 'a' })).toMatchObject({
          tags: ['alpha', 'inline'],
          frontmatterTags: ['alpha'],
        });
        expect(await of('update_tags', { path: 'a', add: ['beta'], dryRun: true })).toMatchObject({
          tags: ['alpha', 'beta', 'inline'],
        });
        expect(await of('list_tags', {})).toMatchObject({
          tags: [
            { tag: 'alpha', count: 2 },
            { tag: 'inline', count: 1 },
          ],
        });
        expect(await of('search', { query: 'tag:alpha' })).toMatchObject({ totalCount: 2 });
        expect(await of('query_notes', { where: ['tags=alpha'] })).toMatchObject({ totalCount: 2 });
        expect(await of('query_notes', { where: ['aliases=Firstborn'] })).toMatchObject({ totalCount: 1 });
        expect(
          await of('query_notes', { where: ['tags=inline'], select: ['tags', 'aliases'] }),
        ).toMatchObject({
          rows: [{ path: 'a.md', tags: ['alpha', 'inline'], aliases: ['Firstborn'] }],
        });
        expect(await of('rename_tag', { from: 'alpha', to: 'gamma' })).toMatchObject({ filesChanged: 2 });
        expect(read(lectern, 'a.md')).toBe(
          '---\nTags: [gamma]\nALIASES: [Firstborn]\n---\n[[Nowhere]] #inline\n',
        );
        const broken = await of('check_links', { path: 'b.md' });
        expect(broken).toMatchObject({ items: [{ link: 'Firstborm', suggestions: ['a.md'] }] });
        const absent = await client.call('read_note', { path: 'Firstborn' });
        expect(absent.text).toContain('a.md');
      },
    ));
});

describe('an empty list', () => {
  const vault = vaultForAll({ files: { 'a.md': '---\nkey: []\n---\n' } });

  test('is a value of its property', async () => {
    const { values } = await vault.ask('list_properties', { property: 'key' });
    expect(values).toEqual([{ value: [], count: 1, files: ['a.md'] }]);
  });
});

describe('a parent tag of digits', () => {
  const vault = vaultForAll({
    files: {
      'a.md': 'On #2024/trip\n',
      'b.md': '---\ntags: [2024/car, x]\n---\n',
      'c.md': '',
      'd.md': '#y #z\n',
    },
  });

  test.each([
    ['tags=2024', ['a.md', 'b.md']],
    ['tags!=2024', ['c.md', 'd.md']],
    ['tags=1', ['a.md']],
    ['tags=2', ['b.md', 'd.md']],
    ['tags!=2', ['a.md', 'c.md']],
    ['tags=0', ['c.md']],
    ['tags>1', ['b.md', 'd.md']],
  ])('%s is the tag or the number of tags', async (condition, expected) => {
    const { rows } = await vault.ask('query_notes', { where: [condition], sort: 'path' });
    expect([rows].flat().map(row => field(row, 'path'))).toEqual(expected);
  });

  test('is renamed, but to no tag that would be digits alone', async () => {
    const refused = await vault.call('rename_tag', { from: '2024', to: '2025' });
    expect(refused.structured).toMatchObject({
      error: { code: 'invalid_argument', message: textWith('2025') },
    });
    expect(await vault.ask('rename_tag', { from: '2024', to: 'old/2024' })).toMatchObject({
      filesChanged: 2,
    });
    expect(['a.md', 'b.md'].map(path => readFileSync(join(vault.path, path), 'utf8'))).toEqual([
      'On #old/2024/trip\n',
      '---\ntags: [old/2024/car, x]\n---\n',
    ]);
  });
});

describe('values in two Unicode forms', () => {
  const note = (cafe: string): string => `---\nplace: ${cafe}\nlist: [x, ${cafe}]\n---\n`;
  const vault = vaultForAll({ files: { 'a.md': note('Caf\u00e9'), 'b.md': note('Cafe\u0301') } });
  const place = { var: 'place' };

  test.each(
    ['Caf\u00e9', 'Cafe\u0301'].flatMap(cafe => [
      { '==': [place, cafe] },
      { '===': [cafe, place] },
      { in: [place, [cafe]] },
      { in: [cafe, { var: 'list' }] },
      { in: [cafe.slice(2), place] },
      { '<=': [cafe, place, cafe] },
      { regexp: [`^${cafe}$`, place] },
      { glob: [`${cafe}*`, place] },
      { some: [{ var: 'list' }, { '==': [{ var: '' }, cafe] }] },
    ]),
  )('are one to the filter %j', async filter => {
    expect(await vault.ask('query_notes', { filter })).toMatchObject({ totalCount: 2 });
  });

  test('are one group', async () => {
    expect(await vault.ask('query_notes', { groupBy: 'place' })).toMatchObject({ groups: [{ count: 2 }] });
  });
});

describe('the order of groups', () => {
  const people: Readonly<Record<string, string>> = {
    a: 'attendees: [Ana, Bo, Cy]\nhours: 2',
    b: 'attendees: [Bo, Cy]\nhours: 10',
    c: 'attendees: [Cy, Di]\nhours: 1\ncount: 3',
    d: 'hours: 4',
    e: 'attendees: [Eve]',
  };
  const vault = vaultForAll({
    files: Object.fromEntries(
      Object.entries(people).map(([name, yaml]) => [`${name}.md`, `---\n${yaml}\n---\n`] as const),
    ),
    isSettled: true,
  });
  const keysOf = async (args: Record<string, unknown>): Promise<unknown[]> => {
    const groups: unknown[] = [];
    for (const page of await pagesOf(vault, 'query_notes', { groupBy: 'attendees', ...args }))
      groups.push(...[page['groups'] ?? []].flat().map(group => field(group, 'key')));
    return groups;
  };

  const byCount = ['Cy', 'Bo', 'Ana', 'Di', 'Eve', null];
  const totals = ['count', 'Sum(hours)', 'max( hours )'];
  test.each<[Record<string, unknown>, readonly unknown[]]>([
    [{}, ['Ana', 'Bo', 'Cy', 'Di', 'Eve', null]],
    [{ order: 'desc' }, ['Eve', 'Di', 'Cy', 'Bo', 'Ana', null]],
    [{ sort: 'Attendees', order: 'desc' }, ['Eve', 'Di', 'Cy', 'Bo', 'Ana', null]],
    [{ sort: 'frontmatter.attendees', order: 'desc', limit: 2 }, ['Eve', 'Di', 'Cy', 'Bo', 'Ana', null]],
    [{ sort: 'count', order: 'desc' }, byCount],
    [{ sort: 'notes', order: 'desc', aggregate: ['sum(hours)'] }, byCount],
    [{ sort: 'count desc', aggregate: ['Count'], limit: 1 }, byCount],
    [{ sort: 'count', limit: 4 }, ['Ana', 'Di', 'Eve', null, 'Bo', 'Cy']],
    [
      { sort: 'sum(hours)', order: 'desc', aggregate: totals, limit: 2 },
      ['Cy', 'Bo', null, 'Ana', 'Di', 'Eve'],
    ],
    [{ sort: 'sum(hours) desc', aggregate: totals }, ['Cy', 'Bo', null, 'Ana', 'Di', 'Eve']],
    [{ sort: '-sum(hours)', aggregate: totals }, ['Cy', 'Bo', null, 'Ana', 'Di', 'Eve']],
    [{ sort: 'max(frontmatter.hours)', aggregate: totals, limit: 1 }, ['Di', 'Ana', null, 'Bo', 'Cy', 'Eve']],
    [{ groupBy: 'count', sort: 'count', order: 'desc' }, [3, null]],
    [{ groupBy: 'hours', sort: 'count', limit: 1 }, [1, 2, 4, 10, null]],
  ])('with %j', async (args, keys) => {
    expect(await keysOf(args)).toEqual(keys);
    expect(await vault.ask('query_notes', { groupBy: 'attendees', ...args })).not.toHaveProperty('hints');
  });

  test('is not that of another field, which sorts their notes', async () => {
    const args = { groupBy: 'attendees', sort: 'hours', order: 'desc' };
    const { text } = await vault.call('query_notes', args);
    expect(text.split('\n')).toEqual([
      '6 groups',
      ...[
        'Ana: 1 note',
        '  a.md',
        'Bo: 2 notes',
        '  b.md',
        '  a.md',
        'Cy: 3 notes',
        '  b.md',
        '  a.md',
        '  c.md',
      ],
      ...['Di: 1 note', '  c.md', 'Eve: 1 note', '  e.md', 'null: 1 note', '  d.md'],
    ]);
    const { structured } = await vault.call('query_notes', { ...args, aggregate: ['count'] });
    expect(structured['hints']).toEqual([
      '`sort` is only for the notes in each group here. To sort the groups, name `count`, an item of `aggregate`, or the field of `groupBy`.',
    ]);
    expect(await keysOf({ ...args, aggregate: ['count'] })).toEqual(['Ana', 'Bo', 'Cy', 'Di', 'Eve', null]);
  });
});
