import { field } from '../../../support/json';
import { vaultForAll, withNarrow } from '../../../support/open-vault';

const vault = vaultForAll({
  files: {
    'Projects/Plan.md':
      '---\nstatus: open\nmobile: true\nrating: 4\nowner: "[[Mara Okafor|Mara]]"\nteam: [Ana, "[[People/Mara Okafor]]"]\ntags: [book/novel]\n---\n[[Bread]] one two three\n- [ ] task\n',
    'Projects/Deep/Idea.md': '---\nStatus: done\nrating: 2\nowner: "[[People/Mara Okafor]]"\n---\nfour\n',
    'Bread.md': '---\nrating: high\ncreated: 2020-01-01\n---\ntheme and crust #published\n',
    'People/Mara Okafor.md': 'Mara likes a snippet.\n',
    'Hidden/Secret.md': '---\nmobilus: 1\n---\n#publishes\n',
    'Hidden/Torn.md': '---\na: [\n---\n',
    'Broken.md': '---\nstatus: [\n---\ntext\n',
    'Empty.md': '---\n---\ntext\n',
  },
  ...withNarrow({ rights: 'read', deny: ['Hidden/**'] }),
});

async function paths(args: Record<string, unknown>): Promise<unknown[]> {
  return [(await vault.ask('query_notes', args))['rows']].flat().map(row => field(row, 'path'));
}

async function hintsOf(tool: string, args: Record<string, unknown>): Promise<string> {
  return [(await vault.ask(tool, args))['hints']].flat().join('\n');
}

describe('a condition', () => {
  test.each([
    [['folder=Projects'], ['Projects/Plan.md']],
    [['folder=/projects/'], ['Projects/Plan.md']],
    [['tags=book/novel'], ['Projects/Plan.md']],
    [['tags=#book'], ['Projects/Plan.md']],
    [['tags=book/'], ['Projects/Plan.md']],
    [['tags=book/*'], ['Projects/Plan.md']],
    [['title~plan'], ['Projects/Plan.md']],
    [['name=Bread'], ['Bread.md']],
    [['wordCount>4'], ['Projects/Plan.md']],
    [['WORDCOUNT>=5', 'tasks.open>0'], ['Projects/Plan.md']],
    [['tasks.open'], ['Projects/Plan.md']],
    [['links=Bread'], ['Projects/Plan.md']],
    [['backlinks=Projects/Plan.md'], ['Bread.md', 'People/Mara Okafor.md']],
    [['path=Projects/Plan'], ['Projects/Plan.md']],
    [
      ['modified>2000-01-01', 'size<40'],
      ['Broken.md', 'Empty.md', 'Hidden/Torn.md', 'People/Mara Okafor.md', 'Hidden/Secret.md'],
    ],
    [['created<2021-01-01'], ['Bread.md']],
    [['frontmatter.mobile=true'], ['Projects/Plan.md']],
    [['mobile==true'], ['Projects/Plan.md']],
    [['mobile: true'], ['Projects/Plan.md']],
    [['status: open'], ['Projects/Plan.md']],
    [['status=done'], ['Projects/Deep/Idea.md']],
    [['STATUS', 'rating<3'], ['Projects/Deep/Idea.md']],
    [['owner=Mara Okafor'], ['Projects/Deep/Idea.md', 'Projects/Plan.md']],
    [['owner=[[Mara Okafor]]'], ['Projects/Deep/Idea.md', 'Projects/Plan.md']],
    [['owner=[[Mara Okafor|M]]'], ['Projects/Deep/Idea.md', 'Projects/Plan.md']],
    [['owner=People/Mara Okafor.md'], ['Projects/Deep/Idea.md', 'Projects/Plan.md']],
    [['owner=People/Mara Okafor'], ['Projects/Deep/Idea.md', 'Projects/Plan.md']],
  ])('%j finds the matching notes', async (where, expected) => {
    expect((await paths({ where })).sort()).toEqual(expected.toSorted());
  });

  test('may be given as one text', async () => {
    expect(await paths({ where: 'status=open' })).toEqual(['Projects/Plan.md']);
  });

  test('that holds a second one is refused by its number', async () => {
    const { error } = await vault.ask('query_notes', { where: ['rating>1', 'status=open AND rating>3'] });
    expect(error).toMatchObject({ code: 'invalid_query', message: /Condition 2 of `where` holds a second/ });
  });

  test('works the same in every tool that takes conditions', async () => {
    const { items } = await vault.ask('list', { recursive: true, where: ['wordCount>4'] });
    expect(items).toMatchObject([{ path: 'Projects/Plan.md' }]);
    const { notes } = await vault.ask('list_notes', { where: ['owner=Mara Okafor', 'STATUS=open'] });
    expect(notes).toMatchObject([{ path: 'Projects/Plan.md' }]);
  });
});

