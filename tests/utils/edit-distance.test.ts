import fc from 'fast-check';
import { editsWithin, letterSet, mayBeWithin } from '../../src/utils/near';

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
