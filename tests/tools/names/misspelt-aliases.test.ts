import type { TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';

const withAliases = (...aliases: string[]): string => `---\naliases: ${JSON.stringify(aliases)}\n---\n`;

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'a.md': withAliases('Moonshot', 'Rocket'),
      'b.md': withAliases('MOONSHOT'),
      'c.md': withAliases('Moonshoot', 'Bucket'),
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function candidates(path: string): Promise<unknown> {
  return field((await client.call('get_outline', { path })).structured, 'error', 'candidates');
}

test.each([
  ['moonshot', ['a.md', 'b.md']],
  ['Moonsho', ['a.md', 'b.md', 'c.md']],
  ['moonshooot', ['c.md', 'a.md', 'b.md']],
  ['Rokcet', ['a.md']],
  ['Mooring', undefined],
])('%j names the notes with the nearest aliases, the nearest first', async (alias, expected) => {
  expect(await candidates(alias)).toEqual(expected);
});

test('aliases follow notes that change and take another name', async () => {
  await client.call('update_frontmatter', { path: 'b', set: { aliases: ['Satellite'] }, replace: true });
  await client.call('move', { path: 'b', newPath: 'd' });
  expect(await candidates('Satelite')).toEqual(['d.md']);
  expect(await candidates('Moonshot')).toEqual(['a.md']);
});
