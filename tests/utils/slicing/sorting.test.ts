import { sortSliced } from '../../../src/utils/slicing/sorting';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';
import { steppingSlicer } from '../../search/slicers';

describe('sorting in slices', () => {
  it.each([0, 1, 2047, 2048, 2049, 5000, 20_000])(
    'sorts %i items as a plain stable sort does',
    async count => {
      const items = Array.from({ length: count }, (_, index) => ({ key: (index * 7919) % 503, index }));
      const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key;
      const { slicer, pauses } = steppingSlicer();
      expect(await sortSliced(items, compare, slicer.slice())).toEqual(items.toSorted(compare));
      if (count === 20_000) expect(pauses()).toBeGreaterThan(0);
    },
  );

  it.each([
    ['in order', 0],
    ['in order but for its end', 700],
  ])('keeps the order of equal items in a list that is %s', async (_, shifted) => {
    const items = Array.from({ length: 3000 }, (__, index) => ({ key: Math.floor(index / 7), index }));
    const given = [...items.slice(shifted), ...items.slice(0, shifted)];
    const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key;
    const { slicer } = steppingSlicer();
    expect(await sortSliced(given, compare, slicer.slice())).toEqual(given.toSorted(compare));
  });

  it('gives the thread back soon, behind however quick a loop', async () => {
    let [compared, longest, before] = [0, 0, 0];
    const slicer = createTimeSlicer({
      now: () => compared / 10_000,
      yieldToLoop: () => {
        longest = Math.max(longest, compared - before);
        before = compared;
        return Promise.resolve();
      },
      othersWaiting: () => false,
    });
    const turn = slicer.slice();
    // Such steps make the clock be looked at seldom.
    for (let step = 0; step < 1000; step += 1) turn.due();
    const items = Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 100_003);
    const compare = (a: number, b: number): number => {
      compared += 1;
      return a - b;
    };
    await sortSliced(items, compare, turn);
    // 80,000 of these take the 8 ms of a slice.
    expect(longest).toBeLessThan(120_000);
  });
});