describe('a filter', () => {
  test('that reads a property which no note has finds none, with the one that may be meant', async () => {
    const { rows, hints } = await vault.ask('query_notes', { filter: { '==': [{ var: 'statu' }, 'open'] } });
    expect([rows, field(hints, 0)]).toEqual([[], expect.stringContaining('similar names: "Status"')]);
  });

  test.each([
    [{ in: ['#book/novel', { var: 'tags' }] }, ['Projects/Plan.md']],
    [{ some: [{ var: 'tags' }, { '==': [{ var: '' }, '#published'] }] }, ['Bread.md']],
    [{ '==': [{ var: 'frontmatter.STATUS' }, 'done'] }, ['Projects/Deep/Idea.md']],
    [{ '>': [{ var: 'wordcount' }, 4] }, ['Projects/Plan.md']],
  ])('%j finds the matching notes', async (filter, expected) => {
    expect(await paths({ filter })).toEqual(expected);
  });

  test.each([
    'Mara Okafor',
    'mara okafor',
    '[[Mara Okafor]]',
    '[[Mara Okafor|M]]',
    'People/Mara Okafor',
    'People/Mara Okafor.md',
  ])('takes a link as a value for its target: %j', async name => {
    const owner = { var: 'frontmatter.owner' };
    const both = ['Projects/Deep/Idea.md', 'Projects/Plan.md'];
    expect(await paths({ filter: { '==': [owner, name] } })).toEqual(both);
    expect(await paths({ filter: { '==': [name, owner] } })).toEqual(both);
    expect(await paths({ filter: { in: [owner, ['nobody', name]] } })).toEqual(both);
    expect(await paths({ filter: { in: [name, owner] } })).toEqual(both);
    expect(await paths({ filter: { in: [name, { var: 'frontmatter.team' }] } })).toEqual([
      'Projects/Plan.md',
    ]);
    const some = { some: [{ var: 'frontmatter.team' }, { '==': [{ var: '' }, name] }] };
    expect(await paths({ filter: some })).toEqual(['Projects/Plan.md']);
    const others = await paths({ filter: { '!=': [owner, name] } });
    expect(others).toHaveLength(6);
    expect(others).not.toContain('Projects/Plan.md');
  });

  test('does not confuse two links', async () => {
    expect(await paths({ filter: { '==': [{ var: 'frontmatter.owner' }, '[[Mara]]'] } })).toEqual([]);
    expect(await paths({ filter: { in: ['[[Okafor]]', { var: 'frontmatter.team' }] } })).toEqual([]);
  });

  test.each(['glob', 'regexp'])(
    'with swapped arguments of %s is refused with the right order',
    async name => {
      const { error } = await vault.ask('query_notes', { filter: { [name]: [{ var: 'path' }, 'Projects'] } });
      expect(error).toMatchObject({ code: 'invalid_query', hint: /\[pattern, value\]/ });
    },
  );
});

