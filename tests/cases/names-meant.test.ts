/** Reading a note by a name that only one note can mean; what writes takes no such name. */
import { type Answer, codeOf, type TestClient } from '../support/clients';
import { contentsOf } from '../support/files/vault-contents';
import { RunningLectern } from '../support/lectern';

const files = {
  'Kitchen/🍞 Starter log.md': '# Log\n\nFed it.\n\n## Feeding\n\nFlour.\n',
  'Birds/Arctic tern.md': '---\naliases: [Tirrick, полярная крачка]\n---\nA tern.\n',
  'People/Ana Lima.md': '---\naliases: [Ana]\n---\nAna.\n',
  'People/Bo Lima.md': '---\naliases: [Boss]\n---\nBo.\n',
  'People/Cy Lima.md': '---\naliases: [Boss]\n---\nCy.\n',
  'Journal/2026-10-05.md': 'Monday.\n',
  'Repairs/R-014 Spine.md': 'Spine.\n',
  'Whale.md': 'A whale.\n',
  'Hidden/Secret garden.md': '---\naliases: [Eden]\n---\nSecret.\n',
  'Café/Über uns.md': 'Wir.\n',
  'Books/Chapter 10.md': 'Ten.\n',
  'Books/2 Invoice 20.md': 'Twenty.\n',
  'Books/Canto XIV.md': 'Fourteen.\n',
  'Books/Appendix AB.md': 'Both.\n',
  'Books/Release 2.10 notes.md': 'New.\n',
  'Weeks/2026-W41.md': 'A week.\n',
  'Plans/2024/Summary of it.md': 'Old.\n',
};
const tokens = [
  { name: 'Some', value: 'lct_token-that-does-not-see-hidden-0', rights: 'full', deny: ['Hidden'] },
];
let lectern: RunningLectern;
let client: TestClient;
let some: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files, settings: { tokens } });
  client = await lectern.connect();
  some = await lectern.connect('2026', 'lct_token-that-does-not-see-hidden-0');
});
afterAll(() => lectern.close());

const read = (path: string, args: Record<string, unknown> = {}): Promise<Answer> =>
  client.call('read_note', { path, ...args });

test.each([
  ['Starter log', 'Kitchen/🍞 Starter log.md'],
  ['Kitchen/Starter log.md', 'Kitchen/🍞 Starter log.md'],
  ['starter LOG', 'Kitchen/🍞 Starter log.md'],
  ['tirrick', 'Birds/Arctic tern.md'],
  ['[[Tirrick]]', 'Birds/Arctic tern.md'],
  ['Полярная крачка', 'Birds/Arctic tern.md'],
  ['tern', 'Birds/Arctic tern.md'],
  ['Ana', 'People/Ana Lima.md'],
  ['Notes/Whale', 'Whale.md'],
  ['R-014', 'Repairs/R-014 Spine.md'],
  ['Artic tern', 'Birds/Arctic tern.md'],
  ['uber uns', 'Café/Über uns.md'],
  ['Chapter', 'Books/Chapter 10.md'],
  ['Chaptre 10', 'Books/Chapter 10.md'],
  ['Release 2.10', 'Books/Release 2.10 notes.md'],
  ['Secret', 'Hidden/Secret garden.md'],
  ['Eden', 'Hidden/Secret garden.md'],
])('`%s` reads %s and says which note that is', async (name, path) => {
  const answer = await read(name);
  expect(codeOf(answer)).toBe('ok');
  expect(answer.structured['path']).toBe(path);
  expect(JSON.stringify(answer.structured['hints'])).toContain(path);
  expect(answer.text.split('\n')[0]).toContain(path);
  expect(answer.text).toMatch(/^Hint: /u);
});

test('the heading of such a name is read, too', async () => {
  const { structured } = await read('Starter log#Feeding');
  expect(structured).toMatchObject({ path: 'Kitchen/🍞 Starter log.md', startLine: 5 });
  expect((await read('Starter log', { heading: 'Feeding' })).structured).toMatchObject({ startLine: 5 });
});

test.each(['Whale', 'whale.md', '[[Arctic tern]]', 'birds/arctic tern'])(
  '`%s` is the name itself, of which nothing is said',
  async name => {
    const answer = await read(name);
    expect(codeOf(answer)).toBe('ok');
    expect(answer.structured['hints']).toBeUndefined();
  },
);

test.each([
  ['Boss', 'several notes with the alias'],
  ['Lima', 'several notes with the word'],
  ['2026-10-06', 'another day'],
  ['Journal/2026-10-06.md', 'another day'],
  ['R-015 Spine', 'another number'],
  ['Chapter 1', 'another number'],
  ['Chapter 0', 'another number'],
  ['Books/Chapter 100.md', 'another number'],
  ['Invoice 2', 'another number'],
  ['[[2 Invoice 2]]', 'another number'],
  ['Canto XI', 'another number'],
  ['Canto XV', 'another number'],
  ['Appendix A', 'another letter'],
  ['Release 2.1', 'another number'],
  ['2026-W4', 'another week'],
  ['2026', 'a year'],
  ['Plans/2025/Summary', 'another year'],
  ['Whale watching', 'a longer name'],
  ['Birds', 'a folder'],
  ['Nothing like it', 'nothing'],
])('`%s` is refused: %s', async name => {
  expect(codeOf(await read(name))).toBe('not_found');
});

test.each(['Secret', 'Secret garden', 'Eden', 'Hidden/Secret'])(
  'a note that the token does not see is not meant by `%s`',
  async path => {
    const answer = await some.call('read_note', { path });
    expect(codeOf(answer)).toBe('not_found');
    expect(JSON.stringify(answer)).not.toContain('Secret garden.md');
  },
);

test.each([
  ['edit_note', { edits: [{ oldText: 'e', newText: 'x', replaceAll: true }] }],
  ['update_note', { mode: 'append', content: 'More.', createIfNeeded: false }],
  ['patch_note', { operation: 'append', targetType: 'heading', target: 'Log', content: 'x' }],
  ['update_frontmatter', { set: { a: 1 } }],
  ['delete', {}],
  ['move', { newPath: 'Elsewhere.md' }],
])('%s does not take such a name', async (tool, args) => {
  const before = contentsOf(lectern.folder.path);
  for (const path of ['Starter log', 'Tirrick', 'tern'])
    expect(codeOf(await client.call(tool, { path, ...args }))).toBe('not_found');
  expect(contentsOf(lectern.folder.path)).toEqual(before);
});

test.each([
  ['Tirrick', 'an alias'],
  ['Tirrik', 'nearly an alias'],
])('a write to `%s` names the note of which it is %s', async path => {
  const answer = await client.call('update_note', { path, mode: 'append', content: 'x', dryRun: true });
  expect(answer.text).toContain('Birds/Arctic tern.md');
});
