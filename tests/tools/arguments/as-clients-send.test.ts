/** Arguments as clients send them: left out, added to every call, very long, options in any letter case, dates in other forms. */
import { type Answer, codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { textWith } from '../../support/matchers';
import { vaultForAll, vaultForEach } from '../../support/open-vault';

describe('null, and an empty text that means nothing', () => {
  const files = {
    'a.md': 'hello\n',
    'b.md': '---\nstatus: open\ndue: 2026-01-01\n---\n# Log\n\nold\n',
    'tasks.md': '- [ ] Call Ana\n- [ ] Rake leaves 📅 2026-11-24\n',
    'Board.canvas':
      '{"nodes":[{"id":"a1","type":"text","text":"Plan","x":0,"y":0,"width":250,"height":60}],"edges":[]}',
  };

  const same: [tool: string, plain: Record<string, unknown>, ...others: Record<string, unknown>[]][] = [
    [
      'read_note',
      { path: 'a.md' },
      { heading: null, block: null, startLine: null, endLine: null },
      { heading: '', block: '', startLine: '', format: '', withContent: '' },
      { start_line: null, folder: null, anything: null },
    ],
    [
      'search',
      { query: 'hello' },
      { mode: null, path: null, limit: null },
      { mode: '', cursor: '', modifiedSince: '', heading: '' },
      { tag: '', includes: '', limit: '' },
      { includes: [null], excludes: [''], limit: 'null' },
    ],
    ['list', {}, { where: '', fields: null, recursive: '', minSize: '' }, { path: null, where: [''] }],
    ['query_notes', { where: ['status=open'] }, { filter: '', select: '', groupBy: '', sort: null }],
    ['list_tasks', {}, { dueBefore: '', text: '', priority: null, recurring: '' }],
    ['get_context', { path: 'a.md' }, { query: '', maxChars: null }],
    ['suggest_links', { path: 'a.md' }, { text: '', limit: '' }],
    ['list_properties', {}, { property: '', path: '' }],
    ['query_base', { source: 'views: [{type: table, name: T}]' }, { path: '', block: null, view: '' }],
  ];

  describe('readers', () => {
    const vault = vaultForAll({ files });
    const { call } = vault;

    test.each(same)('%s %j answers the same without', async (tool, plain, ...others) => {
      const expected = await call(tool, plain);
      expect(expected.isError).toBe(false);
      for (const other of others) expect(await call(tool, { ...other, ...plain })).toEqual(expected);
    });

    test('a required argument that is null is missing', async () => {
      const { structured } = await call('read_note', { path: null });
      expect(field(structured, 'error', 'code')).toBe('invalid_argument');
      expect(field(structured, 'error', 'message')).toMatch(/`path`/u);
    });
  });

  describe('writers', () => {
    const vault = vaultForEach({ files });
    const { call } = vault;
    const text = (path: string): string | undefined => vault.contents()[path];

    test('take null and empty texts in the items of lists', async () => {
      const edits = [{ oldText: 'hello', newText: 'bye', replaceAll: null, startLine: null, endLine: '' }];
      expect(codeOf(await call('edit_note', { path: 'a.md', edits, ifMatch: null, diffLines: '' }))).toBe(
        'ok',
      );
      expect(text('a.md')).toBe('bye\n');
      const changes = [
        { path: 'a.md', ifMatch: '', edits: [{ oldText: 'bye', newText: '', startLine: null }] },
      ];
      expect(codeOf(await call('edit_notes', { changes, dryRun: null }))).toBe('ok');
      expect(text('a.md')).toBe('\n');
      const notes = [
        { path: 'c.md', content: null, properties: null },
        { path: 'd.md', content: '' },
      ];
      expect(codeOf(await call('create_notes', { notes }))).toBe('ok');
      expect([text('c.md'), text('d.md')]).toEqual(['', '']);
    });

    test('take null for members of a task', async () => {
      const change = {
        path: 'tasks.md',
        line: 1,
        expectedText: 'Call Ana',
        status: 'done',
        due: null,
        start: '',
      };
      expect(codeOf(await call('update_task', { ...change, changes: null }))).toBe('ok');
      expect(text('tasks.md')?.startsWith('- [x] Call Ana')).toBe(true);
      const other = {
        path: 'tasks.md',
        line: 2,
        expectedText: 'Rake leaves',
        due: '',
        priority: 'high',
        text: null,
      };
      expect(codeOf(await call('update_task', { changes: [other] }))).toBe('ok');
      expect(text('tasks.md')).toContain('2026-11-24');
    });

    test('take null beside the fields of a canvas, and remove a field that is null', async () => {
      const operations = [
        { action: 'add_node', id: null, fields: { type: 'text', text: 'New' } },
        { action: 'update_node', id: 'a1', fields: { color: null, text: '' } },
      ];
      expect(codeOf(await call('edit_canvas', { path: 'Board.canvas', operations, ifMatch: null }))).toBe(
        'ok',
      );
      expect(text('Board.canvas')).toContain('"id":"a1","type":"text","text":""');
    });

    test('keep null and empty texts as values of properties', async () => {
      await call('update_frontmatter', { path: 'b.md', set: { status: null, due: '' }, remove: null });
      expect(text('b.md')).toBe('---\nstatus:\ndue: ""\n---\n# Log\n\nold\n');
      await call('create_note', { path: 'e.md', content: '', properties: { a: null, b: '' }, template: '' });
      expect(text('e.md')).toBe('---\na:\nb: ""\n---\n');
    });

    const patch = { path: 'b.md', operation: 'replace' };
    test.each<[string, Record<string, unknown>, string]>([
      [
        'null beside `content` is none',
        { targetType: 'heading', target: 'Log', content: 'new', value: null },
        files['b.md'].replace('old', () => 'new'),
      ],
      [
        'an empty value beside `content` is none',
        { targetType: 'heading', target: 'Log', content: 'new', value: '' },
        files['b.md'].replace('old', () => 'new'),
      ],
      [
        'a null `content` beside a value is none',
        { targetType: 'frontmatter', target: 'status', content: null, value: 3 },
        files['b.md'].replace('open', () => '3'),
      ],
      [
        'an empty `content` beside a value is none',
        { targetType: 'frontmatter', target: 'status', content: '', value: 3 },
        files['b.md'].replace('open', () => '3'),
      ],
      [
        'null alone empties a property',
        { targetType: 'frontmatter', target: 'status', value: null },
        files['b.md'].replace(' open', () => ''),
      ],
      [
        'an empty text empties a section',
        { targetType: 'heading', target: 'Log', content: '' },
        '---\nstatus: open\ndue: 2026-01-01\n---\n# Log\n',
      ],
    ])('of patch_note: %s', async (_what, args, expected) => {
      expect(codeOf(await call('patch_note', { ...patch, ...args, occurrence: null, ifMatch: '' }))).toBe(
        'ok',
      );
      expect(text('b.md')).toBe(expected);
    });

    test('keep an empty replacement', async () => {
      const found = { find: 'hello', replace: '', tag: '', path: null, maxFiles: '' };
      expect(codeOf(await call('replace_in_notes', { ...found, confirm: null, expectedCount: '' }))).toBe(
        'ok',
      );
      expect(text('a.md')).toBe('hello\n');
      expect(codeOf(await call('replace_in_notes', { ...found, confirm: 1 }))).toBe('ok');
      expect(text('a.md')).toBe('\n');
    });
  });
});

describe('arguments that a tool does not have', () => {
  const files = {
    'a.md': '# Head\n\nhello #idea\n',
    'tasks.md': '- [ ] Call Ana\n',
    'Board.canvas': '{"nodes":[],"edges":[]}',
  };

  const vault = vaultForAll({ files });
  const hintsOf = ({ structured }: Answer): string => JSON.stringify(structured['hints']);

  const ofN8n = {
    ...{ toolCallId: 'call_1', sessionId: 's', action: 'sendMessage', chatInput: 'x' },
    tool: 'read_note',
  };
  const added: Record<string, unknown>[] = [
    ofN8n,
    { tool_call_id: 'call_1', session_id: 's' },
    { task_progress: '- [x] read' },
    { random_string: 'x' },
    { explanation: 'Because I need it.', requestId: 5, request_id: '7', _meta: { a: 1 } },
    { __tool_use_purpose: 'To read it.' },
  ];

  test.each([
    ['read_note', { path: 'a.md' }],
    ['get_vault_info', {}],
    ['list', {}],
    ['search', { query: 'hello' }],
    ['query_notes', { where: ['tags=idea'] }],
    ['list_tasks', { path: 'tasks.md' }],
  ])('%s %j is answered as if nothing was added', async (tool, args) => {
    const plain = await vault.call(tool, args);
    expect(plain.isError).toBe(false);
    for (const extra of added) expect(await vault.call(tool, { ...args, ...extra })).toEqual(plain);
  });

  test.each([
    ['create_note', { path: 'b.md', content: 'x' }],
    ['edit_note', { path: 'a.md', edits: [{ oldText: 'hello', newText: 'bye' }] }],
    ['update_task', { path: 'tasks.md', line: 1, expectedText: 'Call Ana', status: 'done' }],
    [
      'edit_canvas',
      { path: 'Board.canvas', operations: [{ action: 'add_node', fields: { type: 'text', text: 'x' } }] },
    ],
    ['delete', { path: 'a.md' }],
  ])('%s %j is carried out in spite of them', async (tool, args) => {
    const before = vault.contents();
    const all = Object.fromEntries(added.flatMap(extra => Object.entries(extra)));
    const answer = await vault.call(tool, { ...args, ...all });
    expect(codeOf(answer)).toBe('ok');
    expect(vault.contents()).not.toEqual(before);
    await vault.call('undo_change', { changeId: answer.structured['changeId'] });
  });

  test('an `action` is the own one of an operation, and in no item of another list', async () => {
    const operations = [{ action: 'add_node', fields: { type: 'text', text: 'x' } }];
    expect(
      codeOf(await vault.call('edit_canvas', { path: 'Board.canvas', operations, action: 'sendMessage' })),
    ).toBe('ok');
    const edits = [{ oldText: 'hello', newText: 'bye', action: 'replace' }];
    expect(codeOf(await vault.call('edit_note', { path: 'a.md', edits }))).toBe('invalid_argument');
  });

  test.each([
    ['read_note', { path: 'a.md' }, { verbose: true }],
    ['get_vault_info', {}, { region: 'eu', verbose: false }],
    ['search', { query: 'hello' }, { temperature: 0.2, language: 'en' }],
    ['list_notes', {}, { owner: 'ana' }],
    ['get_outline', { path: 'a.md' }, { language: 'en' }],
    ['list_tags', {}, { constructor: 1 }],
  ])('%s %j leaves out %j, and says so', async (tool, args, unknown) => {
    const plain = await vault.call(tool, args);
    const answer = await vault.call(tool, { ...args, ...unknown });
    expect(answer.structured).toMatchObject(plain.structured);
    for (const name of Object.keys(unknown)) {
      expect(hintsOf(answer)).toContain(name);
      expect(answer.text).toContain(`"${name}"`);
    }
  });

  test('as many hints as there are unknown arguments are not given', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 500 }, (_item, index) => [`zz${index}`, 1]));
    expect((await vault.call('read_note', { path: 'a.md', ...unknown })).text.length).toBeLessThan(2000);
  });

  test.each([
    ['delete', { path: 'a.md', simulated: true }],
    ['create_note', { path: 'b.md', content: 'x', folderColor: 'red' }],
    ['update_tags', { path: 'a.md', add: ['x'], everywhere: true }],
    ['move', { path: 'a.md', newPath: 'b.md', overwrite_all: true }],
    ['edit_note', { path: 'a.md', edits: [{ oldText: 'hello', newText: 'bye', fuzzy: true }] }],
    ['undo_change', { changeId: 'x', onlyPreview: true }],
  ])('%s %j writes nothing, and names what it does not know', async (tool, args) => {
    const before = vault.contents();
    const answer = await vault.call(tool, args);
    expect(codeOf(answer)).toBe('invalid_argument');
    expect(answer.text).toMatch(
      /"(?:edits\[0\]\.)?(?:simulated|folderColor|everywhere|overwrite_all|fuzzy|onlyPreview)"/u,
    );
    expect(vault.contents()).toEqual(before);
  });
});

