/** Results that are empty, or less than is meant, say so and name the way. */
import { hintsOf } from '../../support/clients';
import { field } from '../../support/json';
import { narrowToken, vaultForAll, withNarrow } from '../../support/open-vault';

describe('filters', () => {
  const vault = vaultForAll({
    files: {
      'Top.md': '---\nmobile: true\naliases: [Big picture]\n---\n[[Plan]] #project/garden\n',
      'Work/Plan.md': '---\nmobile: false\nstatus: open\n---\nplan\n',
      'Work/Deep/Idea.md': '---\nstatus: done\n---\nidea #book\n',
      'Lists/pic.png': 'x',
      'Hidden/Nope.md': '---\next: 1\n---\n#project\n',
    },
    ...withNarrow({ rights: 'read', deny: ['Hidden'] }),
  });
  const narrow = vault.as(narrowToken);

  test.each<[string, Record<string, unknown>, string]>([
    [
      'query_notes',
      { where: ['mobile'] },
      '"mobile" treats false as not set; "mobile=false" finds those notes.',
    ],
    [
      'query_notes',
      { where: ['!mobile'] },
      '"!mobile" treats false as not set; "mobile=" finds notes without a value.',
    ],
    ['query_notes', { where: ['word_count>9'] }, 'Did you mean the field `wordCount`?'],
    ['query_notes', { select: ['file.name'] }, 'Did you mean the field `name`?'],
    ['query_notes', { sort: 'file.mtime' }, 'Did you mean the field `modified`?'],
    ['query_notes', { groupBy: 'month(date)' }, 'name a property or a field'],
    ['query_notes', { where: ['tag=book'] }, 'Did you mean the field `tags`?'],
    ['query_notes', { where: ['ext=md'] }, 'For other files use `list`'],
    ['query_notes', { where: ['headings~Plan'] }, '`search` finds headings'],
    ['query_notes', { where: ['links.broken>0'] }, '`check_links`'],
    ['query_notes', { where: ['orphan'] }, 'the field `backlinks`'],
    ['query_notes', { where: ['links=Nope'] }, 'No note is called "Nope"; '],
    ['query_notes', { where: ['links=Plans'] }, 'No note is called "Plans"; similar notes: "Work/Plan.md".'],
    ['query_notes', { where: ['links=Idea'] }, 'No note here links to "Idea".'],
    ['query_notes', { where: ['backlinks=Idea'] }, '"Idea" links to no note here.'],
    ['query_notes', { where: ['path=Work'] }, '"Work" is a folder: write "folder=Work"'],
    ['query_notes', { where: ['links~Nope'] }, '`query_notes` with `select: ["links"]` shows'],
    ['query_notes', { includes: ['Work/'] }, '"Work/" is a folder: write "Work/**"'],
    ['list_notes', { includes: ['Work'] }, '"Work" is a folder: write "Work/**"'],
    ['list_notes', { includes: ['Wirk/**'] }, 'There is no folder "Wirk"; similar folders: "Work".'],
    ['list_notes', { tag: 'red, blue' }, 'for notes with several tags use `where: ["tags=a", "tags=b"]`'],
    ['list_notes', { modifiedSince: '2999-01-01' }, '`modifiedSince`, a date in the future'],
    ['list', { modifiedSince: '2999-01-01', recursive: true }, '`modifiedSince`, a date in the future'],
    [
      'list',
      { where: ['status=done'] },
      'Subfolders were not searched, but contain matches: pass `recursive: true`.',
    ],
    ['list', { where: ['mobile!=x'] }, 'Subfolders were not searched'],
    ['list', { modifiedSince: '2000-01-01', path: 'Work' }, 'Subfolders were not searched'],
    ['list', { path: 'Lists', only: 'directories' }, 'no folders here'],
    ['list', { only: 'directories', minSize: 1 }, 'apply to files, so no folder matches'],
    [
      'query_notes',
      { filter: { '==': [{ var: 'folder' }, 'work'] } },
      'leave `filter` out and `select` ["folder"]',
    ],
  ])('the empty result of %s %j has the hint: %s', async (tool, args, hint) => {
    const answer = await narrow.call(tool, args);
    expect(hintsOf(answer)).toContain(hint);
  });

  test.each<[string, Record<string, string | number>]>([
    ['list_tasks', { dueAfter: '2026-03-01', dueBefore: '2026-02-01' }],
    ['list_tasks', { doneAfter: 'today', doneBefore: 'yesterday' }],
    ['list_notes', { modifiedSince: '2026-03-01', modifiedUntil: '2026-02-01' }],
    ['list', { createdSince: '2026-02', createdUntil: '2026-01' }],
    ['search', { query: 'plan', modifiedSince: 'today', modifiedUntil: 'last week' }],
    ['list', { minSize: 10, maxSize: 1 }],
  ])('%s %j is refused, since no range is meant', async (tool, args) => {
    const { error } = await vault.ask(tool, args);
    expect(error).toMatchObject({ code: 'invalid_query' });
    for (const name of Object.keys(args).slice(-2)) expect(field(error, 'message')).toContain(name);
  });

  test.each<[string, Record<string, string | number>]>([
    ['list_tasks', { dueAfter: '2026-03-01', dueBefore: '2026-03-01' }],
    ['list_notes', { modifiedSince: '2026-02', modifiedUntil: '2026-02' }],
    ['list', { minSize: 10, maxSize: 10 }],
  ])('%s %j is a range', async (tool, args) => {
    expect(await vault.ask(tool, args)).not.toHaveProperty('error');
  });

  test('a filter by a tag that exists only as nested tags says how to include them', async () => {
    const filter = { in: ['project', { var: 'tags' }] };
    const [wide, hidden] = [
      await vault.call('query_notes', { filter }),
      await narrow.call('query_notes', { filter }),
    ];
    expect(wide.structured['totalCount']).toBe(1);
    expect(hintsOf(hidden)).toContain(
      'only have tags nested in "#project", and `filter` compares whole tags: pass `tag: "project"`.',
    );
  });

  test.each(['project/', '#project/*', 'project/**'])('the tag %s includes nested tags', async tag => {
    const structured = await narrow.ask('list_notes', { tag });
    expect(structured['notes']).toMatchObject([{ path: 'Top.md' }]);
  });

  test('~ finds a part of any member of a list', async () => {
    for (const where of ['aliases~pict', 'tags~gard', 'links~plan'])
      expect((await narrow.ask('query_notes', { where }))['rows']).toMatchObject([{ path: 'Top.md' }]);
  });

  test.each([`status="done"`, `status='done'`, `status != 'open'`, `title='Idea'`])(
    'the quotes of %s are not part of the value',
    async where => {
      const { rows } = await vault.ask('query_notes', { where, path: 'Work/Deep' });
      expect(rows).toMatchObject([{ path: 'Work/Deep/Idea.md' }]);
    },
  );

  test('quotes within a value belong to it', async () => {
    const conditions = [`title="The "Big" Plan"`, `title='O'Neil'`];
    const { hints } = await vault.ask('query_notes', { where: conditions });
    const told = String(hints);
    for (const value of ['The \\"Big\\" Plan', "O'Neil"]) {
      expect(told).toContain(value);
      expect(told).not.toContain(`'${value}'`);
      expect(told).not.toContain(`"${value}""`);
    }
  });

  test.each(['and', 'or'])('a base that joins conditions with `%s` is told the operator', async word => {
    const source = JSON.stringify({ filters: `rating == 4 ${word} rating > 9`, views: [{ type: 'table' }] });
    const { warnings } = await vault.ask('query_base', { source });
    expect(String(warnings)).toContain('`&&`');
  });

  test.each(['includes', 'excludes'])('an empty pattern in `%s` is none', async name => {
    const plain = await vault.call('list', {});
    expect(await vault.call('list', { [name]: '' })).toEqual(plain);
    expect(await vault.call('list', { [name]: [''] })).toEqual(plain);
  });

  test('there is no hint to subfolders without matches, nor without a filter', async () => {
    expect((await vault.ask('list', { where: ['status=open'], path: 'Work' }))['hints']).toBeUndefined();
    expect((await vault.ask('list', {}))['hints']).toBeUndefined();
    const structured = await narrow.ask('list', { where: ['ext=1'] });
    expect(JSON.stringify(structured['hints'])).not.toContain('Subfolders');
  });

  test('a note that a token does not see is answered like one that does not exist', async () => {
    const [hidden, absent] = [
      await narrow.call('query_notes', { where: ['links=Nope'] }),
      await narrow.call('query_notes', { where: ['links=Nape'] }),
    ];
    expect(hintsOf(hidden).replaceAll('Nope', 'Nape')).toBe(hintsOf(absent));
  });
});

