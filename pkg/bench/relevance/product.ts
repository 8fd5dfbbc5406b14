import { Query } from '../../../src/search/query/query';
import { Search } from '../../../src/search/search';
import { TextStore } from '../../../src/search/index/text-store';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';
import type { Ranker } from './baselines';
import type { CorpusNote } from './corpus';

/** Any moment works if it is always the same: notes have ages, not dates. */
const now = Date.UTC(2026, 0, 1);
const msPerDay = 86_400_000;
const slicer = createTimeSlicer({
  now: () => 0,
  yieldToLoop: () => Promise.resolve(),
  othersWaiting: () => false,
});

/** The product's own search, in process, over a store as it is shortly after the start. */
export async function productSearch(notes: readonly CorpusNote[], mode: 'words' | 'fuzzy'): Promise<Ranker> {
  const store = new TextStore({
    readText: () => Promise.reject(new Error('All texts are held.')),
    maxBytes: () => Infinity,
  });
  for (const { path, age, text } of notes) store.put(`${path}.md`, text, { modified: now - age * msPerDay });
  await store.prepare({ slicer });
  return async query => {
    const { notes: found } = await new Search(store, Query.parse({ query, mode })).find({
      slicer,
      accepts: () => true,
      now,
    });
    return found.map(({ path }) => path.slice(0, -'.md'.length));
  };
}
