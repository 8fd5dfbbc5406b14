import { codeOf, type TestClient } from '../../support/clients';
import { taskVaults, withTasksPlugin } from '../../support/files/task-vault';
import { field } from '../../support/json';
import type { Start } from '../../support/lectern';
import { textMatching, textWith } from '../../support/matchers';
import { vaultForAll } from '../../support/open-vault';

const startVault = taskVaults();
let client: TestClient;
async function start(options: Start = {}): Promise<void> {
  ({ client } = await startVault(options));
}

async function list(args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await client.call('list_tasks', args)).structured;
}
async function texts(args: Record<string, unknown>): Promise<unknown[]> {
  return [(await list(args))['tasks']].flat().map(task => field(task, 'text'));
}

describe('list_tasks', () => {
  test('returns everything in a task line, and the version of each note once', async () => {
    await start();
    const answer = await client.call('list_tasks', { path: 'Home', status: 'any', sort: 'path' });
    expect(answer.structured).toMatchObject({ totalCount: 6, hasMore: false });
    const [call, number, , , rake, water] = [answer.structured['tasks']].flat();
    expect(call).toEqual({
      path: 'Home.md',
      line: 2,
      text: 'Call Ana #family',
      status: 'open',
      statusChar: ' ',
      due: '2026-11-24',
      priority: 'high',
      tags: ['family'],
      heading: 'Home',
      versionId: textMatching(/^[0-9a-f]{20}$/),
    });
    expect(number).toEqual({
      ...{ path: 'Home.md', line: 3, text: 'Find her number', status: 'open', statusChar: ' ' },
      ...{ tags: [], heading: 'Home', parentLine: 2 },
    });
    expect(rake).toMatchObject({ status: 'in_progress', due: '2026-11-20', heading: 'Garden' });
    expect(water).toMatchObject({ recurrence: 'every week', start: '2026-11-18', line: 9 });
    expect(answer.text.split('\n').slice(1, 4)).toEqual([
      expect.stringMatching(/^Home\.md · versionId [0-9a-f]{20}$/),
      '2 - [ ] Call Ana #family · due 2026-11-24 · priority high · under Home',
      '3 - [ ] Find her number · nested below line 2',
    ]);
  });

  test('lists open tasks by due date, and none in code or comments', async () => {
    await start();
    expect(await texts({})).toEqual([
      ...['Water plants', 'Call Ana #family', 'Find her number'],
      ...['Write the plan', 'Send it #work/mail', 'Ask'],
    ]);
  });

  test.each([
    [{ status: 'done' }, ['Pay the rent']],
    [{ status: 'cancelled' }, ['Buy a piano']],
    [{ status: 'in_progress' }, ['Rake leaves']],
    [{ dueBefore: 'today' }, ['Water plants']],
    [{ dueBefore: '2026-11-24' }, ['Water plants', 'Call Ana #family']],
    [{ dueAfter: 'tuesday' }, ['Call Ana #family']],
    [{ scheduledAfter: 'tomorrow', scheduledBefore: 'tomorrow' }, ['Write the plan']],
    [{ startBefore: '2026-11-18' }, ['Water plants']],
    [{ status: 'any', doneAfter: '3 weeks ago' }, ['Pay the rent']],
    [{ doneAfter: '3 weeks ago' }, ['Pay the rent']],
    [{ doneBefore: 'today' }, ['Pay the rent']],
    [{ status: 'cancelled', doneAfter: '3 weeks ago' }, []],
    [{ priority: 'high' }, ['Call Ana #family']],
    [{ priority: 'none', path: 'Work' }, ['Send it #work/mail', 'Ask']],
    [{ tag: '#Work' }, ['Send it #work/mail']],
    [{ tag: 'work/' }, ['Send it #work/mail']],
    [{ tag: 'work/*' }, ['Send it #work/mail']],
    [{ text: 'ANA' }, ['Call Ana #family']],
    [{ recurring: true }, ['Water plants']],
    [{ heading: '## garden', status: 'any' }, ['Rake leaves', 'Water plants']],
    [{ path: 'Work', sort: 'priority' }, ['Send it #work/mail', 'Ask', 'Write the plan']],
    [{ path: 'Work/', sort: 'path' }, ['Write the plan', 'Send it #work/mail', 'Ask']],
  ])('%j keeps the matching tasks', async (args, wanted) => {
    await start();
    expect(await texts(args)).toEqual(wanted);
  });

  test.each([
    ['Year', ['Plan', 'Sow peas', 'Pick apples']],
    ['Spring', ['Sow peas', 'Pick apples']],
    ['Trees', ['Pick apples']],
    ['Year::Trees', ['Pick apples']],
    ['Spring > Trees', ['Pick apples']],
    ['#Year#Spring', ['Sow peas', 'Pick apples']],
    ['After::Trees', []],
    ['#', []],
    ['After', ['Rest']],
  ])('`heading` %j covers the sections below it', async (heading, wanted) => {
    await start();
    const sections = '# Year\n- [ ] Plan\n### Spring\n- [ ] Sow peas\n#### Trees\n- [ ] Pick apples\n# After';
    await client.call('create_note', { path: 'Year', content: `${sections}\n- [ ] Rest\n` });
    expect(await texts({ heading, path: 'Year', sort: 'path' })).toEqual(wanted);
  });

  test('continues after a cursor', async () => {
    await start();
    const first = await list({ limit: 4 });
    const second = await list({ limit: 4, cursor: first['nextCursor'] });
    const both = [first, second].flatMap(page => [page['tasks']].flat().map(task => field(task, 'text')));
    expect(both).toEqual(await texts({}));
  });

  test('follows what is written, moved and deleted', async () => {
    await start();
    await texts({});
    await client.call('update_note', { path: 'Plain', mode: 'append', content: '- [ ] New 📅 2026-01-01' });
    expect((await texts({}))[0]).toBe('New');
    await client.call('move', { path: 'Plain.md', newPath: 'Work/Moved.md' });
    expect((await texts({ path: 'Work' }))[0]).toBe('New');
    await client.call('delete', { path: 'Work/Moved.md' });
    expect(await texts({ path: 'Work' })).not.toContain('New');
  });

  test('gives a reason when nothing was found', async () => {
    await start();
    expect((await list({ tag: 'famly' }))['hints']).toEqual([
      'No task here has the tag "#famly"; tags of tasks here: "#family".',
    ]);
    expect((await list({ path: 'Plain' }))['hints']).toEqual(['There are no tasks here.']);
    expect((await list({ text: 'piano' }))['hints']).toEqual([
      '1 task with another status: pass `status: any`.',
    ]);
    expect(codeOf(await client.call('list_tasks', { dueBefore: 'someday' }))).toBe('invalid_query');
  });

  test('reads statuses and the global filter as the Tasks plugin is set', async () => {
    await start(
      withTasksPlugin({
        globalFilter: '#family',
        statusSettings: {
          coreStatuses: [{ symbol: ' ', nextStatusSymbol: '/', type: 'IN_PROGRESS' }],
          customStatuses: [],
        },
      }),
    );
    const answer = await list({ status: 'in_progress' });
    expect(answer['tasks']).toEqual([expect.objectContaining({ text: 'Call Ana #family', tags: [] })]);
    expect((await list({}))['hints']).toEqual([
      'Not shown: 8 checkboxes without the global filter of the Tasks plugin.',
      'No task here matches `status`.',
      '1 task with another status: pass `status: any`.',
    ]);
  });

  test.each([
    ['done', {}],
    ['open', { statusSettings: { customStatuses: [{ symbol: 'X', nextStatusSymbol: ' ', type: 'TODO' }] } }],
  ])('a capital X is %s with the settings of the Tasks plugin %j', async (status, settings) => {
    await start(withTasksPlugin(settings));
    await client.call('create_note', { path: 'Capital.md', content: '- [X] Sent\n' });
    expect(await texts({ path: 'Capital.md', status })).toEqual(['Sent']);
  });

  test('has the notes that are tasks of TaskNotes', async () => {
    await start({
      files: {
        'Tasks/a.md':
          '---\ntags: [task]\ntitle: Mow\ndue: 2026-11-23T10:00\nstate: doing\npriority: high\n---\n- [ ] Fuel\n',
        'Tasks/b.md': '---\ntags: [task]\nstate: finished\n---\n',
        'Old/c.md': '---\ntags: [task]\n---\n',
        'd.md': '---\ntags: [other]\n---\n',
        '.obsidian/community-plugins.json': '["tasknotes"]',
        '.obsidian/plugins/tasknotes/data.json': JSON.stringify({
          fieldMapping: { status: 'state' },
          customStatuses: [{ value: 'finished', isCompleted: true }],
          excludedFolders: 'Old, Archive',
        }),
      },
    });
    expect((await list({ status: 'any', sort: 'path' }))['tasks']).toEqual([
      {
        path: 'Tasks/a.md',
        line: 1,
        text: 'Mow',
        status: 'open',
        due: '2026-11-23',
        priority: 'high',
        tags: ['task'],
      },
      expect.objectContaining({ path: 'Tasks/a.md', line: 8, text: 'Fuel' }),
      { path: 'Tasks/b.md', line: 1, text: 'b', status: 'done', tags: ['task'] },
    ]);
  });

  test('names notes with unreadable YAML where notes are tasks of TaskNotes, and nowhere else', async () => {
    const torn = { 'Tasks/torn.md': '---\ntags: [task\n---\n', 'a.md': '- [ ] Fuel\n' };
    await start({ files: { ...torn, '.obsidian/community-plugins.json': '["tasknotes"]' } });
    expect(await list({})).toMatchObject({ totalCount: 1, unreadable: ['Tasks/torn.md'] });
    expect(await list({ path: 'a.md' })).not.toHaveProperty('unreadable');
    await start({ files: torn });
    expect(await list({})).not.toHaveProperty('unreadable');
  });

  test('finds the tasks of every note while they are still read in the background', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `Note ${index}.md`,
        `- [ ] Task ${index} 📅 2026-11-2${index % 9}\n`,
      ]),
    );
    await start({ files });
    await client.call('stat', { paths: [] });
    const counts = await Promise.all([
      list({}),
      list({ sort: 'priority' }),
      list({ dueBefore: '2026-11-20' }),
    ]);
    expect(counts.map(({ totalCount }) => totalCount)).toEqual([300, 300, 34]);
    await client.call('edit_note', {
      path: 'Note 7.md',
      edits: [{ oldText: 'Task 7', newText: 'Task seven' }],
    });
    expect(await list({ text: 'seven' })).toMatchObject({ totalCount: 1 });
    expect(await list({ limit: 1 })).toMatchObject({ totalCount: 300, tasks: [{ text: 'Task 0' }] });
  });

  test.each([
    [{}, []],
    [{ useFilenameAsScheduledDate: true }, ['compact', 'daily']],
    [{ useFilenameAsScheduledDate: true, filenameAsDateFolders: ['Daily'] }, ['daily']],
    [
      { useFilenameAsScheduledDate: true, filenameAsScheduledDateFormat: 'D MMM YYYY' },
      ['compact', 'daily', 'named'],
    ],
  ])(
    'uses the date in the name of a file for its tasks where the plugin does: %j',
    async (settings, found) => {
      const files = {
        'Daily/2026-11-20.md': '- [ ] daily\n- [ ] other date 📅 2026-12-24\n',
        'Log 20261119 b.md': '- [ ] compact\n',
        'Day 2026-13-40.md': '- [ ] no date\n',
        '18 Nov 2026.md': '- [ ] named\n',
      };
      const { files: plugin } = withTasksPlugin(settings);
      await start({ files: { ...plugin, ...files } });
      const { tasks } = await list({ scheduledBefore: '2026-11-21' });
      expect(
        [tasks]
          .flat()
          .map(task => field(task, 'text'))
          .sort(),
      ).toEqual(found);
    },
  );

  test('takes a date that does not exist for none, and shows it as it is', async () => {
    const lines = [
      'one 📅 2026-13-45',
      'two [due:: 2026-02-30]',
      'three 📅 2026-02-28',
      'four',
      'five ⏳ 2026-00-10',
    ];
    await start({ files: { 'a.md': lines.map(line => `- [ ] ${line}\n`).join('') } });
    for (const side of ['dueBefore', 'dueAfter'])
      expect(await texts({ [side]: side === 'dueAfter' ? '2000' : '2999' })).toEqual(['three']);
    expect(await texts({ scheduledBefore: '2999' })).toEqual([]);
    const { tasks, totalCount } = await list({ limit: 2 });
    expect([tasks, totalCount]).toMatchObject([[{ text: 'three' }, { text: 'one', due: '2026-13-45' }], 5]);
    expect(await texts({})).toEqual(['three', 'one', 'two', 'four', 'five']);
  });

  test('ignores a task after two list markers, as the plugin does', async () => {
    await start({ files: { 'a.md': '- - [ ] inner\n- [ ] outer\n  - [ ] nested\n' } });
    expect(await texts({ sort: 'path' })).toEqual(['outer', 'nested']);
  });
});