describe('a long run of one character', () => {
  const run = (character: string): string => character.repeat(100_000);

  const vault = vaultForAll({
    files: {
      'Plan.md': 'plan #garden\n',
    },
  });

  /** Milliseconds; ten times what each takes. Patterns with quadratic and cubic time took 20 seconds and minutes. */
  const maxProcessorTime = 1_500;

  test.each<[what: string, tool: string, call: Record<string, unknown>]>([
    ['slashes in a tag of a search', 'search', { query: 'plan', tag: `a${run('/')}x` }],
    ['blanks in an aggregate', 'query_notes', { aggregate: [`sum(${' '.repeat(20_000)}`] }],
  ])('%s are read in linear time', async (_what, tool, call) => {
    const before = process.cpuUsage();
    await vault.call(tool, call);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(maxProcessorTime);
  });
});

describe('options, and tasks that are named badly', () => {
  const tasks = '---\nx: 1\n---\n- [ ] Bread\n- [ ] read article on WAL #later\n- milk\n';

  const vault = vaultForEach({ files: { 'Tasks.md': tasks, 'Note.md': 'a\n' } });
  const { text } = vault;

  test.each([
    ['list_tasks', { status: 'Open' }],
    ['list_tasks', { status: 'In Progress' }],
    ['list_tasks', { status: 'all' }],
    ['read_notes', { path: 'Note' }],
    ['stat', { file_paths: ['Note'] }],
    ['stat', { path: ['Note', 'Tasks'] }],
    ['list_tasks', { priority: 'High' }],
    ['list_tasks', { status: 'todo', sort: 'DUE' }],
    ['get_links', { path: 'Note', direction: 'incoming' }],
    ['get_links', { path: 'Note', direction: 'Out' }],
    ['check_links', { kind: 'Orphans' }],
  ])('%s takes %j', async (tool, args) => {
    expect(codeOf(await vault.call(tool, args))).toBe('ok');
  });

  test('what is no option is refused with those there are', async () => {
    const structured = await vault.ask('list_tasks', { status: 'later' });
    expect(field(structured, 'error', 'code')).toBe('invalid_argument');
    expect(field(structured, 'error', 'message')).toContain('in_progress');
  });

  test('update_note takes `Append`', async () => {
    await vault.call('update_note', { path: 'Note', mode: 'Append', content: 'b' });
    expect(text('Note.md')).toBe('a\nb\n');
  });

  test.each([
    ['Done', 'x'],
    ['completed', 'x'],
    ['in-progress', '/'],
    ['CANCELED', '-'],
    ['todo', ' '],
  ])('update_task takes the status `%s`', async (status, sign) => {
    await vault.call('update_task', { path: 'Tasks', expectedText: 'Bread', status });
    expect(text('Tasks.md')).toContain(`\n- [${sign}] Bread`);
  });

  test.each([
    ['bread', 'line 4 is similar: - [ ] Bread'],
    ['read article on WAL', 'line 5 is similar: - [ ] read article on WAL #later'],
    ['- [ ] Braed', 'line 4 is similar: - [ ] Bread'],
  ])('a task that is named `%s` is offered', async (expectedText, candidate) => {
    const structured = await vault.ask('update_task', { path: 'Tasks', expectedText, status: 'done' });
    expect(field(structured, 'error', 'code')).toBe('target_not_found');
    expect(field(structured, 'error', 'candidates')).toEqual([candidate]);
    expect(text('Tasks.md')).toBe(tasks);
  });

  test('of a recurring task the one that is open is offered', async () => {
    vault.lectern.folder.write('Twice.md', '- [ ] Water plants\n- [x] Water plants\n');
    await vault.lectern.host.metadataSettled();
    const args = { path: 'Twice', expectedText: 'water plants', status: 'done' };
    const structured = await vault.ask('update_task', args);
    expect(field(structured, 'error', 'candidates')).toEqual(['line 1 is similar: - [ ] Water plants']);
  });

  test.each([
    [5, ['- [ ] read article on WAL #later']],
    [6, undefined],
  ])('a task by its line %s alone is offered with its text', async (line, candidates) => {
    const structured = await vault.ask('update_task', { path: 'Tasks', line, status: 'done' });
    expect(field(structured, 'error', 'code')).toBe('invalid_argument');
    expect(field(structured, 'error', 'message')).toBe('`expectedText` is required.');
    expect(field(structured, 'error', 'candidates')).toEqual(candidates);
    expect(text('Tasks.md')).toBe(tasks);
  });
});

