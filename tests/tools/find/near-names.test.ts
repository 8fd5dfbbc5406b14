/** Near names are said wherever a name is missing. */
import { type SlicedTools, slicedTools } from './sliced-tools';

const count = 400;
const [near, far] = ['Lags 1070', 'Qqqq 7777'];
let lectern: SlicedTools;

beforeAll(async () => {
  const paths = Array.from(
    { length: count },
    (_item, index) => `Logs ${1000 + index}/Log ${1000 + index}.md`,
  );
  lectern = await slicedTools(Object.fromEntries(paths.map(path => [path, 'x\n'])));
  // The first calls make what is kept of the vault.
  for (let call = 0; call < 20; call += 1) await lectern.call('list', { path: near });
  for (let call = 0; call < 4; call += 1) await lectern.call('query_notes', { where: [`links=${near}`] });
});
afterAll(() => lectern.close());

type Arguments = (name: string) => Record<string, unknown>;

test.each<[string, string, Arguments, string]>([
  ['a condition on a folder', 'query_notes', name => ({ where: [`folder=${name}`] }), 'near folders: Logs'],
  ['a condition on links', 'query_notes', name => ({ where: [`links=${name}`] }), 'Log 1070.md'],
  ['a condition on backlinks', 'query_notes', name => ({ where: [`backlinks=${name}`] }), 'Log 1070.md'],
  ['a glob', 'list_notes', name => ({ includes: [`${name}/**`] }), 'near folders: Logs'],
  ['a folder to move', 'move', name => ({ path: `${name}/`, newPath: 'Diary/' }), 'Logs 1070'],
  ['a folder to list', 'list', name => ({ path: `${name}/` }), 'Logs 1070'],
  ['a link', 'resolve_link', name => ({ link: name }), 'Log 1070.md'],
  ['a note', 'read_note', name => ({ path: name }), 'Logs 1070/'],
  ['one of many notes', 'read_notes', name => ({ paths: [name] }), 'Logs 1070/'],
])('a near name is said for %s', async (...row) => {
  const [, tool, argsFor, expected] = row;
  expect((await lectern.call(tool, argsFor(near))).said).toContain(expected);
  expect((await lectern.call(tool, argsFor(far))).said).not.toContain(expected);
});

test('of the missing paths of one call, the first twenty are answered with near ones', async () => {
  const paths = Array.from({ length: 22 }, (_item, index) => `Lug ${1000 + index}`);
  const { said } = await lectern.call('read_notes', { paths });
  expect(said).toContain('Log 1019.md');
  expect(said).toContain('Lug 1021');
  expect(said).not.toContain('Log 1021.md');
});

test('a name that is there is looked up once beforehand, and once by the tool', async () => {
  const path = 'Logs 1070/Log 1070.md';
  await lectern.call('read_note', { path: 'Log 1070' });
  const before = lectern.looksAt(path);
  await lectern.call('read_note', { path: 'Log 1070' });
  expect(lectern.looksAt(path) - before).toBe(2);
});
