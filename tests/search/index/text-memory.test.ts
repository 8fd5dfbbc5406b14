import fc from 'fast-check';
import { Query } from '../../../src/search/query/query';
import { Search } from '../../../src/search/search';
import { TextStore } from '../../../src/search/index/text-store';
import { steppingSlicer } from '../slicers';
import { modified, searchIn } from '../vaults';
import { TextFolder } from '../../../src/search/text/folded-text';
import { countBodyWords, countWords } from '../../../src/markdown/text/word-count';
import { splitFrontmatter } from '../../../src/markdown/frontmatter/frontmatter';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';

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

const piece = fc.constantFrom(
  'a',
  'Straße ',
  'é',
  'e\u0301',
  'ﬁ',
  '\u0301\u0302',
  '😀',
  '東京',
  "don't ",
  '\n',
  '1,5',
);
const largeText = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1000, max: 4000 }))
  .map(([pieces, times]) => pieces.join('').repeat(times).slice(0, 200_000));

describe('a large note', () => {
  it('gets the same fold and counts with pauses as at once', async () => {
    const turn = steppingSlicer().slicer.slice();
    await fc.assert(
      fc.asyncProperty(largeText, fc.array(fc.nat(200_000), { maxLength: 20 }), async (text, places) => {
        const whole = new TextFolder().fold(text);
        const folded = await new TextFolder().foldLong(text, turn);
        expect(folded.folded).toBe(whole.folded);
        for (const place of places) {
          expect(folded.map.originalSpan(place, place + 3)).toEqual(whole.map.originalSpan(place, place + 3));
          expect(folded.map.foldedSpan(place, place + 3)).toEqual(whole.map.foldedSpan(place, place + 3));
        }
        expect(countBodyWords(text)).toBe(countWords(text, splitFrontmatter(text).bodyOffset));
      }),
      { seed: 8, numRuns: 40 },
    );
  });

  it.each([
    ['in ASCII', 'e'],
    ['beyond ASCII', 'é'],
  ])('%s is read for its first search with pauses', async (_kind, letter) => {
    const text = `Lamp and lantern, line by line, ${letter}.\n`.repeat(55_000);
    const store = new TextStore({ readText: () => Promise.resolve(text), maxBytes: () => Infinity });
    store.expect('large.md', { modified });
    const { slicer, pauses } = steppingSlicer();
    await store.fill({ slicer });
    // One for each thousand lines at least, whatever the steps are.
    expect(pauses()).toBeGreaterThan(55);
    expect((await searchIn(store, 'lantern')).totalCount).toBe(1);
  });

  it('of more than two million characters is measured before the first search, and found by it', async () => {
    const text = `# Über\n\n${'Lamp and lantern.\n'.repeat(150_000)}`;
    const reads: string[] = [];
    const readText = (path: string): Promise<string> => Promise.resolve((reads.push(path), text));
    const store = new TextStore({ readText, maxBytes: () => 64_000_000 });
    store.expect('large.md', { modified, size: text.length });
    const { slicer } = steppingSlicer();
    await Promise.all([store.fill({ slicer }), store.fill({ slicer })]);
    const note = store.get('large.md');
    expect([note?.isRead, note?.text, note?.wordCount, store.isComplete]).toEqual([
      true,
      undefined,
      450_001,
      true,
    ]);
    expect(reads).toHaveLength(1);
    expect((await searchIn(store, 'lantern')).totalMatches).toBe(150_000);
  });

  it('that changes while it is measured is read again', async () => {
    const text = 'Lamp and lantern.\n'.repeat(150_000);
    const store = new TextStore({ readText: () => Promise.resolve(text), maxBytes: () => 64_000_000 });
    const expectNote = (): void => store.expect('large.md', { modified, size: text.length });
    expectNote();
    let [now, isChanged] = [0, false];
    const slicer = createTimeSlicer({
      now: () => (now += 2),
      yieldToLoop: () => {
        if (!isChanged) expectNote();
        isChanged = true;
        return Promise.resolve();
      },
      othersWaiting: () => false,
    });
    await store.fill({ slicer });
    expect([isChanged, store.isComplete]).toEqual([true, false]);
    await store.fill({ slicer });
    expect([store.isComplete, store.get('large.md')?.wordCount]).toEqual([true, 450_000]);
  });
});
