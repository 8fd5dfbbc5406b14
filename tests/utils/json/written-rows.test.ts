import { jsonWeight } from '../../../src/utils/json/json-pieces';
import { jsonSize, writtenStretch } from '../../../src/utils/json/json-size';
import { WrittenRows } from '../../../src/utils/json/written-rows';
import { sentJson } from '../../support/json-text';

const rows = Array.from({ length: 300 }, (_row, index) => ({
  path: `Ordner/Größe "${index}" 漢字 😀.md`,
  title: index % 7 === 0 ? 'a\u2028b\t\u0001' : undefined,
  tags: index % 3 === 0 ? [] : ['a', 'b/c'],
  nested: { date: null, count: index / 3, lone: '\ud83d' },
}));

function listOf(items: readonly unknown[]): WrittenRows<unknown> {
  const list = new WrittenRows<unknown>();
  for (let at = 0; at < items.length; at += 64) {
    const some = items.slice(at, at + 64);
    list.add(some, writtenStretch(some));
  }
  return list;
}

describe('rows with their JSON', () => {
  test.each([0, 1, 63, 64, 65, 128, 300])('of %i rows are sent as plain ones are', count => {
    const some = rows.slice(0, count);
    const list = listOf(some);
    expect(sentJson({ items: list, path: 'x'.repeat(40_000) })).toBe(
      JSON.stringify({ items: some, path: 'x'.repeat(40_000) }),
    );
    expect(sentJson(list)).toBe(JSON.stringify(some));
    expect(JSON.stringify(list)).toBe(JSON.stringify(some));
    expect(list).toEqual(some);
  });

  test('know their bytes without being looked at again', () => {
    const list = listOf(rows);
    const bytes = Buffer.byteLength(JSON.stringify(rows));
    expect([list.size, jsonSize(list, Infinity), jsonWeight(list)]).toEqual([
      bytes + 1,
      bytes + 1,
      bytes + 1,
    ]);
  });

  test('are plain rows where one of them is long, and where they are too many for any result', () => {
    const long = [...rows, { path: 'x'.repeat(140_000) }, ...rows];
    expect(listOf(long).isWritten).toBe(false);
    expect(sentJson(listOf(long))).toBe(JSON.stringify(long));
    const many = Array.from({ length: 2000 }, () => ({ path: 'x'.repeat(1900) }));
    expect(listOf(many).isWritten).toBe(false);
    expect(jsonSize(listOf(many), Infinity)).toBe(jsonSize(many, Infinity));
  });

  test('make ordinary lists', () => {
    const list = listOf(rows);
    expect(list.map(row => row).constructor).toBe(Array);
    expect(list.slice(0, 2).constructor).toBe(Array);
  });
});
