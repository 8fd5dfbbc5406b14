import { compareSortKeys, type SortKey, PageWindow } from '../../src/utils/page';

function window(behind: SortKey | undefined): PageWindow<number> {
  const kept = new PageWindow<number>({ keyOf: item => [item], compare: compareSortKeys, behind, most: 3 });
  for (let item = 0; item < 100_000; item += 1) kept.add(item);
  return kept;
}

test.each([
  ['the first items', undefined, [0, 1, 2]],
  ['those behind a place', [41], [42, 43, 44]],
  ['the last ones, which are fewer', [99_997], [99_998, 99_999]],
  ['none behind the last', [99_999], []],
])('of a hundred thousand items a page keeps %s, and counts all', (_what, behind, items) => {
  const kept = window(behind);
  expect(kept.items).toEqual(items);
  expect(kept.totalCount).toBe(100_000);
});
