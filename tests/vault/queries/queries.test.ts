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
import { LogicBudget } from '../../../src/vault/queries/json-logic/operators';
import { compileLogic } from '../../../src/vault/queries/json-logic/json-logic';

describe('rows of queries', () => {
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
    const best = new BestRows(order, page);
    for (const row of unsorted) best.offer(row);
    return best.sorted();
  }

  function grouped(field: string): readonly RowGroup[] {
    const groups = new RowGroups({ field, order: 'asc' }, { field: 'path', order: 'asc' }, 50);
    for (const row of rows) groups.offer(row);
    return groups.sorted().map(({ group }) => group);
  }

  describe('rows of notes', () => {
    it('have their path and the requested fields', () => {
      expect(selectFields(rows[0] ?? {}, ['wordCount', 'frontmatter.status', 'frontmatter.none'])).toEqual({
        path: 'c.md',
        wordCount: 3,
        'frontmatter.status': 'Open',
        'frontmatter.none': null,
      });
      expect(selectFields(rows[2] ?? {}, ['frontmatter.a.b'])).toEqual({
        path: 'b.md',
        'frontmatter.a.b': 1,
      });
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

    it.each<['asc' | 'desc', string]>([
      ['asc', 'nmdeablyz'],
      ['desc', 'mnedbalyz'],
    ])('sort mixed values of a property kind by kind (%s)', (order, expected) => {
      const values = { a: 'apple', b: 'Banana', d: '2026-01-02', e: '2026-02-01', l: ['x'] };
      const all = Object.entries({ ...values, m: 100, n: 9, y: '', z: null });
      const unsorted = all.map(([path, amount]) => ({
        path,
        amount,
        frontmatter: { amount },
        title: amount,
      }));
      for (const field of ['amount', 'frontmatter.amount'])
        expect(paths(sorted({ field, order }, unsorted))).toBe(expected);
    });

    it('sort titles as texts, dates among them too', () => {
      const unsorted = ['2026-01-02', 'apple', '1 egg'].map(title => ({ path: title, title }));
      expect(paths(sorted({ field: 'title', order: 'desc' }, unsorted))).toBe('a21');
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
      const kept = new BestRows({ field: 'path', order: 'asc' }, { most: 3 });
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
      const summary = summaryOf({ tags: [], shownFrontmatter }, undefined);
      expect(summary).toEqual({ frontmatterSummary: shownFrontmatter });
      expect(summary?.frontmatterSummary).toBe(shownFrontmatter);
    });

    test.each([
      ['a text', 'y'.repeat(1_000_000)],
      ['a list of texts', Array.from({ length: 5000 }, (_, index) => `value ${index}`)],
      ['one text, many times', Array.from({ length: 100 }, () => 'y'.repeat(10_000))],
      ['a map', Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key ${index}`, index]))],
    ])('of a property that is %s, up to 5 kB are in a summary, which names it', (_what, large) => {
      const summary = summaryOf({ tags: [], shownFrontmatter: { title: 'A', large } }, undefined);
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
      expect(summaryOf({ tags: [], shownFrontmatter }, ['status'])).toEqual({
        frontmatterSummary: { Status: 'open' },
      });
    });

    test('a long value that properties share by YAML aliases is cut once', () => {
      const shared = Array.from({ length: 2000 }, (_, index) => `item ${index}`);
      const summary = summaryOf({ tags: [], shownFrontmatter: { first: shared, second: shared } }, undefined);
      expect(summary?.cutProperties).toEqual(['first', 'second']);
      expect(summary?.frontmatterSummary['second']).toBe(summary?.frontmatterSummary['first']);
    });
  });
});

describe('conditions', () => {
  const clock = { now: () => new Date(2026, 10, 20, 12) };
  const compile = (rule: unknown): ReturnType<typeof compileLogic> =>
    compileLogic(rule, { clock, caseInsensitive: false });
  const run = (rule: unknown, data: unknown = {}): unknown => compile(rule).evaluate(data);
  const failure = (act: () => unknown): unknown => {
    try {
      return act();
    } catch (error) {
      return error;
    }
  };

  describe('JsonLogic', () => {
    const data = {
      a: 1,
      b: { c: 'x', 'd.e': 2 },
      list: [1, 2, 3],
      people: [{ age: 3 }, { age: 30 }],
      empty: [],
      text: 'apple',
      zero: 0,
      nothing: null,
    };

    it.each<[unknown, unknown]>([
      [{ var: 'a' }, 1],
      [{ var: ['z', 26] }, 26],
      [{ var: 'z' }, null],
      [{ var: 'b.c' }, 'x'],
      [{ var: 'b.d.e' }, 2],
      [{ var: 'list.1' }, 2],
      [{ var: 'list.length' }, 3],
      [{ var: ['zero', 5] }, 0],
      [{ missing: ['a', 'z', 'nothing'] }, ['z', 'nothing']],
      [{ missing: [{ merge: ['a', ['q']] }] }, ['q']],
      [{ missing_some: [1, ['a', 'q']] }, []],
      [{ missing_some: [2, ['a', 'q', 'r']] }, ['q', 'r']],
      [{ if: [false, 1, true, 2, 3] }, 2],
      [{ if: [false, 1, 3] }, 3],
      [{ if: [false, 1] }, null],
      [{ '?:': [true, 1, 2] }, 1],
      [{ '==': [1, '1'] }, true],
      [{ '==': [0, false] }, true],
      [{ '==': [null, 0] }, false],
      [{ '==': [null, { var: 'zz' }] }, true],
      [{ '===': [1, '1'] }, false],
      [{ '!=': [1, '1'] }, false],
      [{ '!==': [1, '1'] }, true],
      [{ '!': [[]] }, true],
      [{ '!!': ['0'] }, true],
      [{ '!': 'x' }, false],
      [{ or: [0, 'a', 1] }, 'a'],
      [{ and: [1, [], 2] }, []],
      [{ '<': [1, 2, 3] }, true],
      [{ '<': [1, 1, 3] }, false],
      [{ '<=': [1, 1, 3] }, true],
      [{ '>': ['b', 'a'] }, true],
      [{ '>=': ['10', 9] }, true],
      [{ '<': ['10', '9'] }, true],
      [{ '<': [null, 'x'] }, false],
      [{ max: [1, 3, '2'] }, 3],
      [{ min: [1, 3, '2'] }, 1],
      [{ '+': ['3.5', 1, '2px'] }, 6.5],
      [{ '+': '3' }, 3],
      [{ '-': [5, 2] }, 3],
      [{ '-': 5 }, -5],
      [{ '*': [2, 3, 4] }, 24],
      [{ '/': [1, 4] }, 0.25],
      [{ '%': [7, 4] }, 3],
      [{ map: [{ var: 'list' }, { '*': [{ var: '' }, 2] }] }, [2, 4, 6]],
      [{ map: [{ var: 'a' }, 1] }, []],
      [{ filter: [{ var: 'list' }, { '>': [{ var: '' }, 1] }] }, [2, 3]],
      [{ reduce: [{ var: 'list' }, { '+': [{ var: 'current' }, { var: 'accumulator' }] }, 10] }, 16],
      [{ all: [{ var: 'list' }, { '>': [{ var: '' }, 0] }] }, true],
      [{ all: [{ var: 'empty' }, true] }, false],
      [{ none: [{ var: 'people' }, { '>': [{ var: 'age' }, 40] }] }, true],
      [{ some: [{ var: 'people' }, { '>': [{ var: 'age' }, 20] }] }, true],
      [{ merge: [[1, 2], 3, [[4]]] }, [1, 2, 3, [4]]],
      [{ in: ['pp', { var: 'text' }] }, true],
      [{ in: [2, { var: 'list' }] }, true],
      [{ in: ['2', { var: 'list' }] }, false],
      [{ in: ['x', null] }, false],
      [{ cat: ['I ', 1, [2, 3], null] }, 'I 12,3null'],
      [{ substr: ['jsonlogic', 4] }, 'logic'],
      [{ substr: ['jsonlogic', -5] }, 'logic'],
      [{ substr: ['jsonlogic', 1, 3] }, 'son'],
      [{ substr: ['jsonlogic', 4, -2] }, 'log'],
      [{ glob: ['*.md', 'a.md'] }, true],
      [{ glob: ['work/**', ['home', 'work/x']] }, true],
      [{ glob: ['*.md', { var: 'a' }] }, false],
      [{ regexp: ['^ap+', { var: 'text' }] }, true],
      [{ regexp: ['^AP', { var: 'text' }] }, false],
      [{ regexp: ['(?i)^AP', ['x', 'Apple']] }, true],
      [{ date: ['yesterday'] }, '2026-11-19'],
      [{ date: '2026-11-20' }, '2026-11-20'],
      [{ '<': ['2026-11-18', { date: ['today'] }, '2026-11-21'] }, true],
      [
        [1, { var: 'a' }],
        [1, 1],
      ],
      ['text', 'text'],
      [
        { two: 1, keys: 2 },
        { two: 1, keys: 2 },
      ],
    ])('evaluates %j', (rule, expected) => {
      expect(run(rule, data)).toEqual(expected);
    });

    it('tests by truth, in which an empty list is false', () => {
      expect(compile({ var: 'empty' }).test(data)).toBe(false);
      expect(compile({ var: 'list' }).test(data)).toBe(true);
    });

    it('lists the fields that it reads, or says that it may read any', () => {
      expect(compile({ and: [{ var: 'frontmatter.x' }, { missing: ['links'] }] }).reads).toEqual(
        new Set(['frontmatter.x', 'links']),
      );
      expect(compile({ var: { cat: ['a', 'b'] } }).reads).toBeUndefined();
      expect(compile({ map: [{ var: 'tags' }, { var: '' }] }).reads).toEqual(new Set(['tags']));
      expect(compile({ cat: [{ var: '' }] }).reads).toBeUndefined();
    });
  });

  describe('a hostile rule', () => {
    it.each([
      'constructor',
      '__proto__',
      'prototype',
      'toString',
      'length',
      'a.constructor.name',
      'list.map',
      'text.length',
      'list.constructor',
    ])('reads nothing through %s', path => {
      expect(run({ var: path }, JSON.parse('{"a":{},"list":[1],"text":"x"}'))).toBeNull();
    });

    it.each([
      'constructor',
      '__proto__',
      'hasOwnProperty',
      'log',
      'method',
      'eval',
      '',
      'valueOf',
      'x'.repeat(500),
    ])('has no operator %j', name => {
      const rule: unknown = JSON.parse(`{${JSON.stringify(name)}:[1,"x"]}`);
      expect(failure(() => compile(rule))).toMatchObject({ code: 'invalid_query' });
    });

    it('cannot call members of the data', () => {
      let called = 0;
      const trap = {
        toString: () => (called += 1),
        valueOf: () => (called += 1),
        toJSON: () => (called += 1),
      };
      for (const operator of ['==', '+', 'cat', '<', 'in', 'max', 'substr', '-'])
        run({ [operator]: [{ var: 't' }, 'x'] }, { t: trap });
      expect(called).toBe(0);
    });

    it('is refused when it nests too deep or is too large', () => {
      const deep: unknown = JSON.parse(`${'{"!":['.repeat(5000)}1${']}'.repeat(5000)}`);
      expect(failure(() => compile(deep))).toMatchObject({ code: 'invalid_query' });
      expect(failure(() => compile(new Array(20_000).fill(1)))).toMatchObject({ code: 'invalid_query' });
    });

    const list = Array.from({ length: 3000 }, (_, n) => n);
    const doubling = (times: number): unknown => ({
      reduce: [list.slice(0, times), { cat: [{ var: 'accumulator' }, { var: 'accumulator' }] }, 'x'],
    });

    it.each<[string, unknown]>([
      ['lists within lists', { map: [{ var: 'rows' }, { map: [{ var: 'list' }, 1] }] }],
      ['nested literal lists', { map: [list, { reduce: [list, { '+': [{ var: 'current' }, 1] }, 0] }] }],
      ['a doubling text', doubling(40)],
      [
        'a doubling list',
        { reduce: [list, { merge: [{ var: 'accumulator' }, { var: 'accumulator' }] }, [1]] },
      ],
      ['a nesting list', { cat: [{ reduce: [list, [{ var: 'accumulator' }], 0] }] }],
      ['a doubling tree', { cat: [{ reduce: [list, [{ var: 'accumulator' }, { var: 'accumulator' }], 0] }] }],
      ['ever new patterns', { map: [list, { regexp: [{ cat: ['a', { var: '' }] }, 'x'] }] }],
    ])('stops at its budget: %s', (_name, rule) => {
      expect(failure(() => run(rule, { list, rows: list.map(() => ({ list })) }))).toMatchObject({
        code: 'budget_exceeded',
      });
    });

    it.each<[string, unknown, unknown]>([
      [
        'dates that take the library long',
        { map: [list.slice(0, 20), { date: [{ cat: ['in 1', { var: '' }, ' days', ' '.repeat(80)] }] }] },
        'budget_exceeded',
      ],
      [
        'many short dates in words',
        { map: [list.slice(1, 150), { date: [{ cat: ['in ', { var: '' }, ' days'] }] }] },
        'budget_exceeded',
      ],
      [
        'very many dates in ISO',
        { map: [list, { date: [{ cat: [{ '+': [{ var: '' }, 2000] }, '-01-10'] }] }] },
        'budget_exceeded',
      ],
      ['dates that are read once', { map: [{ var: 'list' }, { date: ['2 weeks ago'] }] }, undefined],
      ['dates in ISO', { map: [{ var: 'days' }, { date: [{ var: '' }] }] }, undefined],
      [
        'computed patterns',
        { map: [[1, 2, 3], { regexp: [{ cat: ['a{600}', { var: '' }] }, 'x'] }] },
        'budget_exceeded',
      ],
      ['a large pattern on a long text', { regexp: ['a.{90}b.{90}c', { var: 'long' }] }, 'budget_exceeded'],
    ])('counts what they cost: %s', (_name, rule, code) => {
      const days = list.map(n => `20${10 + (n % 80)}-11-20`);
      const answer = failure(() => run(rule, { list, days, long: 'ab'.repeat(5000) }));
      if (code === undefined) expect(answer).toHaveLength(list.length);
      else expect(answer).toMatchObject({ code });
    });

    it('stops at a budget for all notes of a query', () => {
      const { evaluate } = compile({ some: [{ var: 'list' }, { '===': [{ var: '' }, -1] }] });
      const inAll = { left: 100_000 };
      const ask = (): unknown => evaluate({ list }, new LogicBudget(undefined, inAll));
      expect(ask()).toBe(false);
      const error = failure(() => list.map(ask));
      expect(error).toMatchObject({ code: 'budget_exceeded' });
      expect(String(error)).toContain('all notes');
    });

    it('compiles the patterns that it names before the first note, each by itself', () => {
      const rule = { or: ['a+', 'b+', 'c+'].map(pattern => ({ regexp: [pattern, { var: 'text' }] })) };
      const { preparations, evaluate } = compile(rule);
      expect(preparations).toHaveLength(3);
      for (const prepare of preparations) prepare();
      expect(evaluate({ text: 'c' }, new LogicBudget(100))).toBe(true);
      expect(failure(() => compile({ or: list.map(n => ({ glob: [`${n}*`, 'x'] })) }))).toMatchObject({
        code: 'invalid_query',
      });
    });

    it.each<[string, unknown]>([
      ['in', { in: [{ var: 'wanted' }, { var: 'text' }] }],
      [
        '=== on texts of one length',
        { some: [{ var: 'texts' }, { '===': [{ var: '' }, 'b'.repeat(99_999)] }] },
      ],
    ])('takes time in proportion to the texts: %s', (_name, rule) => {
      const half = 'a'.repeat(50_000);
      const data = {
        wanted: `${half}b${half}`,
        text: 'a'.repeat(300_000),
        texts: list.slice(0, 50).map(() => half + half),
      };
      const before = process.cpuUsage();
      expect(run(rule, data)).toBe(false);
      // `in` took 3 s.
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
    });

    it('spends a budget that can be given', () => {
      expect(failure(() => compile({ map: [list, 1] }).evaluate({}, new LogicBudget(100)))).toMatchObject({
        code: 'budget_exceeded',
      });
    });

    it('refuses bad patterns and dates, and reveals nothing of the note', () => {
      const note = { text: 'canary(' };
      for (const rule of [
        { regexp: [{ var: 'text' }, 'x'] },
        { date: [{ var: 'text' }] },
        { regexp: ['(a)\\1', 'x'] },
      ]) {
        const error = failure(() => run(rule, note));
        expect(error).toMatchObject({ code: 'invalid_query' });
        expect(String(error)).not.toContain('canary');
      }
    });
  });
});
