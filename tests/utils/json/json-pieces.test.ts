import { jsonPieces, jsonWeight } from '../../../src/utils/json/json-pieces';
import { sentJson } from '../../support/json-text';

const long = 'A line with "quotes", a \\, tabs\t, é, 漢字 and 😀.\r\n'.repeat(5000);
const rows = Array.from({ length: 3000 }, (_item, index) => ({
  path: `Folder/Note ${index}.md`,
  score: index / 7,
  tags: index % 3 === 0 ? [] : ['a', 'b/c'],
  absent: undefined,
  nothing: null,
  isOpen: index % 2 === 0,
}));

const values: readonly (readonly [name: string, value: unknown])[] = [
  ['a long text', long],
  ['halves of surrogate pairs', '\ud83d'.repeat(70_000)],
  ['a short text', 'é"'],
  ['numbers that JSON does not have', [NaN, Infinity, -0, 1e21]],
  ['rows', { items: rows, total: rows.length }],
  ['a row with a long text', { items: [{ content: long, path: 'a.md' }, { path: 'b.md' }] }],
  ['fields without values', { first: undefined, text: long, last: undefined }],
  ['only fields without values', { inner: { first: undefined }, text: long }],
  ['lists that hold undefined', [undefined, long, undefined]],
  ['keys that need escapes', { [`"${long}`]: { 'ключ\n': long } }],
  ['empty lists and objects', [[], {}, long]],
];

describe('JSON in pieces', () => {
  test.each(values)('is what JSON.stringify makes: %s', (_name, value) => {
    expect(sentJson(value)).toBe(JSON.stringify(value));
  });

  test('comes in pieces of bounded length', () => {
    const pieces = [...jsonPieces({ content: long, items: rows })];
    expect(pieces.length).toBeGreaterThan(10);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
  });
});

describe('the weight of a value', () => {
  test('is near the length of its JSON', () => {
    const value = { items: rows, text: 'plain words '.repeat(10_000) };
    const { length } = JSON.stringify(value);
    expect(jsonWeight(value)).toBeGreaterThan(length / 2);
    expect(jsonWeight(value)).toBeLessThan(length * 2);
  });

  test('is near the length of its JSON where keys are long', () => {
    const value = Array.from({ length: 1000 }, () => ({
      ['a long key '.repeat(20)]: 1,
      ['b'.repeat(300)]: '',
    }));
    const { length } = JSON.stringify(value);
    expect(jsonWeight(value)).toBeGreaterThan(length * 0.9);
    expect(jsonWeight(value)).toBeLessThan(length * 1.1);
  });

  test('is counted only as far as it is asked for', () => {
    let looked = 0;
    const item = {
      get text(): string {
        looked += 1;
        return 'x'.repeat(1000);
      },
    };
    expect(
      jsonWeight(
        Array.from({ length: 1000 }, () => item),
        5000,
      ),
    ).toBeGreaterThan(5000);
    expect(looked).toBeLessThan(10);
  });
});
