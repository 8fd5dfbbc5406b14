import fc from 'fast-check';
import {
  compareValues,
  groupRows,
  rootField,
  selectFields,
  sortRows,
} from '../../src/search/structured-query';
import { steppingSlicer } from './slicers';

const rows = [
  { path: 'c.md', wordCount: 3, tags: ['x', 'y'], frontmatter: { status: 'Open', due: '2026-01-02' } },
  { path: 'a.md', wordCount: 10, tags: [], frontmatter: { status: 'open', due: 5 } },
  { path: 'b.md', wordCount: 3, tags: ['y'], frontmatter: { due: null, 'a.b': 1 } },
  { path: 'd.md', wordCount: Number.NaN, tags: ['x', 'x'], frontmatter: {} },
];
const paths = (list: readonly { readonly path: string }[]): string =>
  list.map(({ path }) => path[0]).join('');

describe('rows of notes', () => {
  it('hold their path and the fields asked for', () => {
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

  it('sort by a field, equals by path, what is missing last either way', async () => {
    const sorted = (field: string, order: 'asc' | 'desc' = 'asc'): Promise<typeof rows> =>
      sortRows(rows, field, order, steppingSlicer().slicer.slice());
    expect(paths(await sorted('wordCount'))).toBe('bcad');
    expect(paths(await sorted('wordCount', 'desc'))).toBe('abcd');
    expect(paths(await sorted('frontmatter.due'))).toBe('acbd');
  });

  it('group by a field, a row in the group of each member of its list', async () => {
    const turn = steppingSlicer().slicer.slice();
    expect(
      (await groupRows(rows, 'tags', turn)).map(({ key, count, rows: members }) => [
        key,
        count,
        paths(members),
      ]),
    ).toEqual([
      ['x', 2, 'cd'],
      ['y', 2, 'cb'],
      [null, 1, 'a'],
    ]);
    expect((await groupRows(rows, 'wordCount', turn)).map(({ key }) => key)).toEqual([3, 10, null]);
  });

  it.each(['path', 'frontmatter', 'frontmatter.a.b', 'tasks.open', 'backlinks'])(
    'may be asked for %s',
    field => {
      expect(rootField(field, 'select')).toBe(field.split('.')[0]);
    },
  );

  it.each(['word', 'constructor', '__proto__.x', '', 'path.x'])('have no field %j', field => {
    expect(() => rootField(field, 'select')).toThrow(/do not have/u);
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
