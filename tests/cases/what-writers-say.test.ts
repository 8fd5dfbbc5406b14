/** What writers say of what may not have been meant, or what a write could not do. */
import { z } from 'zod';
import { codeOf, type TestClient } from '../support/clients';
import { contentsOf } from '../support/files/vault-contents';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

const table = '| A | B |\n| - | - |\n| 1 | 2 |\n';
const files = {
  'Plain.md': 'no heading\n',
  'Table.md': `# Behind\n\n${table}\nText.\n\n# Last\n\nText.\n\n${table}\n# None\n\nText.\n`,
  'Tasks.md': `- [x] Water 🔁 every week 📅 2026-11-20\n- [x] Once\n- [ ] Glaze ${'panes '.repeat(25)}🔁 every day 📅 2026-11-20\n`,
  'Tags.md': '---\ntags:\n  - one\n---\n',
  'Kitchen/Bannocks.md': 'Oats.\n',
};
let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

const hintsOf = (structured: unknown): string => JSON.stringify(field(structured, 'hints') ?? []);
const errorHint = (structured: unknown): string => String(field(structured, 'error', 'hint'));
const text = (path: string): string => contentsOf(lectern.folder.path)[path] ?? '';
const patch = (target: string, content: string, operation = 'append'): Record<string, unknown> => ({
  ...{ path: 'Table', targetType: 'heading' },
  ...{ target, content, operation },
});

test.each([
  [patch('Behind', '| 3 | 4 |'), true],
  [patch('Behind', '| 3 | 4 |\n| 5 | 6 |\n'), true],
  [patch('Behind', '| 3 | 4 |', 'prepend'), true],
  [{ ...patch('behind', '| 3 | 4 |'), dryRun: true }, true],
  [patch('Last', '| 3 | 4 |', 'prepend'), true],
  [patch('Last', '| 3 | 4 |'), false],
  [patch('None', '| 3 | 4 |'), false],
  [patch('Behind', table), false],
  [patch('Behind', 'More text.'), false],
  [{ ...patch('New', '| 3 | 4 |'), createTargetIfMissing: true }, false],
])('patch_note %j says that rows miss the table: %s', async (args, isSaid) => {
  const { structured } = await client.call('patch_note', args);
  expect(hintsOf(structured).includes('`value`')).toBe(isSaid);
});

test.each([
  ['replace', '# Last\n\nNew.', true],
  ['append', '\n# Last #\nNew.', true],
  ['replace', '## Last\nNew.', false],
  ['replace', 'New.\n# Last', false],
])('patch_note that would %s %j says that the heading is not repeated: %s', async (operation, ...given) => {
  const [content, isSaid] = given;
  const { structured } = await client.call('patch_note', patch('Last', content, operation));
  expect(hintsOf(structured).includes('not written again')).toBe(isSaid);
  expect(text('Table.md').split('# Last\n')).toHaveLength(isSaid ? 2 : 3);
});

const edited = (newText: string): Record<string, unknown> => ({
  path: 'Plain',
  edits: [{ oldText: 'no heading', newText }],
});
const appended = (content: string): Record<string, unknown> => ({ path: 'Plain', mode: 'append', content });

test.each([
  ['create_note', { path: 'New', content: '# T\\n\\nText' }, '`content`'],
  ['create_notes', { notes: [{ path: 'New', content: '- a\\n- b\\n' }] }, '`content`'],
  ['update_note', appended('- a\\n- b\\n- c'), '`content`'],
  ['patch_note', patch('Last', 'One.\\n2.\\n'), '`content`'],
  ['edit_note', edited('A\\nB\\n'), '`newText`'],
  ['edit_notes', { changes: [edited('A\\nB\\n')] }, '`newText`'],
])('%s %j says that line breaks came as text, which is written', async (tool, args, named) => {
  const { structured } = await client.call(tool, args);
  const [hint] = hintsIn(structured);
  expect(hint).toContain(named);
  expect(hint).toContain('`\\n`');
  expect(Object.values(contentsOf(lectern.folder.path)).join('')).toContain('\\n');
});

test.each([
  'a\\n- b',
  '- a\\n\n- b\\n',
  'Use `\\n` and `\\n\\n`.',
  '$\\nabla \\neq \\nu$, \\nabla \\cdot \\nu',
  'C:\\new\\notes\\n.txt in \\\\nas\\news',
  '$\\nRightarrow \\nLeftarrow$',
])('update_note says nothing of line breaks in %j', async content => {
  expect(hintsOf((await client.call('update_note', appended(content))).structured)).toBe('[]');
  expect(text('Plain.md')).toBe(`no heading\n${content}\n`);
});

