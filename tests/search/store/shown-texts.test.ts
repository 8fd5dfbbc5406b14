import { relatedByWords } from '../../../src/search/related-by-words';
import { TextStore } from '../../../src/search/store/text-store';
import { steppingSlicer } from '../slicers';
import { modified, searchIn } from '../vaults';

const words = ['garden', 'lantern', 'river', 'marble', 'orchard', 'thimble', 'copper'];
const wordAt = (n: number): string => words[n % words.length] ?? '';

function textOf(n: number): string {
  const heading = n % 5 === 0 ? wordAt(n) : `About ${wordAt(n)} and ${wordAt(n + 3)}`;
  const rare = n % 97 === 5 ? 'A quixotic plan, and Überraschung 📅.' : '';
  const body = `The ${wordAt(n + 1)} stands near the ${wordAt(n * n)}. `.repeat(1 + (n % 4));
  return `---\naliases: [Note of ${wordAt(n)}, ${wordAt(n + 2)}]\n---\n# ${heading}\n\n${body}${rare}\n`;
}

interface Opened {
  readonly store: TextStore;
  readonly reads: string[];
}

/** With all that is done in the background. */
async function opened(notes: number, maxBytes: number): Promise<Opened> {
  const reads: string[] = [];
  const store = new TextStore({
    readText: path => Promise.resolve((reads.push(path), textOf(Number.parseInt(path)))),
    maxBytes: () => maxBytes,
  });
  for (let n = 0; n < notes; n += 1) store.expect(`${n}.md`, { modified });
  const { slicer } = steppingSlicer();
  await store.fill({ slicer });
  await store.prepare({ slicer });
  reads.length = 0;
  return { store, reads };
}

describe('with less memory for texts than the notes have', () => {
  it.each([
    ['garden'],
    ['river marble'],
    ['"stands near"'],
    ['quixotic'],
    ['quixotik'],
    ['surely nowhere lantern orchards'],
    ['section:(river copper)'],
    ['block:(river copper)'],
    ['-garden lantern'],
    ['tag:none or uberraschung'],
  ])('a search for %s has the same result', async query => {
    const free = await opened(300, Infinity);
    const expected = await searchIn(free.store, query, { page: { most: 20 } });
    expect(free.reads).toEqual([]);
    for (const maxBytes of [0, 20_000, 60_000]) {
      const { store } = await opened(300, maxBytes);
      expect(store.bytes).toBeLessThanOrEqual(maxBytes);
      for (let times = 0; times < 2; times += 1)
        expect(await searchIn(store, query, { page: { most: 20 } })).toEqual(expected);
      expect(store.bytes).toBeLessThanOrEqual(maxBytes);
    }
  });

  it('notes are related by the same words', async () => {
    const related = async (maxBytes: number): Promise<unknown> => {
      const { store } = await opened(300, maxBytes);
      return relatedByWords(store, '5.md', {
        accepts: () => true,
        notes: 300,
        now: modified,
        ...{ slicer: steppingSlicer().slicer, signal: new AbortController().signal },
      });
    };
    const expected = await related(Infinity);
    expect(expected).not.toEqual([]);
    expect(await related(0)).toEqual(expected);
    expect(await related(20_000)).toEqual(expected);
  });

  it('suggested words are those of all notes', async () => {
    const { store } = await opened(300, 0);
    expect((await searchIn(store, { query: 'quixotikk', allWords: true, exact: true })).suggestions).toEqual([
      'quixotic',
    ]);
  });

  it('the texts that were shown last stay, and a search that reads all takes none of their places', async () => {
    const { store, reads } = await opened(300, 20_000);
    const turn = steppingSlicer().slicer.slice();
    const show = async (from: number, to: number): Promise<void> => {
      for (const note of store.all().slice(from, to)) await store.shownTextOf(note, turn);
    };
    await show(200, 220);
    reads.length = 0;
    await show(200, 220);
    expect(reads).toEqual([]);
    for (const note of store.all()) await store.textOf(note, turn);
    expect(reads.length).toBeGreaterThan(200);
    reads.length = 0;
    await show(200, 220);
    expect(reads).toEqual([]);
    // Those that others took the place of are read again.
    await show(0, 200);
    await show(0, 200);
    reads.length = 0;
    await show(200, 220);
    expect(reads.length).toBeGreaterThan(0);
    expect(store.bytes).toBeLessThanOrEqual(20_000);
    expect(store.bytes).toBeGreaterThan(15_000);
  });

  it('a long text whose words are not counted yet stays: counting them at once takes too long', async () => {
    const long = 'lantern light '.repeat(20_000);
    const texts = new Map([
      ['long.md', long],
      ['short.md', 'lantern '.repeat(1000)],
      ['shown.md', 'river '.repeat(1000)],
    ]);
    const store = new TextStore({
      readText: path => Promise.resolve(texts.get(path) ?? ''),
      maxBytes: () => 290_000,
    });
    for (const [path, { length: size }] of texts) store.expect(path, { modified, size });
    const { slicer } = steppingSlicer();
    for (const path of texts.keys()) await store.fill({ slicer, wants: other => other === path });
    const isKept = (path: string): boolean => store.get(path)?.text !== undefined;
    const show = async (): Promise<void> => {
      const shown = store.get('shown.md');
      if (shown !== undefined) await store.shownTextOf(shown, slicer.slice());
    };
    expect([isKept('long.md'), isKept('short.md'), isKept('shown.md')]).toEqual([true, true, false]);
    await show();
    expect([isKept('long.md'), isKept('short.md'), isKept('shown.md')]).toEqual([true, false, true]);
  });

  it('a word in most fields is ranked without reading the notes that cannot be on the page', async () => {
    const { store, reads } = await opened(2000, 0);
    await searchIn(store, 'garden', { page: { most: 5 } });
    expect(reads.length).toBeLessThan(1500);
  });
});