describe('dates in other forms than ISO', () => {
  const vault = vaultForEach({
    files: {
      'Tasks.md': '- [ ] Plant trees 📅 2026-06-30\n- [ ] Call\n',
      'Early.md': '---\ndate: 2026-11-20\nweek: 2026-W47\n---\n',
      'Late.md': '---\ndate: 2026-12-24\nweek: 2026-W52\n---\n',
    },
  });

  test('a date with dots that is given to a task is written as the day of that month', async () => {
    await vault.call('update_task', { path: 'Tasks', line: 2, expectedText: 'Call', due: '05.12.2026' });
    expect(vault.text('Tasks.md')).toContain('- [ ] Call 📅 2026-12-05\n');
  });

  test('a date with dots bounds tasks, notes and changes, and names a daily note', async () => {
    const tasks = await vault.call('list_tasks', { dueBefore: '05.12.2026' });
    expect(tasks.structured['totalCount']).toBe(1);
    const notes = await vault.call('query_notes', { where: ['date>=05.12.2026'] });
    expect(notes.structured['rows']).toMatchObject([{ path: 'Late.md' }]);
    const filtered = await vault.call('query_notes', {
      filter: { '>=': [{ var: 'date' }, { date: '05.12.2026' }] },
    });
    expect(filtered.structured['rows']).toMatchObject([{ path: 'Late.md' }]);
    const found = await vault.call('search', { query: '[date:>=05.12.2026]' });
    expect(found.structured['results']).toMatchObject([{ path: 'Late.md' }]);
    await vault.call('update_note', { path: '@daily:05.12.2026', mode: 'append', content: 'x' });
    expect(Object.keys(vault.notes())).toContain('2026-12-05.md');
  });

  test.each([
    ['list_tasks', { dueBefore: '05/12/2026' }],
    ['list_changes', { since: '05/12/2026' }],
    ['list', { modifiedSince: '05/12/2026' }],
    ['query_notes', { where: ['date>=05/12/2026'] }],
    ['query_notes', { filter: { '>=': [{ var: 'date' }, { date: '05/12/2026' }] } }],
    ['search', { query: '[date:>05/12/2026]' }],
    ['read_note', { path: '@daily:05/12/2026' }],
    ['update_task', { path: 'Tasks', line: 2, expectedText: 'Call', due: '05/12/2026' }],
  ])('%s refuses a date that may be either of two: %j', async (tool, args) => {
    const before = Object.keys(vault.notes());
    expect(codeOf(await vault.call(tool, args))).toBe('invalid_query');
    expect([Object.keys(vault.notes()), vault.text('Tasks.md')]).toEqual([
      before,
      expect.stringContaining('- [ ] Call\n'),
    ]);
  });

  test('an ISO week is taken where a day is', async () => {
    const tasks = await vault.call('list_tasks', { dueBefore: '2026-W27', dueAfter: '2026-W27' });
    expect(tasks.structured['totalCount']).toBe(1);
    const notes = await vault.call('query_notes', { where: ['date<2026-W50', 'week<2026-W50'] });
    expect(notes.structured['rows']).toMatchObject([{ path: 'Early.md' }]);
    const changes = await vault.call('list_changes', { since: '2026-W02' });
    expect(codeOf(changes)).toBe('ok');
  });
});

