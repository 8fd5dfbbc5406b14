import fc from 'fast-check';
import { countBefore } from '../../src/utils/collections';

test('halving finds the place that a plain walk over the sorted list finds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 })),
      fc.integer({ min: -1, max: 21 }),
      (list, wanted) => {
        const sorted = list.toSorted((a, b) => a - b);
        const walked = sorted.filter(number => number < wanted).length;
        expect(countBefore(sorted.length, index => Number(sorted[index]) < wanted)).toBe(walked);
      },
    ),
    { seed: 20_261_122, numRuns: 500 },
  );
});