describe('aggregates', () => {
  const aggregate = [
    'count',
    'sum(frontmatter.rating)',
    'avg(frontmatter.Rating)',
    'min(created)',
    'max(wordCount)',
  ];

  test('count, sum and compare what is a number, and count what is not', async () => {
    const where = ['rating'];
    const { aggregates, valuesLeftOut } = await vault.ask('query_notes', { where, aggregate, limit: 1 });
    expect(aggregates).toMatchObject({
      count: 3,
      'sum(frontmatter.rating)': 6,
      'avg(frontmatter.Rating)': 3,
      'min(created)': /^\d{4}-/,
      'max(wordCount)': 5,
    });
    expect(valuesLeftOut).toEqual({ 'sum(frontmatter.rating)': 1, 'avg(frontmatter.Rating)': 1 });
  });

  test('are those of each group', async () => {
    const { groups } = await vault.ask('query_notes', {
      where: ['status'],
      groupBy: 'frontmatter.status',
      aggregate: ['max(frontmatter.rating)', 'avg(frontmatter.none)'],
    });
    expect(groups).toMatchObject([
      { key: 'done', aggregates: { 'max(frontmatter.rating)': 2, 'avg(frontmatter.none)': null } },
      {
        key: 'open',
        aggregates: { 'max(frontmatter.rating)': 4 },
        valuesLeftOut: { 'avg(frontmatter.none)': 1 },
      },
    ]);
  });

  test.each(['sum', 'count(x)', 'median(size)', 'sum(size'])('%j is refused', async name => {
    expect(await vault.ask('query_notes', { aggregate: [name] })).toMatchObject({
      error: { code: 'invalid_query' },
    });
  });

  test('of a property are those of `frontmatter.` with it', async () => {
    const [bare, whole] = ['sum(rating)', 'sum(frontmatter.rating)'];
    const { aggregates } = await vault.ask('query_notes', { aggregate: [bare, whole] });
    expect(field(aggregates, bare)).toBe(field(aggregates, whole));
  });
});

describe('an empty result gives a reason', () => {
  test.each([
    ['query_notes', { where: ['mobil=true'] }, 'No note has a property "mobil"; similar names: "mobile"'],
    ['list', { recursive: true, where: ['mobil=true'] }, 'similar names: "mobile"'],
    ['list_notes', { where: ['mobil=true'] }, 'similar names: "mobile"'],
    ['query_notes', { where: ['status wie done'] }, 'A condition is written as `key=value`'],
    ['query_notes', { where: ['type:book'] }, '`status=open`'],
    ['query_notes', { where: ['#project'] }, '`tags=project`'],
    [
      'query_notes',
      { where: ['folder=Project'] },
      'There is no folder "Project"; similar folders: "Projects"',
    ],
    ['query_notes', { where: ['folder=People/None'] }, 'There is no folder'],
    [
      'query_notes',
      { where: ['tags=publish'] },
      'No note has the tag "#publish"; similar tags: "#published"',
    ],
    ['query_notes', { tag: '#publish' }, 'similar tags: "#published"'],
    ['list_notes', { tag: 'publish' }, 'similar tags: "#published"'],
    ['query_notes', { filter: { in: ['#publish', { var: 'tags' }] } }, 'similar tags: "#published"'],
    [
      'query_notes',
      { filter: { or: [{ in: ['publishd', { var: 'tags' }] }, { in: ['boook', { var: 'tags' }] }] } },
      'No note has the tag "#boook"; similar tags: "#book"',
    ],
    ['search', { query: 'tag:publish' }, 'similar tags: "#published"'],
    ['search', { query: 'text', tag: 'publish' }, 'similar tags: "#published"'],
    ['search', { query: 'text and nothingness' }, '"and" was read as a word'],
    ['search', { query: 'text Or nothingness' }, '"Or" was read as a word; write `OR`'],
    ['list_tags', { prefix: 'publishe x' }, 'similar tags: "#published"'],
    ['list_properties', { property: 'mobil' }, 'similar names: "mobile"'],
    ['query_notes', { where: ['size>9999'] }, 'Nothing matches condition 1 of `where` by itself.'],
    ['list_notes', { modifiedSince: '2999-01-01' }, 'Nothing matches `modifiedSince`, a date in the future.'],
    ['query_notes', { where: ['status=open', 'rating=2'] }, 'Each filter matches something by itself'],
    [
      'query_notes',
      { filter: { '>': [{ var: 'size' }, 9999] } },
      '8 notes match the other filters, but none matches `filter`.',
    ],
  ])('%s %j', async (tool, args, expected) => {
    expect(await hintsOf(tool, args)).toContain(expected);
    const { text } = await vault.call(tool, args);
    expect(text).toContain(expected);
  });

  test.each(['[@smith2019, p. 87]', '[^1]', '[wordCount]', '[see page 4]'])(
    'of a search for %s, without the syntax and the fields of other tools',
    async query => {
      const hints = await hintsOf('search', { query });
      expect(hints).toContain(`No note has a property "${query.slice(1, -1)}"`);
      expect(hints).not.toMatch(/`key=value`|`wordCount`\?/u);
      expect(hints.includes(`"${query}"`)).toBe(/[@^]/u.test(query));
    },
  );

  test('with reasons only from what the caller sees', async () => {
    const narrow = vault.as('lct_narrow-token-for-some-folders');
    const hidden = { where: ['mobilus=1'] };
    expect(await hintsOf('query_notes', hidden)).toBe('');
    expect((await narrow.ask('query_notes', hidden))['hints']).toEqual([
      'No note has a property "mobilus"; similar names: "mobile".',
    ]);
    expect((await narrow.call('search', { query: 'tag:publishes' })).text).toContain(
      'similar tags: "#published"',
    );
    expect((await narrow.ask('query_notes', { tag: 'book' }))['unreadable']).toEqual(['Broken.md']);
  });
});

