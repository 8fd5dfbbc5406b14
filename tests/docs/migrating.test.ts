import { tools } from '../../src/tools';
import { textOf } from './pages';

/** Rows of tools that Lectern has nothing for. */
const without = textOf('docs/migrating.md')
  .split('\n')
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
  expect(without).not.toEqual([]);
  expect(similar).toEqual([]);
});