describe('bases and lists', () => {
  const vault = vaultForAll({
    files: {
      'Birds/Hawk.md': '---\ntags: [kestrel, project/alpha]\nrating: 4\n---\nA hawk.\n',
      'Birds/Owl.md': 'An owl sleeps by day. #night\n',
      'Notes/Plan.md': '# Calls\n- [ ] Call Ana #home\n- [ ] Write to Bo\n',
      'Empty/Shed.md': 'Nothing here.\n',
    },
  });

  async function hintsOf(tool: string, args: Record<string, unknown>): Promise<string[]> {
    const { structured, text } = await vault.call(tool, args);
    const hints = [structured['hints'] ?? []].flat().map(String);
    for (const hint of hints) expect(text).toContain(hint);
    return hints;
  }

  const baseOf = (filters: unknown, order: readonly string[] = ['file.name']): Record<string, unknown> => ({
    source: JSON.stringify({ filters, views: [{ type: 'table', name: 'A', order }] }),
  });

  describe('an empty result of a base says which name the vault does not have', () => {
    test.each([
      [`file.hasTag('kestrels')`, 'No note has the tag "#kestrels"; similar tags: "#kestrel".'],
      [`file.tags.contains('kestrels')`, 'No note has the tag "#kestrels"; similar tags: "#kestrel".'],
      [`file.inFolder('Brids')`, 'There is no folder "Brids"; similar folders: "Birds".'],
      ['ratng > 3', 'No note has a property "ratng"; similar names: "rating".'],
      ['note.ratng > 3', 'No note has a property "ratng"; similar names: "rating".'],
      ['note["ratng"] > 3', 'No note has a property "ratng"; similar names: "rating".'],
      [{ or: ['ratng > 3', { and: [`file.hasTag('kestrels')`] }] }, 'No note has the tag "#kestrels"'],
      ['rating > 9', '`list_properties` with `property: "rating"` lists its values.'],
      ['file.name == "x"', 'No file matches all filters; try them one by one.'],
    ])('%j', async (filters, expected) => {
      expect((await hintsOf('query_base', baseOf(filters))).join('\n')).toContain(expected);
    });

    test('names a column of the given YAML that no note has', async () => {
      expect(await hintsOf('query_base', baseOf('rating > 3', ['file.name', 'ratng']))).toEqual([
        'No note has a property "ratng"; similar names: "rating".',
      ]);
    });

    test.each([
      ['rating > 3', ['file.name', 'rating']],
      [{ not: [`file.hasTag('nothing')`] }, ['file.name']],
      [`!file.inFolder('Nowhere')`, ['file.name']],
    ])('and says nothing of %j', async (filters, order) => {
      expect(await hintsOf('query_base', baseOf(filters, order))).toEqual([]);
    });
  });

  describe('lists that are empty give a reason', () => {
    test.each([
      ['list_tags', { path: 'Empty' }, 'No note in "Empty" has a tag.'],
      [
        'list_tags',
        { path: 'Notes', prefix: 'kes' },
        'No note in "Notes" has a tag that begins with "#kes".',
      ],
      [
        'list_tags',
        { prefix: 'nigt' },
        'No note has a tag that begins with "#nigt"; similar tags: "#night".',
      ],
      ['list_tasks', { tag: 'hom' }, 'No task here has the tag "#hom"; tags of tasks here: "#home".'],
      [
        'list_tasks',
        { tag: 'x', path: 'Notes' },
        'No task here has the tag "#x"; tags of tasks here: "#home".',
      ],
      ['list_tasks', { heading: 'Cals' }, 'No task here is below a heading "Cals"; headings here: "Calls".'],
      ['list_tasks', { dueBefore: '2026-01-01' }, 'No task here has a date `due`.'],
      ['list_tasks', { priority: 'high' }, 'No task here has a priority.'],
      ['list_tasks', { text: 'zzz' }, 'No task here matches `text`.'],
    ])('%s %j', async (tool, args, expected) => {
      expect((await hintsOf(tool, args)).join('\n')).toContain(expected);
    });
  });
});

