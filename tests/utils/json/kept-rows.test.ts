import { writtenStretch } from '../../../src/utils/json/json-size';
import { KeptRows } from '../../../src/utils/json/kept-rows';
import { rowGroups } from '../../../src/utils/json/row-groups';
import type { WrittenStretch } from '../../../src/utils/json/written-rows';

function stretchOf(...rows: string[]): WrittenStretch<string> {
  const stretch = writtenStretch(rows);
  if (stretch === undefined) throw new Error('These rows are too long.');
  return stretch;
}

describe('kept rows', () => {
  it('are found while everything that they were made of is the same', () => {
    const kept = new KeptRows<string, string>();
    const stretch = stretchOf('a', 'b');
    const file = { path: 'a' };
    kept.keep('a', [file, 1, undefined], stretch);
    expect(kept.find('a', [file, 1, undefined])).toBe(stretch);
    for (const facts of [
      [file, 2, undefined],
      [{ ...file }, 1, undefined],
      [file, 1],
      [file, 1, undefined, 2],
    ])
      expect(kept.find('a', facts)).toBeUndefined();
    expect(kept.find('b', [file, 1, undefined])).toBeUndefined();
  });

  it('make way for later ones of the same item, and for any where all are too large', () => {
    const kept = new KeptRows<string, string>(30);
    const [first, second, third] = [stretchOf('x'.repeat(10)), stretchOf('y'.repeat(10)), stretchOf('z')];
    kept.keep('a', [1], first);
    kept.keep('a', [2], second);
    kept.keep('b', [], third);
    expect([kept.find('a', [1]), kept.find('a', [2]), kept.find('b', [])]).toEqual([
      undefined,
      second,
      third,
    ]);
    kept.keep('c', [], first);
    kept.keep('d', [], first);
    expect([kept.find('a', [2]), kept.find('b', [])]).toEqual([undefined, third]);
    expect([kept.find('c', []), kept.find('d', [])]).toEqual([first, first]);
  });

  it('have the lines that a function makes of them, made once', () => {
    const stretch = stretchOf('a', 'b');
    const asked: string[] = [];
    const upper = (row: string): string => {
      asked.push(row);
      return row.toUpperCase();
    };
    expect([stretch.linesBy(upper), stretch.linesBy(upper)]).toEqual(['A\nB', 'A\nB']);
    expect(asked).toEqual(['a', 'b']);
    expect(stretch.linesBy(row => `${row}!`)).toBe('a!\nb!');
    expect(stretch.linesBy(upper)).toBe('A\nB');
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
