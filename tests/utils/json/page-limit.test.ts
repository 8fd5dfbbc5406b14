import { PageRows, bytesOfPage } from '../../../src/utils/json/page-limit';

describe('the rows of a page', () => {
  it('are all that were asked for, where they fit', () => {
    const page = new PageRows<string>(3);
    page.add(['a', 'b']);
    page.add(['c']);
    expect([page.rows, page.isFull]).toEqual([['a', 'b', 'c'], false]);
  });

  it('end before the first that does not fit, and take none behind it', () => {
    const page = new PageRows<string>(1);
    for (const row of ['x'.repeat(60_000), 'y'.repeat(60_000), 'z']) page.add([row]);
    expect([page.rows.length, page.isFull]).toEqual([1, true]);
  });

  it('are at least one, however large', () => {
    const page = new PageRows<string>(1);
    page.add(['x'.repeat(500_000)]);
    expect(page.rows).toHaveLength(1);
  });

  it('end at the same row whether they are measured together or by themselves', () => {
    const rows = Array.from({ length: 1000 }, (_row, index) => ({
      name: `${index} é"`,
      text: 'x'.repeat(index),
    }));
    const [together, again] = [
      new PageRows<(typeof rows)[number]>(1),
      new PageRows<(typeof rows)[number]>(1),
    ];
    for (let at = 0; at < rows.length; at += 50) {
      const written = together.add(rows.slice(at, at + 50));
      if (written !== undefined) again.addWritten(written);
      else again.add(rows.slice(at, at + 50));
    }
    let left = 99_000;
    const fitting = rows.findIndex(row => (left -= Buffer.byteLength(JSON.stringify(row)) + 1) < 0);
    expect([together.rows.length, together.isFull]).toEqual([fitting, true]);
    expect([again.rows.length, again.isFull]).toEqual([fitting, true]);
  });

  it('are written ones only where all of them fit', () => {
    const page = new PageRows<string>(1);
    const all = ['x'.repeat(60_000), 'y'.repeat(30_000)];
    const written = page.add(all);
    expect(written?.rows).toBe(all);
    expect(page.add(['z'.repeat(9000), 'z'.repeat(9000)])).toBeUndefined();
    expect([page.rows.length, page.isFull]).toEqual([2, true]);
    expect(written && page.addWritten(written)).toBe(false);
  });

  it('have a kilobyte each, never less than 100 kB nor more than 2 MB together', () => {
    expect([1, 500, 10_000].map(bytesOfPage)).toEqual([100_000, 500_000, 2_000_000]);
  });
});
