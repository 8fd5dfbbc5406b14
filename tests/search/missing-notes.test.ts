import { Query } from '../../src/search/query/query';
import { Search } from '../../src/search/search';
import { TextStore } from '../../src/search/index/text-store';
import { steppingSlicer } from './slicers';
import { modified, searchIn, storeOf } from './vaults';
import { createTimeSlicer } from '../../src/utils/slicing/time-slicer';

it('a search that reads missing notes first tells how many are left', async () => {
  const store = new TextStore({ maxBytes: () => 1e9, readText: path => Promise.resolve(`garden ${path}`) });
  for (const path of ['a.md', 'b.md', 'c.md']) store.expect(path, { modified });
  const left: number[] = [];
  const { slicer } = steppingSlicer();
  const { totalCount } = await new Search(store, Query.parse({ query: 'garden' })).find({
    slicer,
    accepts: () => true,
    now: modified,
    onProgress: missing => left.push(missing),
  });
  expect(totalCount).toBe(3);
  expect(left.at(-1)).toBe(0);
  expect(left).toEqual(left.toSorted((a, b) => b - a));
});

it('a word of a note outside the searched folder is not replaced, even before that note was read', async () => {
  const texts: Record<string, string> = {
    'Plugins/Panel.md': 'There is a panel for them.',
    'Looks/Theme.md': 'A theme colours it.',
  };
  const store = new TextStore({ maxBytes: () => 1e9, readText: path => Promise.resolve(texts[path] ?? '') });
  for (const path of Object.keys(texts)) store.expect(path, { modified });
  const { slicer } = steppingSlicer();
  const { notes, absent } = await new Search(store, Query.parse({ query: 'theme' })).find({
    slicer,
    accepts: path => path.startsWith('Plugins/'),
    visible: () => true,
    narrowings: [{ name: '`path`', accepts: path => path.startsWith('Plugins/') }],
    now: modified,
  });
  expect(notes).toEqual([]);
  expect(absent?.unknown).toEqual([]);
});

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
