import { PageRows, bytesOfPage } from '../../../src/utils/json/page-limit';

describe('the rows of a page', () => {
  it('are all that were asked for, where they fit', () => {
    const page = new PageRows<string>(3);
    for (const row of ['a', 'b', 'c']) page.add(row);
    expect([page.end(), page.isFull]).toEqual([['a', 'b', 'c'], false]);
  });

  it('end before the first that does not fit, and take none behind it', () => {
    const page = new PageRows<string>(1);
    for (const row of ['x'.repeat(60_000), 'y'.repeat(60_000), 'z']) page.add(row);
    expect([page.end().length, page.isFull]).toEqual([1, true]);
  });

  it('are at least one, however large', () => {
    const page = new PageRows<string>(1);
    page.add('x'.repeat(500_000));
    expect(page.end()).toHaveLength(1);
  });

  it('end at the same row whether they are measured together or by themselves', () => {
    const rows = Array.from({ length: 1000 }, (_row, index) => ({
      name: `${index} é"`,
      text: 'x'.repeat(index),
    }));
    const page = new PageRows<(typeof rows)[number]>(1);
    for (const row of rows) page.add(row);
    let left = 99_000;
    const fitting = rows.findIndex(row => (left -= Buffer.byteLength(JSON.stringify(row)) + 1) < 0);
    expect([page.end().length, page.isFull]).toEqual([fitting, true]);
  });

  it('have a kilobyte each, never less than 100 kB nor more than 2 MB together', () => {
    expect([1, 500, 10_000].map(bytesOfPage)).toEqual([100_000, 500_000, 2_000_000]);
  });
});
