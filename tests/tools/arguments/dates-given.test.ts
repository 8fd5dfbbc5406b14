/** Dates in other forms than ISO, in every tool that reads one. */
import { codeOf } from '../../support/clients';
import { vaultForEach } from '../../support/open-vault';

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
