import fc from 'fast-check';
import { Occurrences } from '../../../src/markdown/structure/scan';

const settings = { seed: 20261122, numRuns: 500 } as const;
const text = fc.array(fc.constantFrom('$', '-', '?', '>', 'a', '\n'), { maxLength: 60 });

function naive(whole: string, wanted: string, at: number, to: number): number {
  return whole.slice(0, to).indexOf(wanted, at);
}

test('queries in any order give the same results as a fresh search', () => {
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('$', '$$', '--', '\n', '?>'),
      fc.array(fc.nat(60), { maxLength: 20 }),
      fc.nat(60),
      (units, wanted, places, to) => {
        const whole = units.join('');
        const end = Math.min(to, whole.length);
        const asked = places.filter(at => at <= end);
        const found = new Occurrences(whole, wanted, 0, end, { steps: 0 });
        expect(asked.map(at => found.next(at))).toEqual(asked.map(at => naive(whole, wanted, at, end)));
      },
    ),
    settings,
  );
});

test.each(['$', '$$', '?>'])('%s is found far away, also where portions of the text meet', wanted => {
  for (const distance of [65_534, 65_535, 65_536, 200_001]) {
    const counter = { steps: 0 };
    const whole = 'a'.repeat(distance) + wanted + 'a'.repeat(10);
    expect(new Occurrences(whole, wanted, 0, whole.length, counter).next(0)).toBe(distance);
    expect(counter.steps).toBe(distance + 1);
    expect(new Occurrences(whole, wanted, 0, distance, counter).next(0)).toBe(-1);
  }
});
