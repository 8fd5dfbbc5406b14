import { jsonSize } from '../../src/utils/json';
import { bytesOfPage, rowsOfPage, compareSortKeys, type SortKey, PageWindow } from '../../src/utils/page';
import { steppingSlicer } from '../search/slicers';

function rowsOf<Row>(rows: readonly Row[], limit: number, made: Row[] = []): Promise<Row[]> {
  const rowOf = (row: Row): Row => {
    made.push(row);
    return row;
  };
  return rowsOfPage(rows, limit, rowOf, steppingSlicer());
}

describe('the rows of a page', () => {
  it('are all that were asked for, where they fit', async () => {
    expect([...(await rowsOf(['a', 'b', 'c'], 3))]).toEqual(['a', 'b', 'c']);
  });

  it('leave out what has no row', async () => {
    const rowOf = (item: number): number | undefined => (item % 2 === 0 ? item : undefined);
    expect([...(await rowsOfPage([1, 2, 3, 4], 3, rowOf, steppingSlicer()))]).toEqual([2, 4]);
  });

  it('end before the first that does not fit, and none behind it is made', async () => {
    const made: string[] = [];
    const rows = ['x'.repeat(60_000), 'y'.repeat(60_000), 'z'];
    expect([...(await rowsOf(rows, 1, made))]).toEqual(rows.slice(0, 1));
    expect(made).toEqual(rows.slice(0, 2));
  });

  it('are at least one, however large', async () => {
    expect(await rowsOf(['x'.repeat(500_000), 'y'], 1)).toHaveLength(1);
  });

  it('do not seem to fit where one does not, whose measuring ended at the limit', async () => {
    const row = Array.from({ length: 50_000 }, (_item, index) => index);
    expect(jsonSize(await rowsOf([row], 1), 100_000)).toBeGreaterThan(100_000);
  });

  it('are measured as the bytes of their JSON', async () => {
    const rows = Array.from({ length: 1000 }, (_row, index) => ({
      name: `${index} é"`,
      text: 'x'.repeat(index),
    }));
    let left = 99_000;
    const fitting = rows.findIndex(row => (left -= Buffer.byteLength(JSON.stringify(row)) + 1) < 0);
    expect(await rowsOf(rows, 1)).toHaveLength(fitting);
  });

  it('have a kilobyte each, never less than 100 kB nor more than 2 MB together', () => {
    expect([1, 500, 10_000].map(bytesOfPage)).toEqual([100_000, 500_000, 2_000_000]);
  });
});

describe('the window of a page', () => {
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
});
