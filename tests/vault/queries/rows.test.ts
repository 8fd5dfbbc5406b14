import fc from 'fast-check';
import {
  BestRows,
  compareValues,
  placeOfRow,
  type Row,
  type RowGroup,
  RowGroups,
  type RowOrder,
  type RowPage,
  selectFields,
} from '../../../src/vault/queries/rows';
import { summaryOf } from '../../../src/vault/queries/listings/list-files';

const rows = [
  { path: 'c.md', wordCount: 3, tags: ['x', 'y'], frontmatter: { status: 'Open', due: '2026-01-02' } },
  { path: 'a.md', wordCount: 10, tags: [], frontmatter: { status: 'open', due: 5 } },
  { path: 'b.md', wordCount: 3, tags: ['y'], frontmatter: { due: null, 'a.b': 1 } },
  { path: 'd.md', wordCount: Number.NaN, tags: ['x', 'x'], frontmatter: {} },
];
const paths = (list: readonly Row[]): string => list.map(({ path }) => String(path)[0]).join('');

function sorted(
  order: RowOrder,
  unsorted: readonly Row[] = rows,
  page: RowPage = { most: 10 },
): readonly Row[] {
  const best = new BestRows<Row>(order, page);
  for (const row of unsorted) best.offer(row);
  return best.sorted();
}

function grouped(field: string): readonly RowGroup<Row>[] {
  const groups = new RowGroups<Row>(field, { field: 'path', order: 'asc' }, 50);
  for (const row of rows) groups.offer(row);
  return groups.sorted();
}

describe('rows of notes', () => {
  it('have their path and the requested fields', () => {
    expect(selectFields(rows[0] ?? {}, ['wordCount', 'frontmatter.status', 'frontmatter.none'])).toEqual({
      path: 'c.md',
      wordCount: 3,
      'frontmatter.status': 'Open',
      'frontmatter.none': null,
    });
    expect(selectFields(rows[2] ?? {}, ['frontmatter.a.b'])).toEqual({ path: 'b.md', 'frontmatter.a.b': 1 });
  });

  it('keep a field called __proto__ a field', () => {
    const frontmatter: unknown = JSON.parse('{"__proto__":{"polluted":1}}');
    const selected = selectFields({ path: 'x', frontmatter }, ['frontmatter.__proto__', '__proto__']);
    expect(Object.keys(selected)).toEqual(['path', 'frontmatter.__proto__', '__proto__']);
    expect({}).not.toHaveProperty('polluted');
  });

  it('sort by a field, then by path, with missing values last in both orders', () => {
    expect(paths(sorted({ field: 'wordCount', order: 'asc' }))).toBe('bcad');
    expect(paths(sorted({ field: 'wordCount', order: 'desc' }))).toBe('abcd');
    expect(paths(sorted({ field: 'frontmatter.due', order: 'asc' }))).toBe('acbd');
  });

  it('have the same order page by page, whatever their input order and number', () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>(null, Number.NaN, true, {}, 'a', 'A', ['a', 1]),
      fc.integer({ min: 0, max: 3 }),
    );
    const order = fc.record({
      field: fc.constant('value'),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    });
    const page = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 12 }), order, page, (values, by, most) => {
        const unsorted = values.map((given, index) => ({
          path: `${index % 2 ? 'N' : 'n'}${index}`,
          value: given,
        }));
        const all = sorted(by, unsorted, { most: Infinity });
        expect(all).toHaveLength(unsorted.length);
        let behind;
        for (let from = 0; from < all.length; from += most) {
          const shown: readonly Row[] = sorted(by, unsorted, { most, behind });
          expect(shown).toEqual(all.slice(from, from + most));
          behind = placeOfRow(shown.at(-1) ?? {}, by);
        }
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it('are kept only as long as a page needs them', () => {
    const kept = new BestRows<Row>({ field: 'path', order: 'asc' }, { most: 3 });
    for (let index = 0; index < 10_000; index += 1) kept.offer({ path: `${(index * 7919) % 10_000}` });
    expect(kept.count).toBe(10_000);
    expect(kept.sorted()).toEqual([{ path: '0' }, { path: '1' }, { path: '10' }]);
  });

  it('group by a field, a row in the group of each member of its list', () => {
    const groups = grouped('tags');
    expect(groups.map(({ key, rows: { count } }) => [key, count])).toEqual([
      ['x', 2],
      ['y', 2],
      [null, 1],
    ]);
    const members = groups.map(({ rows: group }) => group.sorted());
    expect(members.map(paths)).toEqual(['cd', 'bc', 'a']);
    expect(grouped('wordCount').map(({ key }) => key)).toEqual([3, 10, null]);
  });

  it('are in a total order whatever their values are', () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        undefined,
        Number.NaN,
        true,
        false,
        {},
        0,
        -0,
        Infinity,
        'a',
        'A',
        'é',
        '',
      ),
      fc.integer(),
      fc.string(),
      fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0);
        if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0)
          expect(compareValues(a, c)).toBeLessThanOrEqual(0);
      }),
      { seed: 3, numRuns: 1000 },
    );
  });
});

describe('the properties of a row', () => {
  const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

  test('the properties of a note are the same object where none is cut', () => {
    const shownFrontmatter = { title: 'A', tags: ['x'], text: 'y'.repeat(4000) };
    const summary = summaryOf({ shownFrontmatter }, undefined);
    expect(summary).toEqual({ frontmatterSummary: shownFrontmatter });
    expect(summary?.frontmatterSummary).toBe(shownFrontmatter);
  });

  test.each([
    ['a text', 'y'.repeat(1_000_000)],
    ['a list of texts', Array.from({ length: 5000 }, (_, index) => `value ${index}`)],
    ['one text, many times', Array.from({ length: 100 }, () => 'y'.repeat(10_000))],
    ['a map', Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key ${index}`, index]))],
  ])('of a property that is %s, up to 5 kB are in a summary, which names it', (_what, large) => {
    const summary = summaryOf({ shownFrontmatter: { title: 'A', large } }, undefined);
    expect(summary).toMatchObject({
      frontmatterSummary: { title: 'A' },
      cutProperties: ['large'],
    });
    const shown = bytesOf(summary?.frontmatterSummary['large']);
    expect(shown).toBeLessThanOrEqual(5000);
    expect(shown).toBeGreaterThan(4000);
  });

  test('only the properties asked for are looked at, in any letter case', () => {
    const shownFrontmatter = { Status: 'open', large: 'y'.repeat(9000) };
    expect(summaryOf({ shownFrontmatter }, ['status'])).toEqual({
      frontmatterSummary: { Status: 'open' },
    });
  });

  test('a long value that properties share by YAML aliases is cut once', () => {
    const shared = Array.from({ length: 2000 }, (_, index) => `item ${index}`);
    const summary = summaryOf({ shownFrontmatter: { first: shared, second: shared } }, undefined);
    expect(summary?.cutProperties).toEqual(['first', 'second']);
    expect(summary?.frontmatterSummary['second']).toBe(summary?.frontmatterSummary['first']);
  });
});
