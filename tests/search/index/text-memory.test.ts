import { Query } from '../../../src/search/query/query';
import { Search } from '../../../src/search/search';
import { TextStore } from '../../../src/search/index/text-store';
import { steppingSlicer } from '../slicers';
import { modified } from '../vaults';

const notes = 1000;
const textOf = (n: number): string =>
  `# Note ${n}\n\n${'Some plain words that every Note has. '.repeat(20)}${n % 200 === 7 ? 'A quixotic one.' : ''}\n`;
const textBytes = Array.from({ length: notes }, (_, n) => textOf(n).length).reduce((a, b) => a + b);

interface Vault {
  readonly store: TextStore;
  readonly reads: string[];
  cap: number;
}

async function filled(cap: number): Promise<Vault> {
  const reads: string[] = [];
  const vault: Vault = {
    cap,
    reads,
    store: new TextStore({
      readText: path => Promise.resolve((reads.push(path), textOf(Number.parseInt(path)))),
      maxBytes: () => vault.cap,
    }),
  };
  for (let n = 0; n < notes; n += 1) vault.store.expect(`${n}.md`, { modified });
  await vault.store.fill({ slicer: steppingSlicer().slicer });
  return vault;
}

/** What is found, however its words were counted. */
async function search({ store }: Vault, query: string): Promise<unknown> {
  const options = { slicer: steppingSlicer().slicer, accepts: () => true, now: modified };
  return new Search(store, Query.parse({ query })).find(options);
}

it('the text store takes at most three times the text, with all that a search needs of it', async () => {
  const { store } = await filled(Infinity);
  expect(store.bytes).toBeGreaterThan(textBytes);
  expect(store.bytes).toBeLessThan(3 * textBytes);
  const { bytes } = store;
  await store.prepare({ slicer: steppingSlicer().slicer });
  expect(store.bytes).toBe(bytes);
});

it('the text store stays below its limit, gives the same results, and reads only the notes that may match', async () => {
  const free = await filled(Infinity);
  const capped = await filled(textBytes / 10);
  expect(capped.reads).toHaveLength(notes);
  expect(capped.store.bytes).toBeLessThanOrEqual((textBytes / 10) * 1.5);
  expect(await search(capped, 'quixotic')).toEqual(await search(free, 'quixotic'));
  await capped.store.prepare({ slicer: steppingSlicer().slicer });
  expect(capped.store.bytes).toBeLessThanOrEqual(textBytes / 10);
  capped.reads.length = 0;
  expect(await search(capped, 'quixotic')).toEqual(await search(free, 'quixotic'));
  expect(capped.reads.length).toBeLessThan(10);
  expect(await search(capped, 'plain words')).toEqual(await search(free, 'plain words'));
  expect(capped.store.bytes).toBeLessThanOrEqual(textBytes / 10);
});

it('counts the words of texts that do not fit after the first search, and reads them once more for it', async () => {
  const capped = await filled(textBytes / 10);
  await search(capped, 'quixotic');
  const isCounted = (): boolean[] => capped.store.all().map(({ number }) => number !== undefined);
  expect(isCounted()).not.toContain(true);
  capped.reads.length = 0;
  await capped.store.prepare({ slicer: steppingSlicer().slicer });
  expect(isCounted()).not.toContain(false);
  expect(capped.reads.length).toBeLessThanOrEqual(notes);
});

it('drops texts when the limit is lowered, and none that fits', async () => {
  const vault = await filled(Infinity);
  await vault.store.prepare({ slicer: steppingSlicer().slicer });
  vault.cap = textBytes / 2;
  vault.reads.length = 0;
  await search(vault, 'quixotic');
  expect(vault.store.bytes).toBeLessThanOrEqual(textBytes / 2);
  expect(vault.store.bytes).toBeGreaterThan(textBytes / 3);
  expect(vault.reads.length).toBeLessThan(10);
  expect(vault.store.isComplete).toBe(true);
});