describe('what list_tasks leaves out', () => {
  const vault = vaultForAll({
    files: {
      'a.md': '- [ ] one #x\n- [/] two #x\n- [/] three\n- [x] four\n- [-] five\n',
      'Templates/Day.md': '- [ ] template #x\n- [x] done\n',
      'Templates2/Day.md': '- [ ] no template\n',
      '.obsidian/core-plugins.json': '{"templates":true}',
      '.obsidian/templates.json': '{"folder":"Templates"}',
    },
  });

  test.each([
    [{}, ['one', 'no template'], ['2 tasks', '1 task in templates']],
    [{ tag: 'x' }, ['one #x'], ['1 task in progress', '1 task in templates']],
    [{ path: 'a.md' }, ['one #x'], ['2 tasks']],
    [{ path: 'Templates' }, ['template #x'], []],
    [{ path: 'Templates/Day.md' }, ['template #x'], []],
    [{ path: 'Templates2' }, ['no template'], []],
    [{ status: 'in_progress' }, ['two #x', 'three'], []],
    [{ status: 'done' }, ['four'], ['1 task in templates']],
    [{ status: 'any', path: 'a.md' }, ['one', 'two', 'three', 'four', 'five'], []],
  ])('%j tells what it leaves out', async (args, shown, hints) => {
    const { structured, text } = await vault.call('list_tasks', args);
    expect(structured['totalCount']).toBe(shown.length);
    for (const one of shown) expect(text).toContain(one);
    expect(structured['hints'] ?? []).toEqual(hints.map(hint => textWith(hint)));
  });
});