test('a property that no note has is reported beside rows too', async () => {
  expect(await hintsOf('query_notes', { where: ['staus!=done'] })).toContain('similar names: "Status"');
  expect(await hintsOf('query_notes', { select: ['frontmatter.staus'] })).toContain(
    'similar names: "Status"',
  );
  expect(await hintsOf('list', { fields: ['staus'] })).toContain('similar names: "Status"');
});

describe('notes whose YAML does not parse', () => {
  test.each([
    ['query_notes', { where: ['status=open'] }],
    ['query_notes', { tag: 'book' }],
    ['query_notes', { filter: { '==': [{ var: 'frontmatter.status' }, 'open'] } }],
    ['list', { recursive: true, where: ['status'] }],
    ['list_notes', { tag: 'book' }],
    ['list_notes', {}],
    ['list_properties', {}],
    ['list_tags', {}],
    ['search', { query: 'one', tag: 'book' }],
  ])('are named by %s %j', async (tool, args) => {
    expect(await vault.ask(tool, args)).toMatchObject({
      unreadable: ['Broken.md', 'Hidden/Torn.md'],
      unreadableCount: 2,
    });
    expect((await vault.call(tool, args)).text).toContain('Broken.md, Hidden/Torn.md');
  });

  test('are not named where neither properties nor tags decide', async () => {
    expect(await vault.ask('query_notes', { where: [] })).not.toHaveProperty('unreadable');
  });
});

describe('properties in several spellings', () => {
  test('are one row with their spellings', async () => {
    const { properties } = await vault.ask('list_properties', {});
    const rows = [properties].flat().filter(row => String(field(row, 'name')).toLowerCase() === 'status');
    expect(rows).toEqual([{ name: 'Status', types: ['text'], count: 2, spellings: ['Status', 'status'] }]);
    expect(await vault.ask('list_properties', { property: 'STATUS' })).toMatchObject({ totalCount: 2 });
  });

  test('are shown under the requested name', async () => {
    const rows = (await vault.ask('query_notes', { where: ['status'], select: ['frontmatter.STATUS'] }))[
      'rows'
    ];
    expect([rows].flat().map(row => field(row, 'frontmatter.STATUS'))).toEqual(['done', 'open']);
    const { items } = await vault.ask('list', { path: 'Projects/Deep', fields: ['status'] });
    expect(items).toMatchObject([{ frontmatterSummary: { Status: 'done' } }]);
  });
});
