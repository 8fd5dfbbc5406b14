/** Changes of tasks, by the tool for them and by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, codeOf, type TestClient } from '../../support/clients';
import { home, plan, taskVaults, withTasksPlugin } from '../../support/files/task-vault';
import { contentsOf } from '../../support/files/vault-contents';
import { field } from '../../support/json';
import { textWith } from '../../support/matchers';
import type { RunningLectern } from '../../support/lectern';
import { type Start } from '../../support/lectern';
import { vaultForAll } from '../../support/open-vault';

describe('update_task', () => {
  const startVault = taskVaults();
  let lectern: RunningLectern;
  let client: TestClient;
  async function start(options: Start = {}): Promise<void> {
    ({ client, lectern } = await startVault(options));
  }

  const text = (path: string): string => readFileSync(join(lectern.folder.path, path), 'utf8');
  const update = (args: Record<string, unknown>): Promise<Answer> => client.call('update_task', args);
  test('changes the one field and keeps every other byte', async () => {
    await start();
    const answer = await update({ path: 'Home', line: 2, expectedText: 'Call Ana #family', due: 'friday' });
    expect(codeOf(answer)).toBe('ok');
    expect(text('Home.md')).toBe(home.replace('📅 2026-11-24 ⏫', () => '📅 2026-11-27 ⏫'));
    expect(answer.structured['tasks']).toEqual([
      { path: 'Home.md', line: 2, lines: ['- [ ] Call Ana #family 📅 2026-11-27 ⏫'] },
    ]);
    await client.call('undo_change', { changeId: answer.structured['changeId'] });
    expect(text('Home.md')).toBe(home);
  });

  test('takes the text alone of a task that no other one of the note has', async () => {
    await start();
    const answer = await update({ path: 'Home', expectedText: 'Call Ana #family', due: 'friday' });
    expect(codeOf(answer)).toBe('ok');
    expect(text('Home.md')).toBe(home.replace('📅 2026-11-24 ⏫', () => '📅 2026-11-27 ⏫'));
    await client.call('undo_change', { changeId: answer.structured['changeId'] });
    expect(text('Home.md')).toBe(home);
  });

  test.each([
    ['Pay rent 📅 2026-12-01', 1],
    ['[ ] Pay rent 📅 2026-12-01', 1],
    ['[ ] Pay tax ^t', 3],
    ['Pay tax ^t', 3],
  ])('takes the line without its list marker and box: %s', async (expectedText, line) => {
    await start({
      files: { 'Twins.md': '- [ ] Pay rent 📅 2026-12-01\n- [x] Pay tax\n> 1. [ ] Pay tax ^t\n' },
    });
    const answer = await update({ path: 'Twins', expectedText, priority: 'high', dryRun: true });
    expect(field(answer.structured, 'tasks', 0, 'line')).toBe(line);
    expect(codeOf(await update({ path: 'Twins', expectedText: `not ${expectedText}`, status: 'done' }))).toBe(
      'target_not_found',
    );
  });

  test.each([
    ['- [ ] Pay rent 📅 2026-12-02', ['line 2', 'line 3']],
    ['Pay rents', ['line 2', 'line 3']],
    ['- [x] Pay rent 📅 2026-12-02', ['line 1', 'line 3']],
  ])('of near tasks those in the state of the wanted one come first: %s', async (expectedText, lines) => {
    const files = {
      'Rent.md': '- [x] Pay rent 📅 2026-11-01\n- [ ] Pay rent 📅 2026-12-01\n- [-] Pay rente\n',
    };
    await start({ files });
    const answer = await update({ path: 'Rent', expectedText, status: 'done' });
    const near = field(answer.structured, 'error', 'candidates');
    expect(near).toEqual(lines.map(textWith));
    expect(text('Rent.md')).toBe(files['Rent.md']);
  });

  test('names the lines of tasks that have the same text', async () => {
    await start({ files: { 'Twins.md': '- [ ] a\n- [x] a\n' } });
    const answer = await update({ path: 'Twins', expectedText: 'a', status: 'done' });
    expect(codeOf(answer)).toBe('target_ambiguous');
    expect(field(answer.structured, 'error', 'hint')).toContain('1, 2');
    expect(text('Twins.md')).toBe('- [ ] a\n- [x] a\n');
  });

  test('completes a recurring task with its next occurrence, and keeps the line endings', async () => {
    await start();
    const answer = await update({
      path: 'Home',
      line: 9,
      expectedText: '> - [ ] Water plants 🔁 every week 🛫 2026-11-18 📅 2026-11-20',
      status: 'done',
    });
    expect(text('Home.md')).toBe(
      home.replace(
        '> - [ ] Water plants 🔁 every week 🛫 2026-11-18 📅 2026-11-20',
        () =>
          '> - [ ] Water plants 🔁 every week 🛫 2026-11-25 📅 2026-11-27\r\n' +
          '> - [x] Water plants 🔁 every week 🛫 2026-11-18 📅 2026-11-20 ✅ 2026-11-22',
      ),
    );
    expect(field(answer.structured['tasks'], 0, 'lines')).toHaveLength(2);
  });

  test('follows the settings of the Tasks plugin', async () => {
    await start(
      withTasksPlugin({
        taskFormat: 'dataview',
        setCreatedDate: true,
        recurrenceOnNextLine: true,
        setDoneDate: false,
      }),
    );
    await update({
      path: 'Work/Plan',
      line: 3,
      expectedText: '- [!] Ask',
      scheduled: '2026-12-01',
      priority: 'low',
    });
    await update({ path: 'Home', line: 9, expectedText: 'Water plants', status: 'done' });
    expect(text('Work/Plan.md')).toBe(
      plan.replace('[!] Ask', () => '[!] Ask  [priority:: low]  [scheduled:: 2026-12-01]'),
    );
    expect(text('Home.md')).toContain(
      '> - [x] Water plants 🔁 every week 🛫 2026-11-18 📅 2026-11-20\r\n' +
        '> - [ ] Water plants 🔁 every week  [created:: 2026-11-22] 🛫 2026-11-25 📅 2026-11-27\r\n',
    );
  });

  test('uses the lines that the Tasks plugin makes if it runs', async () => {
    await start({ communityPlugins: ['obsidian-tasks-plugin'] });
    const answer = await update({ path: 'Home', line: 9, expectedText: 'Water plants', status: 'done' });
    expect(codeOf(answer)).toBe('ok');
    expect(text('Home.md')).toContain(
      '> - [ ] Water plants 🔁 every week 🛫 2026-11-18 📅 2030-01-01 #Homemd\r\n' +
        '> - [x] Water plants 🔁 every week 🛫 2026-11-18 📅 2026-11-20 ✅ 2030-01-02\r\n',
    );
  });

  test('makes several changes of several notes, all or none, in one change', async () => {
    await start();
    const changes = [
      { path: 'Home', line: 3, expectedText: 'Find her number', status: 'done' },
      {
        path: 'Work/Plan',
        line: 1,
        expectedText: 'Write the plan',
        scheduled: 'none',
        text: 'Write it #soon',
      },
      { path: 'Home.md', line: 8, expectedText: 'Rake leaves', due: 'none' },
    ];
    const before = { ...contentsOf(lectern.folder.path) };
    const preview = await update({ changes, dryRun: true });
    expect(preview.structured).toMatchObject({ dryRun: true, filesChanged: 2 });
    const bad = await update({
      changes: [...changes, { path: 'Work/Plan', line: 9, expectedText: 'Gone', due: 'today' }],
    });
    expect([codeOf(bad), field(bad.structured, 'error', 'message')]).toEqual([
      'target_not_found',
      expect.stringMatching(/^Change 4 \("Work\/Plan"\)/),
    ]);
    expect({ ...contentsOf(lectern.folder.path) }).toEqual(before);
    const answer = await update({ changes });
    expect(text('Home.md')).toBe(
      home
        .replace('- [ ] Find her number', () => '- [x] Find her number')
        .replace('- [/] Rake leaves [due:: 2026-11-20] ^rake', () => '- [/] Rake leaves ^rake'),
    );
    expect(text('Work/Plan.md')).toBe(
      plan.replace('Write the plan ⏳ 2026-11-23 🔽', () => 'Write it #soon 🔽'),
    );
    await client.call('undo_change', { changeId: answer.structured['changeId'] });
    expect([text('Home.md'), text('Work/Plan.md')]).toEqual([home, plan]);
  });

  test('finds a task that moved, if only one has its text', async () => {
    await start();
    await client.call('update_note', {
      path: 'Work/Plan',
      mode: 'prepend',
      content: '- [ ] Ask\n- [ ] Twice\n- [ ] Twice\n',
    });
    const moved = await update({
      path: 'Work/Plan',
      line: 2,
      expectedText: 'Send it #work/mail',
      priority: 'high',
    });
    expect(field(moved.structured['tasks'], 0)).toEqual({
      path: 'Work/Plan.md',
      line: 5,
      lines: ['- [ ] Send it ⛔ plan #work/mail ⏫'],
    });
    const twice = await update({ path: 'Work/Plan', line: 9, expectedText: 'Twice', status: 'done' });
    expect([codeOf(twice), field(twice.structured, 'error', 'hint')]).toEqual([
      'target_ambiguous',
      'Pass the `line` of one of them: 2, 3.',
    ]);
  });

  test.each([
    [
      'a line in code',
      { line: 12, expectedText: '- [ ] In code 📅 2026-11-24', status: 'done' },
      'target_not_found',
    ],
    ['another text', { line: 2, expectedText: 'Call Bob', status: 'done' }, 'target_not_found'],
    ['nothing to change', { line: 2, expectedText: 'Call Ana #family' }, 'invalid_argument'],
    ['no text', { line: 2, status: 'done' }, 'invalid_argument'],
    [
      'an unknown status',
      { line: 2, expectedText: 'Call Ana #family', status: 'finished' },
      'invalid_argument',
    ],
    [
      'a status that nobody has',
      { line: 2, expectedText: 'Call Ana #family', status: 'on_hold' },
      'unsupported_task',
    ],
    [
      'an unknown priority',
      { line: 2, expectedText: 'Call Ana #family', priority: 'top' },
      'invalid_argument',
    ],
    ['no date', { line: 2, expectedText: 'Call Ana #family', due: 'someday' }, 'invalid_query'],
    [
      'a text with a field',
      { line: 2, expectedText: 'Call Ana #family', text: 'Call 🔁 every day' },
      'invalid_argument',
    ],
    ['a text of two lines', { line: 2, expectedText: 'Call Ana #family', text: 'a\nb' }, 'invalid_argument'],
  ])('refuses %s and changes nothing', async (_name, args, wanted) => {
    await start();
    expect(codeOf(await update({ path: 'Home', ...args }))).toBe(wanted);
    expect(text('Home.md')).toBe(home);
  });

  test.each([
    ['- [ ] Call Bob', '- [ ] Call Bob'],
    ['* [ ]  Call Bob', '- [ ] Call Bob'],
    ['1. [ ] Call Bob', '- [ ] Call Bob'],
    ['[ ] Call Bob', '- [ ] Call Bob'],
    ['- [x] Call Bob', undefined],
    ['[x] Call Bob', undefined],
    ['[x](link)', '- [ ] [x](link)'],
    ['[!] Call Bob', '- [ ] [!] Call Bob'],
  ])('takes %j as the text of an open task, without its box', async (given, line) => {
    const note = '- [ ] Call Ana\r\n';
    await start({ files: { 'Calls.md': note } });
    const answer = await update({ path: 'Calls', expectedText: 'Call Ana', text: given });
    expect(codeOf(answer)).toBe(line === undefined ? 'invalid_argument' : 'ok');
    expect(text('Calls.md')).toBe(line === undefined ? note : `${line}\r\n`);
  });

  test('takes the box of the status that it sets', async () => {
    await start({ files: { 'Calls.md': '- [ ] Call Ana\n' } });
    await update({ path: 'Calls', expectedText: 'Call Ana', text: '- [x] Call Bob', status: 'done' });
    expect(text('Calls.md')).toBe('- [x] Call Bob\n');
  });

  test.each([
    ['- [ ] #task Call Ana', 'Call Bob', '- [ ] #task Call Bob'],
    ['- [ ] Call Ana #task 📅 2026-11-22', 'Call Bob', '- [ ] Call Bob #task 📅 2026-11-22'],
    ['- [ ] Call #task Ana', 'Call Bob', '- [ ] #task Call Bob'],
    ['- [ ] #task Call Ana', 'Call #task Bob', '- [ ] Call #task Bob'],
    ['- [ ] Call Ana', 'Call Bob', '- [ ] Call Bob'],
  ])('keeps the global filter of %j', async (line, given, expected) => {
    const { files } = withTasksPlugin({ globalFilter: '#task' });
    await start({ files: { ...files, 'Calls.md': `${line}\n` } });
    expect(codeOf(await update({ path: 'Calls', expectedText: line, text: given }))).toBe('ok');
    expect(text('Calls.md')).toBe(`${expected}\n`);
  });

  test('takes a path beside changes as that of each that has none', async () => {
    await start();
    const call = { line: 2, expectedText: 'Call Ana #family', due: 'none' };
    const rake = { path: 'Home', line: 8, expectedText: 'Rake leaves', due: 'none' };
    expect(codeOf(await update({ path: 'Home', changes: [call, rake] }))).toBe('ok');
    expect(text('Home.md')).toBe(
      home.replace(' 📅 2026-11-24 ⏫', () => ' ⏫').replace(' [due:: 2026-11-20]', () => ''),
    );
  });

  test('refuses two changes of one task, and arguments beside changes', async () => {
    await start();
    const change = { path: 'Home', line: 2, expectedText: 'Call Ana #family', status: 'done' };
    expect(codeOf(await update({ changes: [change, { ...change, line: 1 }] }))).toBe('invalid_argument');
    expect(codeOf(await update({ changes: [change], path: 'Work/Plan' }))).toBe('invalid_argument');
    expect(codeOf(await update({ changes: [change], status: 'done' }))).toBe('invalid_argument');
    expect(codeOf(await update({ changes: [{ ...change, prio: 'high' }] }))).toBe('invalid_argument');
    expect(text('Home.md')).toBe(home);
  });

  test('does not write a task that cannot be computed, nor delete one with nested items', async () => {
    const hard =
      '- [ ] Hard 🔁 every hour 📅 2026-11-22\n- [ ] Gone 🏁 delete\n  - [ ] Nested\n- [ ] Last 🏁 delete';
    await start({ files: { 'Hard.md': hard } });
    for (const [line, expectedText] of [
      [1, 'Hard'],
      [2, 'Gone'],
    ])
      expect(codeOf(await update({ path: 'Hard', line, expectedText, status: 'done' }))).toBe(
        'unsupported_task',
      );
    expect(text('Hard.md')).toBe(hard);
    await update({ path: 'Hard', line: 4, expectedText: 'Last', status: 'done' });
    expect(text('Hard.md')).toBe(hard.slice(0, hard.indexOf('- [ ] Last')));
  });

  test('accepts a character of a custom status', async () => {
    await start();
    await update({ path: 'Work/Plan', line: 2, expectedText: 'Send it #work/mail', status: '>' });
    expect(text('Work/Plan.md')).toContain('- [>] Send it');
  });

  test('refuses a note that is a task itself, with the tool for it', async () => {
    await start({ files: { 'b.md': '---\ntags: [task]\n---\n' } });
    const answer = await update({ path: 'b', line: 1, expectedText: 'b', status: 'open' });
    expect([codeOf(answer), field(answer.structured, 'error', 'hint')]).toEqual([
      'unsupported_task',
      expect.stringContaining('update_frontmatter'),
    ]);
  });
});

describe('a task that is named with other tags or dates', () => {
  const lines = ['buy milk #shop 📅 2026-01-01', 'buy #dairy milk', 'call mum #family', '#others'];
  const vault = vaultForAll({ files: { 'Signs.md': lines.map(line => `- [ ] ${line}\n`).join('') } });

  test.each([
    ['buy milk 📅 2026-01-02', [1, 2]],
    ['#errands/home/every/saturday buy milk', [1, 2]],
    ['- [ ] buy milk #shop #today [due:: 2026-01-02]', [1, 2]],
    ['Call mum ⏫ 🔁 every month #family #phone', [3]],
    ['#other', [4]],
  ])('`%s` is near the lines %j', async (expectedText, expected) => {
    const structured = await vault.ask('update_task', { path: 'Signs', expectedText, status: 'done' });
    const candidates = expected.map(line => `line ${line} is similar: - [ ] ${lines[line - 1]}`);
    expect(field(structured, 'error', 'candidates')).toEqual(candidates);
  });
});

describe('a recurring task that is ticked as text', () => {
  const tasks = [
    '- [ ] Water the mint 🔁 every week 📅 2026-11-20',
    '- [ ] Feed it [repeat:: every day]  [due:: 2026-11-20]',
    '* [/] Sweep 🔁 every month when done ^sweep',
    '- [ ] Once only 📅 2026-11-20',
    '- [x] Done before 🔁 every week ✅ 2026-11-13',
  ];
  const files = { 'Tasks.md': `# Tasks\n\n${tasks.join('\n')}\n` };
  const core = 'lct_core-token-with-full-rights-0';
  const without = 'lct_token-without-the-tool-of-tasks';
  const tokens = [
    { name: 'Core', value: core, rights: 'full', profile: 'core' },
    { name: 'Without', value: without, rights: 'full', disabledTools: ['update_task'] },
  ];

  const vault = vaultForAll({ files, settings: { tokens }, asks: core });

  const dry = { path: 'Tasks.md', dryRun: true };
  const edit = (oldText: string, newText: string): [string, Record<string, unknown>] => [
    'edit_note',
    { ...dry, edits: [{ oldText, newText }] },
  ];

  test.each([
    edit('- [ ] Water', '- [x] Water'),
    edit(
      '- [ ] Water the mint 🔁 every week 📅 2026-11-20',
      '- [x] Water the mint 🔁 every week 📅 2026-11-20 ✅ 2026-11-26',
    ),
    edit('[ ] Feed', '[X] Feed'),
    edit('[/] Sweep', '[x] Sweep'),
    [
      'patch_note',
      {
        ...dry,
        operation: 'replace',
        targetType: 'block',
        target: 'sweep',
        content: '* [x] Sweep 🔁 every month when done ^sweep',
      },
    ],
    [
      'patch_note',
      {
        ...dry,
        operation: 'replace',
        targetType: 'heading',
        target: 'Tasks',
        content: tasks.join('\n').replaceAll('[ ]', () => '[x]'),
      },
    ],
  ])('%s %j names the tool that adds the next one', async (tool, args) => {
    const structured = await vault.ask(tool, args);
    expect(JSON.stringify(structured['hints'] ?? [])).toContain('update_task');
    const other = await vault.as(without).call(tool, args);
    expect(codeOf(other)).toBe('ok');
    expect(JSON.stringify(other.structured['hints'] ?? [])).not.toContain('update_task');
  });

  test.each([
    edit('- [ ] Once', '- [x] Once'),
    edit('- [ ] Water the mint', '- [ ] Water the thyme'),
    edit('- [x] Done before', '- [ ] Done before'),
    edit('# Tasks', '# My tasks'),
    edit('- [ ] Water', '- [-] Water'),
    edit(
      '- [ ] Water the mint 🔁 every week 📅 2026-11-20',
      '- [ ] Water the mint 🔁 every week 📅 2026-11-27\n- [x] Water the mint 🔁 every week 📅 2026-11-20',
    ),
    ['update_note', { ...dry, mode: 'append', content: '- [x] New 🔁 every week' }],
  ])('%s %j needs no such word', async (tool, args) => {
    const answer = await vault.call(tool, args);
    expect(codeOf(answer)).toBe('ok');
    expect(JSON.stringify(answer.structured['hints'] ?? [])).not.toContain('update_task');
  });

  test('a listed task is the text that an edit can name', async () => {
    const { text } = await vault.call('list_tasks', { status: 'any' });
    const lines = text.split('\n').flatMap(line => /^\d+ ([-*+] \[.\] [^·]*[^ ·])/u.exec(line)?.[1] ?? []);
    expect(lines).toHaveLength(tasks.length);
    for (const line of lines) expect(files['Tasks.md']).toContain(line);
  });
});
