/** Near names are compared in slices: no tool compares all names of the vault in one step for what is missing. */
import { NameFinder } from '../../../src/utils/text/folding';
import { VisibleFiles } from '../../../src/vault/access/visible-files';
import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

const count = 200;
let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  const paths = Array.from({ length: count }, (_item, index) => `Logs/Log ${1000 + index}.md`);
  lectern = await RunningLectern.start({ files: Object.fromEntries(paths.map(path => [path, 'x\n'])) });
  client = await lectern.connect();
});
afterAll(() => lectern.close());
afterEach(() => jest.restoreAllMocks());

const missing = Array.from({ length: 22 }, (_item, index) => `Lug ${1000 + index}`);

test.each<[string, string, Record<string, unknown>, string]>([
  ['a condition on a folder', 'query_notes', { where: ['folder=Lags'] }, 'near folders: Logs'],
  ['a condition on links', 'query_notes', { where: ['links=Lag 1070'] }, 'Logs/Log 1070.md'],
  ['a condition on backlinks', 'query_notes', { where: ['backlinks=Lag 1070'] }, 'Logs/Log 1070.md'],
  ['a glob', 'list_notes', { includes: ['Lags/**'] }, 'near folders: Logs'],
  ['a folder to move', 'move', { path: 'Lags/', newPath: 'Diary/' }, 'Logs'],
  ['a folder to list', 'list', { path: 'Lags/' }, 'Logs'],
  ['a link', 'resolve_link', { link: 'Lag 1070' }, 'Logs/Log 1070.md'],
  ['many notes', 'read_notes', { paths: missing.slice(0, 20) }, 'Logs/Log 1019.md'],
])('%s', async (_what, tool, args, expected) => {
  const search = jest.spyOn(NameFinder.prototype, 'nearest');
  const { text, structured } = await client.call(tool, args);
  expect(text + JSON.stringify(structured)).toContain(expected);
  const inOneStep = search.mock.contexts.filter(
    finder => finder instanceof NameFinder && finder.size >= count,
  );
  expect(inOneStep).toHaveLength(0);
});

test('of the missing paths of one call, the first twenty are answered with near ones', async () => {
  const search = jest.spyOn(NameFinder.prototype, 'nearest');
  const { text, structured } = await client.call('read_notes', { paths: missing });
  const said = text + JSON.stringify(structured);
  expect(said).toContain('Logs/Log 1019.md');
  expect(said).toContain(String(missing[21]));
  expect(said).not.toContain('Logs/Log 1021.md');
  expect(search.mock.contexts.filter(finder => finder instanceof NameFinder && finder.size >= count)).toEqual(
    [],
  );
});

test('a name that is there is looked up once beforehand', async () => {
  const lookup = jest.spyOn(VisibleFiles.prototype, 'linkTarget');
  await client.call('read_note', { path: 'Log 1070' });
  expect(lookup).toHaveBeenCalledTimes(1);
});
