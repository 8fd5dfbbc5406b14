/** A recurring task that is ticked as text lacks its next one: the answer says what adds it. */
import { codeOf, type TestClient } from '../support/clients';
import { RunningLectern } from '../support/lectern';

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
let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files, settings: { tokens } });
  client = await lectern.connect('2026', core);
});
afterAll(() => lectern.close());

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
  const { structured } = await client.call(tool, args);
  expect(JSON.stringify(structured['hints'] ?? [])).toContain('update_task');
  const other = await (await lectern.connect('2026', without)).call(tool, args);
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
  const answer = await client.call(tool, args);
  expect(codeOf(answer)).toBe('ok');
  expect(JSON.stringify(answer.structured['hints'] ?? [])).not.toContain('update_task');
});

test('a listed task is the text that an edit can name', async () => {
  const { text } = await client.call('list_tasks', { status: 'any' });
  const lines = text.split('\n').flatMap(line => /^\d+ ([-*+] \[.\] [^·]*[^ ·])/u.exec(line)?.[1] ?? []);
  expect(lines).toHaveLength(tasks.length);
  for (const line of lines) expect(files['Tasks.md']).toContain(line);
});
