import { createTimeSlicer } from '../../src/utils/slicing/time-slicer';
import { steppingSlicer } from './slicers';
import { searchIn, storeOf } from './vaults';

const files = Object.fromEntries([
  ...Array.from(
    { length: 40 },
    (_, n) => [`${n}.md`, `Words of the keeper, number ${n}. `.repeat(5)] as const,
  ),
  ['lamp.md', 'The lighthouse.'] as const,
]);

test('a first search has the near words of later ones, whenever the words of all notes are counted', async () => {
  const later = storeOf(files);
  await later.prepare(steppingSlicer());
  const wanted = await searchIn(later, 'lighthuose keeper');
  expect([...wanted.replaced.keys()]).toEqual(['lighthuose']);
  for (let at = 0; at < 40; at += 1) {
    const store = storeOf(files);
    let [now, pauses] = [0, 0];
    const slicer = createTimeSlicer({
      now: () => (now += 1),
      yieldToLoop: async () => {
        if (pauses === at) await store.prepare(steppingSlicer());
        pauses += 1;
      },
      othersWaiting: () => false,
    });
    const found = await searchIn(store, 'lighthuose keeper', { slicer });
    expect([at, found.paths, [...found.replaced]]).toEqual([at, wanted.paths, [...wanted.replaced]]);
  }
});