describe('near names, values and words', () => {
  const vault = vaultForAll({
    files: {
      'Notes/Plan.md': '---\nstatus: lent\nplace: "[[Harbour]]"\n---\nThe kestrel report is done.\n',
      'Notes/Garden.md':
        '---\nstatus: [returned, lost]\ndue: 2026-11-30\n---\n- [ ] prune the hedge\n\nlong winter\n',
      'Notes/loans.csv': 'a,b\n',
      'Hidden/Notez.md': '---\nstatus: land\n---\nkestral\n',
    },
    ...withNarrow({ rights: 'read', deny: ['Hidden'] }),
  });
  const narrow = vault.as(narrowToken);

  test.each([
    ['path:Notess', 'Paths similar to "Notess": "Notes".'],
    ['path:Notess kestrel', 'Paths similar to "Notess": "Notes".'],
    ['path:"Notes/Plann"', 'Paths similar to "Notes/Plann": "Notes/Plan.md".'],
    ['file:Plann', 'Files similar to "Plann": "Notes/Plan.md".'],
    ['file:loans.cvs', 'Files similar to "loans.cvs": "Notes/loans.csv".'],
    [
      'file:*.csv',
      '`file:` takes part of a name, without `*` or `?`; for a pattern use `list` with `includes: ["**/*.csv"]`.',
    ],
    ['path:Notes/*.txt', '`path:` takes part of a path'],
    ['[status:lend]', 'The property "status" has similar values: "lent".'],
    ['[status:losd]', 'The property "status" has similar values: "lost".'],
    ['[status:"returnd"]', 'The property "status" has similar values: "returned".'],
    ['[status:zzyzx]', '`list_properties` with `property: "status"` lists its values.'],
    ['[status:>5]', '`list_properties` with `property: "status"` lists its values.'],
  ])('an empty search for %s gets the hint: %s', async (query, hint) => {
    expect(hintsOf(await narrow.call('search', { query }))).toContain(hint);
  });

  test.each([
    ['status=lend', 'The property "status" has similar values: "lent".'],
    ['status=Retuned', 'The property "status" has similar values: "returned".'],
    ['status=zzyzx', '`list_properties` with `property: "status"` lists its values.'],
    ['due<end of term', '"end of term" was compared as text.'],
    ['due<2020-01-01', '`list_properties` with `property: "due"` lists its values.'],
    ['due<last week', '`list_properties` with `property: "due"` lists its values.'],
  ])('a condition %s', async (where, hint) => {
    const answer = await narrow.call('query_notes', { where, includes: ['**/Garden.md'] });
    expect(hintsOf(answer)).toContain(hint);
  });

  test('a value that exists outside the other filters is not suggested as similar', async () => {
    const answer = await narrow.call('query_notes', { where: 'status=lent', includes: ['**/Garden.md'] });
    expect(hintsOf(answer)).not.toContain('similar values: lent');
    const found = await narrow.call('search', { query: '[status:lent]', includes: ['**/Garden.md'] });
    expect(hintsOf(found)).not.toContain('similar values: lent');
  });

  test.each(['line:/zzyzx\\d/', 'task:(-hedge)'])('%s has no words that occur elsewhere', async query => {
    const answer = await narrow.call('search', { query });
    expect(answer.structured['totalCount']).toBe(0);
    expect(hintsOf(answer)).not.toContain('its words occur');
  });

  test('a filter with matches gets no hint', async () => {
    const answer = await vault.call('search', { query: 'path:Notes file:Plan [status:lent] zzyzx' });
    expect(hintsOf(answer)).toBe('No note has "zzyzx".');
  });

  test('values that a token does not see are not suggested', async () => {
    expect(hintsOf(await vault.call('search', { query: 'file:Notezz' }))).toContain('Hidden/Notez.md');
    expect(hintsOf(await narrow.call('search', { query: 'file:Notezz' }))).not.toContain('Hidden');
    expect(hintsOf(await vault.call('search', { query: '[status:lamd]' }))).toContain('land');
    expect(hintsOf(await narrow.call('search', { query: '[status:lamd]' }))).not.toContain('land');
  });

  test.each([
    ['line:(kestrol report)', ['kestrel']],
    ['task:(hedgo)', ['hedge']],
    ['block:(zzyzx wintir)', ['winter']],
    ['section:"kestrel reporz"', ['report']],
    ['kestrol OR hedgo', ['hedge', 'kestrel']],
  ])('%s names near words', async (query, suggestions) => {
    const { structured, text } = await narrow.call('search', { query });
    expect([structured['suggestions']].flat().toSorted()).toEqual(suggestions);
    expect(text).toContain('Similar words: ');
  });

  test.each([
    ['line:(prune winter)', '`line:`'],
    ['task:(prune winter)', '`task:`'],
    ['task-done:(prune)', '`task-done:`'],
  ])('%s says that its words occur elsewhere', async (query, operator) => {
    expect(hintsOf(await narrow.call('search', { query }))).toBe(
      `No note has "${query}", but its words occur; search without ${operator} to find them.`,
    );
  });
});