test('a row for no column is refused with the names that are none', async () => {
  const args = { path: 'Table', targetType: 'heading', target: 'Last', operation: 'append' };
  const answer = await client.call('patch_note', { ...args, value: { a: 1, Prise: 2 } });
  expect(codeOf(answer)).toBe('invalid_argument');
  expect(field(answer.structured, 'error', 'message')).toContain('"Prise"');
  expect(field(answer.structured, 'error', 'candidates')).toEqual(['A', 'B']);
});

test.each(['Plain', 'Table'])('a missing heading of %s names what a writer can do', async path => {
  const args = { path, targetType: 'heading', target: 'Nowhere', operation: 'append' };
  const { structured } = await client.call('patch_note', { ...args, content: 'x' });
  expect(errorHint(structured)).toContain('createTargetIfMissing');
  const read = await client.call('read_note', { path, heading: 'Nowhere' });
  expect(errorHint(read.structured)).not.toContain('createTargetIfMissing');
});

test('a task that was done before is not said to have a next one', async () => {
  const done = { path: 'Tasks', expectedText: 'Water', status: 'done' };
  const { structured, text: said } = await client.call('update_task', done);
  expect(hintsOf(structured)).toContain('next');
  expect(said).toContain('Hint');
  const once = await client.call('update_task', { ...done, expectedText: 'Once' });
  expect(hintsOf(once.structured)).toBe('[]');
  const opened = await client.call('update_task', { ...done, status: 'open' });
  expect(hintsOf(opened.structured)).toBe('[]');
  const ticked = await client.call('update_task', done);
  expect(hintsOf(ticked.structured)).toBe('[]');
  expect(text('Tasks.md').split('Water')).toHaveLength(3);
});

test('a task by its line alone is refused with what names it', async () => {
  const { structured } = await client.call('update_task', { path: 'Tasks', line: 2, status: 'open' });
  expect(field(structured, 'error', 'code')).toBe('invalid_argument');
  expect(errorHint(structured)).toContain('text');
});

test('the hint of a task that is ticked by hand fits a preview and a write', async () => {
  const args = { path: 'Tasks', edits: [{ oldText: '- [ ] Glaze', newText: '- [x] Glaze' }] };
  const [preview] = hintsIn((await client.call('edit_note', { ...args, dryRun: true })).structured);
  const written = await client.call('edit_note', args);
  const [said] = hintsIn(written.structured);
  expect(preview).toContain('update_task');
  expect(said).toContain('update_task');
  expect(said).not.toBe(preview);
  expect(written.text).toContain(`+- [x] Glaze ${'panes '.repeat(25)}🔁 every day`);
});

function hintsIn(structured: unknown): string[] {
  return z.array(z.string()).parse(field(structured, 'hints'));
}

test.each([
  [{ set: { tags: 'x' } }, 'tags: x'],
  [{ set: { tags: ['#new'] } }, 'new'],
  [{ set: { tags: ['#new', 'own', '#a/b'] } }, 'a/b'],
])('update_frontmatter %j writes tags without marks, and says what it replaces', async (args, expected) => {
  const { structured } = await client.call('update_frontmatter', { path: 'Tags', ...args });
  expect(text('Tags.md')).toContain(expected);
  expect(text('Tags.md')).not.toContain('#');
  expect(hintsOf(structured) === '[]').toBe(text('Tags.md').includes('one'));
});

test('a property of a new note that is given twice is said to be replaced', async () => {
  const args = { path: 'New', content: '---\nTags: [idea]\nx: 1\n---\n', properties: { tags: ['bird'] } };
  const { structured } = await client.call('create_note', args);
  expect(hintsIn(structured)).toEqual(['`tags` in `properties` replaces what `content` has there.']);
  expect(text('New.md')).toBe('---\nTags: [bird]\nx: 1\n---\n');
});

test('a new note with the name of another says what that does to links', async () => {
  const { structured } = await client.call('create_note', { path: 'Bannocks', content: 'x' });
  expect(hintsOf(structured)).toContain('[[Bannocks]]');
});

test('a preview of a new note shows its text', async () => {
  const args = { path: 'New', content: 'first line\n', properties: { a: 1 } };
  const preview = await client.call('create_note', { ...args, dryRun: true });
  expect(preview.text).toContain('+first line');
  expect((await client.call('create_note', args)).text).not.toContain('first line');
});

test('what is removed has no place in the new text', async () => {
  expect((await client.call('delete', { path: 'Plain' })).text).not.toContain('@0');
  const made = await client.call('create_note', { path: 'New', content: 'x' });
  const undone = await client.call('undo_change', { changeId: made.structured['changeId'] });
  expect(undone.text).not.toContain('@0');
});

test('update_tags has its id where other writers have it', async () => {
  const { text: said, structured } = await client.call('update_tags', { path: 'Tags', add: ['two'] });
  const id = String(structured['changeId']);
  expect(said.indexOf(id)).toBeGreaterThan(-1);
  expect(said.indexOf(id)).toBeLessThan(said.indexOf('tags:'));
});
