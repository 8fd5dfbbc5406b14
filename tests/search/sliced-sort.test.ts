import { sortSliced } from '../../src/search/sliced-sort';
import { steppingSlicer } from './slicers';

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
});
