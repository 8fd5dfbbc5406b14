/** What an answer leaves out or breaks is told in it: links to what is deleted, tasks that are not shown. */
import { codeOf } from '../support/clients';
import { contentsOf } from '../support/files/vault-contents';
import { RunningLectern } from '../support/lectern';
import { textWith } from '../support/matchers';

const files = {
  'Plan.md': '# Plan\n[[Plan]]\n',
  'Work/In.md': '[[Out]] [[Plan]]\n',
  'Work/Out.md': 'x\n',
  'a.md': '[[Plan]] [[Plan|again]] [[Out]]\n',
  'b.md': '---\nup: "[[Plan]]"\n---\n[p](Plan.md)\n',
  'Secret/c.md': '[[Plan]]\n',
};
const tokens = [
  { name: 'Full', value: 'lct_full-token-with-full-rights-0', rights: 'full' },
  { name: 'Narrow', value: 'lct_narrow-token-for-some-folders', rights: 'full', deny: ['Secret'] },
];

test.each([
  [
    'Plan.md',
    'lct_full-token-with-full-rights-0',
    '6 links in 4 notes',
    'Secret/c.md, Work/In.md, a.md, b.md',
  ],
  ['Plan.md', 'lct_narrow-token-for-some-folders', '5 links in 3 notes', 'Work/In.md, a.md, b.md.'],
  ['Work', 'lct_full-token-with-full-rights-0', '1 link in 1 note', 'a.md'],
])('deleting %s as %s tells of links that lose what they lead to', async (path, token, count, notes) => {
  const lectern = await RunningLectern.start({ files, settings: { tokens } });
  const client = await lectern.connect('2026', token);
  const dry = await client.call('delete', { path, recursive: true, dryRun: true });
  expect(dry.structured['hints']).toEqual([textWith(count)]);
  expect(dry.structured['hints']).toEqual([textWith(notes)]);
  expect(dry.text).toMatch(/^would delete/u);
  expect(dry.text).toContain(notes);
  expect(contentsOf(lectern.folder.path)).toMatchObject(files);
  const done = await client.call('delete', { path, recursive: true });
  expect(codeOf(done)).toBe('ok');
  expect(done.structured['hints']).toEqual([textWith(count)]);
  await lectern.close();
});

test('deleting a note without links to it tells of none', async () => {
  const lectern = await RunningLectern.start({ files });
  const client = await lectern.connect();
  expect((await client.call('delete', { path: 'a.md' })).structured).not.toHaveProperty('hints');
  await lectern.close();
});

describe('list_tasks', () => {
  let lectern: RunningLectern;
  beforeAll(async () => {
    lectern = await RunningLectern.start({
      files: {
        'a.md': '- [ ] one #x\n- [/] two #x\n- [/] three\n- [x] four\n- [-] five\n',
        'Templates/Day.md': '- [ ] template #x\n- [x] done\n',
        'Templates2/Day.md': '- [ ] no template\n',
        '.obsidian/core-plugins.json': '{"templates":true}',
        '.obsidian/templates.json': '{"folder":"Templates"}',
      },
    });
  });
  afterAll(() => lectern.close());

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
    const { structured, text } = await (await lectern.connect()).call('list_tasks', args);
    expect(structured['totalCount']).toBe(shown.length);
    for (const one of shown) expect(text).toContain(one);
    expect(structured['hints'] ?? []).toEqual(hints.map(hint => textWith(hint)));
  });
});
