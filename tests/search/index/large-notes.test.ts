import fc from 'fast-check';
import { TextFolder } from '../../../src/search/text/folded-text';
import { TextStore } from '../../../src/search/index/text-store';
import { countBodyWords, countWords } from '../../../src/markdown/text/word-count';
import { splitFrontmatter } from '../../../src/markdown/frontmatter/frontmatter';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';
import { steppingSlicer } from '../slicers';
import { modified, searchIn } from '../vaults';

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
