import fc from 'fast-check';
import { named, nearest, nearestNamed, editsWithin, letterSet, mayBeWithin } from '../../src/utils/near';

const vault = [
  'Projects/Garden.md',
  'Projects/Garden plan.md',
  'Projects/My Garden.md',
  'Archive/garden.md',
  'Daily/2026-11-20.md',
  'Daily/2026-11-21.md',
  'People/Ada Lovelace.md',
  'Café.md',
  'Zebra.md',
];

describe('nearest', () => {
  it('gives the same name elsewhere first, then names that begin with it, then those that contain it', () => {
    expect(nearest('garden', vault)).toEqual([
      'Archive/garden.md',
      'Projects/Garden.md',
      'Projects/Garden plan.md',
      'Projects/My Garden.md',
    ]);
  });

  it('prefers the very path, whatever its letter case', () => {
    expect(nearest('projects/GARDEN', vault)[0]).toBe('Projects/Garden.md');
  });

  it.each([
    ['Gardne.md', 'Archive/garden.md'],
    ['People/Ada Lovelase.md', 'People/Ada Lovelace.md'],
    ['Cafe', 'Café.md'],
    ['Zebras', 'Zebra.md'],
    ['2026-11-2', 'Daily/2026-11-20.md'],
  ])('forgives typing errors: %j finds %j', (wanted, found) => {
    expect(nearest(wanted, vault)[0]).toBe(found);
  });

  it('gives each candidate once', () => {
    const twice = [...vault, 'Zebra.md', 'Archive/garden.md'];
    expect(nearest('garden', twice)).toEqual(nearest('garden', vault));
    expect(nearest('zebra', twice)).toEqual(['Zebra.md']);
  });

  it('answers many questions about the same candidates as it answers each alone', () => {
    const candidates = vault.map(named);
    for (const wanted of ['gardne', 'GARDEN', 'Daily/2026-11-21', 'Cafe', 'Zebar', 'garden plan of mine'])
      expect(nearestNamed(wanted, candidates, 2)).toEqual(nearest(wanted, vault, 2));
  });

  it('prefers few typing errors to more, also once enough was found', () => {
    const names = ['abcdefgh', 'abcdefgx', 'abcdefxx', 'abcdexxx', 'abcdefgy'];
    expect(nearest('abcdefgz', names, 2)).toEqual(['abcdefgh', 'abcdefgx']);
    expect(nearest('abcdefgz', [...names].reverse(), 2)).toEqual(['abcdefgh', 'abcdefgx']);
  });

  it('gives nothing that is far off, and nothing for nothing', () => {
    expect(nearest('quarterly report', vault)).toEqual([]);
    expect(nearest('', vault)).toEqual([]);
    expect(nearest('x', [])).toEqual([]);
  });

  it('gives at most as many as asked for, the same whatever the order of the candidates', () => {
    const many = Array.from({ length: 50 }, (_, index) => `Log/entry ${index}.md`);
    const found = nearest('entry', many);
    expect(found).toEqual([0, 1, 2, 3, 4].map(index => `Log/entry ${index}.md`));
    expect(nearest('entry', many.reverse())).toEqual(found);
    expect(nearest('entry', many, 2)).toHaveLength(2);
  });

  it('counts edits exactly up to its tolerance', () => {
    const words = ['kitten', 'sitting', 'mitten', 'kitchen', 'bitten', 'smitten', 'written'];
    expect(nearest('kitten', words, 9)).toEqual([
      'kitten',
      'bitten',
      'mitten',
      'kitchen',
      'smitten',
      'written',
    ]);
  });

  it('serves for names of arguments too', () => {
    expect(nearest('includs', ['path', 'includes', 'excludes', 'limit'], 1)).toEqual(['includes']);
  });

  it('stays cheap for long names', () => {
    const long = Array.from({ length: 500 }, (_, index) => `${'ab'.repeat(5000)}${index}`);
    expect(nearest('ba'.repeat(5000), long)).toHaveLength(5);
  });
});

describe('a search among thousands of similar names', () => {
  /** Of equal length and with the same letters: only a comparison tells them apart. */
  const names = Array.from({ length: 20_000 }, (_item, index) => {
    const letters = index.toString(2).padStart(15, '0').replaceAll('0', 'a').replaceAll('1', 'b');
    return `Folder/${'aab'.repeat(20)}${letters}.md`;
  });
  const wanted = `${'aab'.repeat(20)}abbabababbabba`;

  it('gives the best of those that count', () => {
    const isEven = (name: string): boolean => name.endsWith('a.md');
    const found = nearest(wanted, names, 4, isEven);
    expect(found).toHaveLength(4);
    expect(found).toEqual(nearest(wanted, names.filter(isEven), 4));
  });

  it('asks whether a name counts only if it is among the best', () => {
    const asked: string[] = [];
    const accepts = (name: string): boolean => asked.push(name) > 0;
    const many = names.map((_name, index) => `Garden ${20_000 + index}.md`);
    expect(nearest('Garden', many, 3, accepts)).toHaveLength(3);
    expect(asked.length).toBeLessThan(10);
  });
});

describe('the distance of two words', () => {
  /** The whole table, cell by cell. */
  function plainDistance(a: string, b: string): number {
    const table = Array.from({ length: a.length + 1 }, (_, row) => [row]);
    const at = (row: number, column: number): number => table[row]?.[column] ?? Infinity;
    for (let row = 0; row <= a.length; row += 1)
      for (let column = row === 0 ? 0 : 1; column <= b.length; column += 1) {
        const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
        const edits = Math.min(
          row === 0 ? column : Infinity,
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
          isSwap ? at(row - 2, column - 2) + 1 : Infinity,
        );
        table[row]?.splice(column, 1, edits);
      }
    return at(a.length, b.length);
  }

  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ä'), maxLength: 9 });

  test('the edits between two words are those of the whole table, up to the tolerance', () => {
    fc.assert(
      fc.property(word, fc.array(word), fc.integer({ min: 0, max: 4 }), (wanted, others, tolerance) => {
        for (const other of others) {
          const plain = plainDistance(other, wanted);
          const edits = plain <= tolerance ? plain : undefined;
          expect([other, editsWithin(other, wanted, tolerance)]).toEqual([other, edits]);
          if (edits !== undefined) expect(mayBeWithin(letterSet(other), letterSet(wanted), edits)).toBe(true);
        }
      }),
      { seed: 20_261_122, numRuns: 1_000 },
    );
  });
});
