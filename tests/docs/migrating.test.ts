import { tools } from '../../src/tools';
import { textOf } from './pages';

const rows = textOf('docs/migrating.md')
  .split('\n')
  .filter(line => line.startsWith('|'));

/** Tools that Lectern has nothing for. */
const without = rows
  .filter(line => /\|\s*none\s*\|\s*$/.test(line))
  .flatMap(line => [...line.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));

test('the page on other servers says "none" of no tool that Lectern has by a similar name', () => {
  const shared = (one: string, other: string): number =>
    other.split('_').filter(word => one.split('_').includes(word)).length;
  const similar = without.flatMap(theirs =>
    tools.flatMap(({ name }) =>
      name === theirs || shared(theirs, name) >= 2 ? [{ theirs, ours: name }] : [],
    ),
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(similar).toEqual([]);
});