describe('a list in one text', () => {
  const vault = vaultForEach({
    files: {
      'A.md': '---\nold: 1\nstale: 2\nkept: 3\n---\n',
      'B, too.md': '---\n"x, y": 1\ny: 2\nold: 1\n---\n',
      'C.md': '---\nx: 1\ny: 2\n---\n',
      'Release 1.0, 2.0.md': 'x\n',
    },
  });
  const text = (path: string): string | undefined => vault.contents()[path];

  test.each<[Record<string, unknown>, string, string]>([
    [{ path: 'A.md', remove: 'old, Stale' }, 'A.md', '---\nkept: 3\n---\n'],
    [{ path: 'B, too.md', remove: 'x, y' }, 'B, too.md', '---\ny: 2\nold: 1\n---\n'],
    [{ paths: ['B, too.md', 'C.md'], remove: ['x, y'] }, 'B, too.md', '---\ny: 2\nold: 1\n---\n'],
    [{ paths: ['B, too.md', 'C.md'], remove: ['x, y'] }, 'C.md', '---\nx: 1\ny: 2\n---\n'],
    [{ path: 'C.md', remove: 'x, y' }, 'C.md', '---\nx: 1\ny: 2\n---\n'],
    [{ paths: 'A.md, [[B, too]]', remove: 'old,stale' }, 'A.md', '---\nold: 1\nstale: 2\nkept: 3\n---\n'],
    [{ paths: ['A.md', 'B, too'], remove: 'old,stale' }, 'A.md', '---\nkept: 3\n---\n'],
    [{ paths: ['A.md', 'B, too'], remove: 'old,stale' }, 'B, too.md', '---\n"x, y": 1\ny: 2\n---\n'],
  ])('update_frontmatter %j changes what is named', async (args, path, expected) => {
    await vault.call('update_frontmatter', args);
    expect(text(path)).toBe(expected);
  });

  test('names of files with their endings are several, a name with a comma is one', async () => {
    const pathsOf = async (paths: unknown): Promise<unknown> =>
      [(await vault.ask('read_notes', { paths }))['notes']].flat().map(note => field(note, 'path'));
    expect(await pathsOf('A.md, C.md')).toEqual(['A.md', 'C.md']);
    expect(await pathsOf('[[A]],\n[[C]]')).toEqual(['A.md', 'C.md']);
    expect(await pathsOf('Release 1.0, 2.0.md')).toEqual(['Release 1.0, 2.0.md']);
    expect(await pathsOf('B, too')).toEqual(['B, too.md']);
    const { notes } = await vault.ask('read_notes', { paths: 'A, C' });
    expect(field([notes].flat()[0], 'error')).toMatchObject({ code: 'not_found', hint: textWith('list') });
  });
});

describe('a path as links encode it', () => {
  const vault = vaultForEach({ files: { 'In/a b.md': 'one\n', '50%25.md': 'x\n' } });
  const notes = (): string[] => Object.keys(vault.contents()).filter(path => path.endsWith('.md'));
  const appended = { content: 'two', mode: 'append', createIfNeeded: true };

  test.each([
    ['update_note', { path: 'In/a%20b.md', ...appended }, 'ok'],
    ['update_note', { path: 'In/a%20b', ...appended }, 'ok'],
    ['create_note', { path: 'In/a%20b.md', content: 'two' }, 'already_exists'],
  ])('%s %j means the note that is there', async (tool, args, code) => {
    expect(codeOf(await vault.call(tool, args))).toBe(code);
    expect(notes().toSorted()).toEqual(['50%25.md', 'In/a b.md']);
    expect(vault.contents()['In/a b.md']).toBe(code === 'ok' ? 'one\ntwo\n' : 'one\n');
  });

  test.each(['In/c%20d.md', '50%25.md', '100%.md', '%2E%2E%2Fx.md'])(
    '%s is its own name where no note has the other',
    async path => {
      await vault.call('update_note', { path, ...appended });
      expect(vault.contents()[path]).toContain('two');
    },
  );
});
