import fc from 'fast-check';
import { jsonSize, leadingThatFit } from '../../../src/utils/json';
import { shorten, shortenListsInRows } from '../../../src/utils/text/shortening';
import { anyCharacter } from '../../support/text/any-character';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const seed = { seed: 20_261_121, numRuns: 300 };

/** What a parser of JSON gives, with any text. */
const json = fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 4 });

describe('jsonSize', () => {
  test('is the number of bytes', () => {
    fc.assert(
      fc.property(json, value => {
        expect(jsonSize(value, 1e9)).toBeGreaterThanOrEqual(bytesOf(value));
        expect(jsonSize(value, 1e9) - bytesOf(value)).toBeLessThanOrEqual(JSON.stringify(value).length + 1);
      }),
      seed,
    );
  });

  test.each([
    ['"quotes" and \\ and \n\t\r\b\f', 'escapes of two'],
    ['\u0000\u001f\u000b', 'escapes of six'],
    ['naïve 日本 😀', 'many bytes'],
  ])('counts %j: %s', text => {
    expect(jsonSize(text, 1e9)).toBe(bytesOf(text));
  });

  test('looks no further than it is asked to', () => {
    const looked: number[] = [];
    const items = Array.from({ length: 1000 }, (_, index) => ({
      get text() {
        looked.push(index);
        return 'x'.repeat(10);
      },
    }));
    expect(jsonSize(items, 100)).toBeGreaterThan(100);
    expect(looked.length).toBeLessThan(10);
  });
});

test('leadingThatFit counts whole items', () => {
  expect(leadingThatFit(['aaaa', 'bbbb', 'cccc'], bytesOf(['aaaa', 'bbbb']))).toBe(1);
  expect(leadingThatFit(['aaaa', 'bbbb', 'cccc'], bytesOf(['aaaa', 'bbbb']) + 1)).toBe(2);
  expect(leadingThatFit(['aaaa'], 100)).toBe(1);
});

describe('shorten', () => {
  test('keeps the fields of an answer, and to its size', () => {
    const answer = fc.record({
      path: fc.string({ maxLength: 50 }),
      list: fc.array(fc.string({ unit: anyCharacter, maxLength: 300 }), { maxLength: 300 }),
      rows: fc.array(fc.record({ name: fc.string(), tags: fc.array(fc.string()) }), { maxLength: 200 }),
      map: fc.dictionary(fc.string(), json, { maxKeys: 150 }),
      text: fc.string({ unit: anyCharacter, maxLength: 5000 }),
    });
    fc.assert(
      fc.property(answer, value => {
        const { value: short, omissions } = shorten(value, 4000);
        expect(bytesOf(short)).toBeLessThanOrEqual(4000);
        expect(Object.keys(short)).toEqual(Object.keys(value));
        expect(JSON.stringify(short).isWellFormed()).toBe(true);
        if (omissions.length === 0) expect(short).toEqual(value);
        for (const { place, shown, of } of omissions) {
          expect(place).toMatch(/^[a-z]+(\[\])?(\.[a-z]+)?$/);
          expect(shown).toBeLessThan(of);
        }
      }),
      seed,
    );
  });

  test('drops fields of a map whose names alone are too long', () => {
    const map = { ['k'.repeat(9000)]: 1, b: 2 };
    const { value, omissions } = shorten({ path: 'a.md', map }, 4000);
    expect(value).toEqual({ path: 'a.md', map: {} });
    expect(omissions).toEqual([{ place: 'map', shown: 0, of: 2 }]);
  });

  test('leaves small fields whole and cuts the large ones', () => {
    const headings = Array.from({ length: 5000 }, (_, line) => ({ heading: `H ${line}`, line }));
    const { value, omissions } = shorten({ path: 'a.md', headings, keys: ['one', 'two'] }, 10_000);
    expect(value).toMatchObject({ path: 'a.md', keys: ['one', 'two'] });
    expect(value.headings).toEqual(headings.slice(0, value.headings.length));
    expect(bytesOf(value)).toBeGreaterThan(9500);
    expect(omissions).toEqual([{ place: 'headings', shown: value.headings.length, of: 5000 }]);
  });

  test('keeps every row of a short list and shortens the rows', () => {
    const row = { path: 'a.md', tags: Array.from({ length: 900 }, (_, index) => `tag${index}`) };
    const { value, omissions } = shorten({ items: Array.from({ length: 50 }, () => row) }, 20_000);
    expect(value.items).toHaveLength(50);
    expect(value.items.every(({ path }) => path === 'a.md')).toBe(true);
    expect(omissions[0]?.place).toBe('items[].tags');
  });
});

test('shortenListsInRows cuts lists of texts and nothing else', () => {
  const files = Array.from({ length: 900 }, (_, index) => `note ${index}.md`);
  const rows = [
    { value: 'x', files, ranges: files.map((_, index) => index) },
    { value: 'y', files: ['z'] },
  ];
  const { value, omissions } = shortenListsInRows({ values: rows, totalCount: 2 }, 1000);
  expect(value.totalCount).toBe(2);
  expect(value.values[0]?.ranges).toEqual(rows[0]?.ranges);
  expect(bytesOf(value.values[0]?.files)).toBeLessThanOrEqual(1000);
  expect(value.values[1]).toEqual(rows[1]);
  expect(omissions.map(({ place }) => place)).toEqual(['values[].files']);
});

test('shortenListsInRows leaves rows that are lists of cells lists', () => {
  const long = Array.from({ length: 500 }, (_, index) => `note ${index}.md`);
  const { value, omissions } = shortenListsInRows({ rows: [['a.md', 1, long], ['b.md']] }, 1000);
  expect(value.rows.map(row => Array.isArray(row))).toEqual([true, true]);
  expect(value.rows[0]?.slice(0, 2)).toEqual(['a.md', 1]);
  expect(value.rows[1]).toEqual(['b.md']);
  expect(JSON.stringify(value).length).toBeLessThan(1200);
  expect(omissions.map(({ place }) => place)).toEqual(['rows[]']);
});
