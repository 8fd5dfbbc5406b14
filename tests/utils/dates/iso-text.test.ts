import fc from 'fast-check';
import { toIso } from '../../../src/utils/dates';

describe('a time stamp as text', () => {
  test('is what a Date says of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), ms => {
        expect(toIso(ms)).toBe(new Date(ms).toISOString());
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  test.each([0, -1, 951_782_400_000, 1_709_164_800_000, 4_107_542_399_999, 253_402_300_799_999])(
    'at the edges too: %i',
    ms => {
      expect(toIso(ms)).toBe(new Date(ms).toISOString());
    },
  );

  test('on every day of 130 years', () => {
    const wrong: number[] = [];
    for (let ms = 0; ms < Date.UTC(2100, 1); ms += 86_400_000 + 7_001)
      if (toIso(ms) !== new Date(ms).toISOString()) wrong.push(ms);
    expect(wrong).toEqual([]);
  });

  test('of the file system may have a fraction or be out of range', () => {
    expect(toIso(1_700_000_000_000.75)).toBe('2023-11-14T22:13:20.000Z');
    expect(toIso(Number.NaN)).toBe('1970-01-01T00:00:00.000Z');
    expect(toIso(Infinity)).toBe('+275760-09-13T00:00:00.000Z');
  });
});
