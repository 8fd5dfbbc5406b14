import { writtenStretch } from '../../../src/utils/json/json-size';
import { KeptRows } from '../../../src/utils/json/kept-rows';
import { rowGroups } from '../../../src/utils/json/row-groups';
import type { WrittenStretch } from '../../../src/utils/json/written-rows';

interface Row {
  readonly path: string;
  readonly text?: string;
}

function stretchOf<One>(...rows: One[]): WrittenStretch<One> {
  const stretch = writtenStretch(rows);
  if (stretch === undefined) throw new Error('These rows are too long.');
  return stretch;
}

/** Two hundred bytes of JSON. */
function rowsAt(path: string): WrittenStretch<Row> {
  const empty = JSON.stringify({ path, text: '' }).length;
  return stretchOf<Row>({ path, text: 'x'.repeat(200 - empty) });
}

/** A client that reads pages of one group each; the groups whose rows were found. */
function readAll(kept: KeptRows<Row>, paths: readonly string[]): string[] {
  return paths.filter(path => {
    kept.beginPage();
    if (!kept.takes(path)) return false;
    const found = kept.find(path, [{ path }], [1]);
    if (found === undefined) kept.keep(path, [1], rowsAt(path));
    return found !== undefined;
  });
}

const ignore = (): void => undefined;

describe('kept rows', () => {
  it('are found while everything that they were made of is the same', () => {
    const kept = new KeptRows<Row>(ignore);
    const stretch = stretchOf<Row>({ path: 'a' }, { path: 'b' });
    const items = [{ path: 'a' }, { path: 'b' }];
    kept.keep('a', [5, 0.5, 0], stretch);
    expect(kept.find('a', items, [5, 0.5, 0])).toBe(stretch);
    for (const facts of [[5, 0.75, 0], [5, 0.5], [5, 0.5, 0, 2], []])
      expect(kept.find('a', items, facts)).toBeUndefined();
    for (const others of [[{ path: 'a' }], [{ path: 'a' }, { path: 'B' }], [...items, { path: 'c' }]])
      expect(kept.find('a', others, [5, 0.5, 0])).toBeUndefined();
    expect(kept.find('b', items, [5, 0.5, 0])).toBeUndefined();
  });

  it('make way for later ones of the same key, though all others are in use', () => {
    const kept = new KeptRows<Row>(ignore, 400);
    expect(readAll(kept, ['a', 'b', 'c'])).toEqual([]);
    const later = rowsAt('a');
    kept.keep('a', [2], later);
    expect(kept.find('a', [{ path: 'a' }], [2])).toBe(later);
    expect(readAll(kept, ['b'])).toEqual(['b']);
    expect(kept.bytes).toBe(400);
  });

  it('are found by a client that reads more in turn than is kept, and nothing is gathered for the others', () => {
    const kept = new KeptRows<Row>(ignore, 1050);
    const paths = Array.from({ length: 8 }, (_path, index) => `path ${index}`);
    expect(readAll(kept, paths)).toEqual([]);
    expect(readAll(kept, paths)).toEqual(paths.slice(0, 5));
    expect(readAll(kept, paths)).toEqual(paths.slice(0, 5));
    expect(paths.filter(path => kept.takes(path))).toEqual(paths.slice(0, 5));
  });

  it('are dropped when 64 later pages did not use them', () => {
    const kept = new KeptRows<Row>(ignore, 400);
    readAll(kept, ['gone', 'used', 'too many']);
    for (let page = 0; page < 62; page += 1) readAll(kept, ['used']);
    expect([kept.takes('gone'), kept.takes('too many')]).toEqual([true, false]);
    readAll(kept, ['used']);
    expect([kept.bytes, kept.takes('too many')]).toEqual([200, true]);
    expect(readAll(kept, ['new', 'gone'])).toEqual([]);
    expect(readAll(kept, ['used', 'new', 'gone'])).toEqual(['used', 'new']);
  });

  it('have the lines that a function makes of them, made once', () => {
    const stretch = stretchOf('a', 'b');
    const asked: string[] = [];
    const upper = (row: string): string => {
      asked.push(row);
      return row.toUpperCase();
    };
    const lines = stretch.linesBy(upper);
    expect(stretch.linesBy(upper)).toBe(lines);
    expect(String(lines)).toBe('\nA\nB');
    expect(asked).toEqual(['a', 'b']);
    expect(String(stretch.linesBy(row => `${row}!`))).toBe('\na!\nb!');
    expect(String(stretch.linesBy(upper))).toBe('\nA\nB');
  });
});

describe('groups of rows', () => {
  const files = Array.from({ length: 2000 }, (_file, index) => ({ path: `Folder/Note ${index}.md` }));
  const namesOf = (list: typeof files): string[] => [...rowGroups(list)].map(group => JSON.stringify(group));

  it('contain every item once, in order, and few of them each', () => {
    const groups = [...rowGroups(files)];
    expect(groups.flat()).toEqual(files);
    expect(Math.max(...groups.map(group => group.length))).toBeLessThanOrEqual(64);
    expect(groups.length).toBeLessThan(150);
    expect([...rowGroups([])]).toEqual([]);
  });

  it('are the same beside an item that comes or goes', () => {
    const before = new Set(namesOf(files));
    const without = namesOf(files.filter((_file, index) => index !== 700));
    const withMore = namesOf(files.toSpliced(700, 0, { path: 'Folder/Another.md' }));
    for (const groups of [without, withMore])
      expect(groups.filter(group => !before.has(group)).length).toBeLessThanOrEqual(6);
  });
});