describe('tags of tasks', () => {
  const lines = [
    ['a [[Link #x]]', []],
    ['[[Link #x|b #y]] #real', ['real']],
    ['see ![[N #x]], [b #y](<u #z> "c #t"), [d #v](u#s) and `c #w` #a-b[[N]]', ['a-b']],
    ['no link: [b #y c](u #z)', ['y', 'z']],
    ['[x] #one [[N]] #two', ['one', 'two']],
    ['a [[Link #x #open', ['x', 'open']],
    ['costs \\` #tag and \\`', ['tag']],
    ['``a ` #n`` #y `c`', ['y']],
    ['``a `#n #o` `b #q', ['q']],
    ['\\`` #n ` #s \\\\` #n`', ['s']],
    ['\\[a #u b](c) \\\\[a #n b](c)', ['u']],
    ['\\[[a #w b]] `\\` #k', ['w', 'k']],
  ] as const;
  const vault = vaultForAll({ files: { 'T.md': lines.map(([line]) => `- [ ] ${line}\n`).join('') } });

  test('are those that the note has: none in links and code', async () => {
    const tasks = [(await vault.ask('list_tasks', {}))['tasks']].flat();
    expect(tasks.map(task => field(task, 'tags'))).toEqual(lines.map(([, tags]) => tags));
    const ofNote = [(await vault.ask('list_tags', {}))['tags']].flat().map(tag => field(tag, 'tag'));
    expect(new Set(ofNote)).toEqual(new Set(lines.flatMap(([, tags]) => tags)));
  });
});

describe('the text of tasks in several notes', () => {
  const vault = vaultForAll({
    files: {
      'a.md': '## Tasks\n- [ ] one\n- [ ] two\n',
      'b.md': '## Tasks\n- Shopping\n  - [ ] three\n',
      'c.md': '- [ ] four\n',
    },
    isSettled: true,
  });

  test('has the heading of the first of each note, and takes no bullet for a task', async () => {
    const { text } = await vault.call('list_tasks', { sort: 'path' });
    expect(text.split('\n')).toEqual([
      '4 tasks',
      ...['a.md', '2 - [ ] one · under Tasks', '3 - [ ] two'],
      ...['b.md', '3 - [ ] three · under Tasks · nested below line 2'],
      ...['c.md', '1 - [ ] four'],
    ]);
  });
});
