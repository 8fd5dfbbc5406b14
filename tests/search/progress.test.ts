import { Query } from '../../src/search/query/query';
import { Search } from '../../src/search/search';
import { TextStore } from '../../src/search/index/text-store';
import { steppingSlicer } from './slicers';
import { modified } from './vaults';

it('a search that reads missing notes first tells how many are left', async () => {
  const store = new TextStore({ maxBytes: () => 1e9, readText: path => Promise.resolve(`garden ${path}`) });
  for (const path of ['a.md', 'b.md', 'c.md']) store.expect(path, { modified });
  const left: number[] = [];
  const { slicer } = steppingSlicer();
  const { totalCount } = await new Search(store, Query.parse({ query: 'garden' })).find({
    slicer,
    accepts: () => true,
    now: modified,
    onProgress: missing => left.push(missing),
  });
  expect(totalCount).toBe(3);
  expect(left.at(-1)).toBe(0);
  expect(left).toEqual(left.toSorted((a, b) => b - a));
});
