import fc from 'fast-check';
import { numberAt, packedNumbers } from '../../../src/search/text/packed-numbers';

it('packed numbers are what they were, small and large, few and many', () => {
  const number = fc.oneof(fc.nat({ max: 300 }), fc.constantFrom(0xd800, 0xffff, 0x10000, 2 ** 31 - 1));
  fc.assert(
    fc.property(fc.array(number, { maxLength: 20 }), numbers => {
      const packed = packedNumbers(numbers);
      expect(numbers.map((_number, index) => numberAt(packed, index))).toEqual(numbers);
      expect(numberAt(packed, numbers.length)).toBeUndefined();
    }),
    { seed: 27150, numRuns: 300 },
  );
});

it('few small numbers are packed into a string, and hundreds of thousands are not', () => {
  expect(typeof packedNumbers([0, 0xffff])).toBe('string');
  expect(packedNumbers(Array<number>(300_000).fill(7))).toHaveLength(300_000);
  expect(typeof packedNumbers(Array<number>(300_000).fill(7))).toBe('object');
});
