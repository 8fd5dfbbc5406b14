import fc from 'fast-check';
import {
  contains,
  occurrences,
  partsBetween,
  placeOf,
  TextNeedle,
} from '../../../src/utils/text/text-search';

const text = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength });
/** Some are longer than what the engine's own search is given. */
const needle = fc
  .tuple(text(6), fc.integer({ min: 1, max: 80 }), text(4))
  .map(([piece, times, end]) => piece.repeat(times) + end);

describe('a search for a text from outside', () => {
  it('finds what `indexOf` finds, within its bounds, asked in any order', () => {
    fc.assert(
      fc.property(
        needle,
        fc.array(text(200), { maxLength: 4 }),
        fc.array(fc.tuple(fc.nat(1500), fc.nat(1500)), { minLength: 1, maxLength: 8 }),
        (wanted, parts, asked) => {
          const whole = parts.join(wanted);
          const search = new TextNeedle(wanted);
          for (const [from, limit] of asked) {
            const at = whole.indexOf(wanted, from);
            expect(search.indexIn(whole, from)).toBe(at);
            expect(search.indexIn(whole, from, limit)).toBe(at < limit ? at : -1);
          }
          expect(contains(whole, wanted)).toBe(whole.includes(wanted));
          expect(placeOf(whole, wanted)).toBe(whole.indexOf(wanted));
          expect(partsBetween(whole, wanted)).toEqual(whole.split(wanted));
        },
      ),
      { seed: 3, numRuns: 600 },
    );
  });

  it('finds each place once, overlapping ones where they are asked for', () => {
    const wanted = 'ab'.repeat(100);
    const whole = 'ab'.repeat(302);
    expect(occurrences(whole, wanted, false).offsets).toEqual([0, 200, 400]);
    expect(occurrences(whole, wanted, true).count).toBe(203);
    expect(occurrences(whole, wanted, true, 2)).toEqual({ offsets: [0, 2], count: 203 });
  });

  it('splits nothing at an empty text', () => {
    expect(partsBetween('ab', '')).toEqual(['ab']);
  });

  it.each([
    ['one that stops in its middle', `${'a'.repeat(4000)}b${'a'.repeat(4000)}`, 'a'.repeat(2_000_000)],
    ['one as long as half the text', `${'a'.repeat(150_000)}b${'a'.repeat(150_000)}`, 'a'.repeat(600_000)],
    ['one that stands everywhere', 'a'.repeat(20_000), 'a'.repeat(300_000)],
  ])('takes time in proportion to the text for %s', (_name, wanted, whole) => {
    const before = process.cpuUsage();
    occurrences(whole, wanted, true, 1);
    expect(contains(whole, wanted)).toBe(!wanted.includes('b'));
    // The engine's own search takes 5 s and more for each.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  });
});
