/** Names that a writer may not take for a new note, and names that a move keeps in their folder. */
import { type Answer, codeOf, type TestClient } from '../support/clients';
import { contentsOf } from '../support/files/vault-contents';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

const files = {
  'Work/Plan.md': '# Plan\n',
  'Root.md': '[[Plan]]\n',
  'Archive/x.md': 'x\n',
};
let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
});
afterEach(() => lectern.close());
const call = (tool: string, args: Record<string, unknown>): Promise<Answer> => client.call(tool, args);
const contents = (): Readonly<Record<string, string>> => contentsOf(lectern.folder.path);
const update = (path: string, more: Record<string, unknown> = {}): Promise<Answer> =>
  call('update_note', { path, mode: 'append', content: 'x', ...more });

test.each(['Plann', 'plam', 'Plan2', 'Plann.md'])(
  'update_note creates no note `%s` where a near name may be meant',
  async path => {
    const before = contents();
    const answer = await update(path);
    expect(codeOf(answer)).toBe('not_found');
    expect(field(answer.structured, 'error', 'candidates')).toEqual(['Work/Plan.md']);
    expect(contents()).toEqual(before);
  },
);

test('a note of a near name is created where the call says so, or names its folder', async () => {
  expect(codeOf(await update('Plann', { createIfNeeded: true }))).toBe('ok');
  expect(codeOf(await update('Work/Plam'))).toBe('ok');
  expect(codeOf(await update('Something new'))).toBe('ok');
  expect(codeOf(await call('create_note', { path: 'Plano' }))).toBe('ok');
  expect(Object.keys(contents())).toEqual(
    expect.arrayContaining(['Plann.md', 'Work/Plam.md', 'Something new.md', 'Plano.md']),
  );
});

test.each([
  ['today', '@daily'],
  ['Today', '@daily'],
  ['@today', '@daily'],
  ['daily note', '@daily'],
  ['daily', '@daily'],
  ['tomorrow', '@daily:tomorrow'],
  ['yesterday', '@daily:yesterday'],
  ['2026-11-26', '@daily:2026-11-26'],
])('`%s` as a path is answered with the daily note', async (path, reference) => {
  const before = contents();
  for (const answer of [await update(path), await call('read_note', { path })]) {
    expect(codeOf(answer)).toBe('not_found');
    expect(field(answer.structured, 'error', 'hint')).toContain(`\`${reference}\``);
  }
  expect(contents()).toEqual(before);
  expect(codeOf(await update(reference))).toBe('ok');
});

test.each(['2026-11-26.md', 'Daily/2026-11-26', 'today.md'])('`%s` is the path of a new note', async path => {
  expect(codeOf(await update(path))).toBe('ok');
  expect(Object.keys(contents())).toContain(path.endsWith('.md') ? path : `${path}.md`);
});

test.each([
  ['Plan', 'New', 'Work/New.md'],
  ['Plan', 'New.md', 'Work/New.md'],
  ['Plan.md', 'New', 'Work/New.md'],
  ['Root', 'New', 'New.md'],
  ['Work/Plan', 'New', 'New.md'],
  ['Plan', 'Archive', 'Archive/Plan.md'],
  ['Plan', '/', 'Plan.md'],
  ['Plan', 'Other/New', 'Other/New.md'],
  ['Work', 'Job', 'Job/Plan.md'],
])('move of `%s` to `%s` leads to `%s`', async (path, newPath, expected) => {
  const before = contents();
  const dry = await call('move', { path, newPath, dryRun: true });
  expect(dry.text).toMatch(/^would move /u);
  expect(contents()).toEqual(before);
  expect(codeOf(await call('move', { path, newPath }))).toBe('ok');
  expect(Object.keys(contents())).toContain(expected);
  expect(Object.keys(contents())).not.toContain('Work/Plan.md' === expected ? '' : `Work/${newPath}/Plan.md`);
});
