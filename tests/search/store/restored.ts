import type { TextFacts } from '../../../src/search/store/stored-note';
import type { KnownFacts } from '../../../src/search/store/text-store-options';
import { TextStore } from '../../../src/search/store/text-store';
import { steppingSlicer } from '../slicers';

export const attributes = { modified: 1_700_000_000_000 };

type Texts = Readonly<Record<string, string>>;

export interface Opened {
  readonly store: TextStore;
  readonly reads: string[];
  /** The most notes that were read at once. */
  readonly mostAtOnce: () => number;
}

/** A store that has read none of the texts. @param kept what an earlier run knew */
export function opened(kept: KnownFacts, texts: Texts, maxBytes = Infinity): Opened {
  const reads: string[] = [];
  let [atOnce, most] = [0, 0];
  const store = new TextStore({
    readText: async path => {
      reads.push(path);
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise(resolve => setImmediate(resolve));
      atOnce -= 1;
      return texts[path] ?? '';
    },
    maxBytes: () => maxBytes,
    loadFacts: () => Promise.resolve(kept),
  });
  for (const path of Object.keys(texts)) store.expect(path, attributes);
  return { store, reads, mostAtOnce: () => most };
}

/** What a run knows of the notes when it has prepared all. */
export async function factsOf(texts: Texts): Promise<Map<string, TextFacts>> {
  const { store } = opened(new Map(), texts);
  const { slicer } = steppingSlicer();
  await store.fill({ slicer });
  await store.prepare({ slicer });
  return new Map(
    [...store.notes()].flatMap(note => {
      const facts = note.facts();
      return facts === undefined ? [] : [[note.path, facts] as const];
    }),
  );
}
