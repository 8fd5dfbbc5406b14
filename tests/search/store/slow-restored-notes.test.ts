import { Search } from '../../../src/search/search';
import type { FoundNotes } from '../../../src/search/found-notes';
import { Query, type SearchQuery } from '../../../src/search/query/query';
import { steppingSlicer } from '../slicers';
import { factsOf, opened, type Opened } from './restored';

type Texts = Readonly<Record<string, string>>;

/** After so many reads, which are all slow, a search reads no more; as many as run at once may be under way. */
const [enough, atOnce] = [16, 32];

function notes(count: number, textOf: (index: number) => string): Texts {
  return Object.fromEntries(Array.from({ length: count }, (_none, index) => [`n${index}.md`, textOf(index)]));
}

function found(
  { store, reads }: Opened,
  query: SearchQuery,
  onProgress?: (left: number) => void,
): Promise<FoundNotes> {
  const isEnough = (): boolean => reads.length >= enough;
  return new Search(store, Query.parse(query)).find({
    slicer: steppingSlicer().slicer,
    now: 0,
    isEnough,
    onProgress,
  });
}

describe('a search in notes of an earlier run that are slow to read', () => {
  const rare = notes(600, index =>
    index === 7 ? 'the lantern of copper\n' : `the words of this note, ${index}\n`,
  );

  test.each([
    { query: 'lantern' },
    { query: 'lantern', exact: true },
    { query: 'lanterns', allWords: true },
    { query: 'lantern copper', exact: true, allWords: true },
    { query: 'lantern copper', allWords: true },
    { query: 'lantern copper' },
    { query: 'lantern absentword' },
  ])('finds the only note with the words, and reads few: %j', async query => {
    const vault = opened(await factsOf(rare), rare);
    const { notes: shown } = await found(vault, query);
    expect(shown.map(({ path }) => path)).toEqual(['n7.md']);
    expect(vault.reads.length).toBeLessThan(enough + atOnce);
  });

  test.each(['absentword', 'absentword otherword', 'lantren~', 'lantren', '/nothing here/'])(
    'reads few notes to say that %s is not there',
    async query => {
      const vault = opened(await factsOf(rare), rare);
      await found(vault, { query });
      expect(vault.reads.length).toBeLessThan(enough + atOnce);
    },
  );

  const common = notes(300, index => `lantern text ${index}\n`);

  test.each([{ query: 'lantern' }, { query: 'lantern text' }, { query: 'lantern text', exact: true }])(
    'reads as many at once and searches as many as one that knows nothing: %j',
    async query => {
      const plain = opened(new Map(), common);
      const restored = opened(await factsOf(common), common);
      const [expected, result] = [await found(plain, query), await found(restored, query)];
      expect(result.totalCount).toBe(expected.totalCount);
      expect(result.unread).toHaveLength(300 - result.totalCount);
      expect(restored.mostAtOnce()).toBe(atOnce);
      expect(restored.reads.length).toBeLessThan(enough + atOnce);
    },
  );

  test('names notes with some of the words that it did not read', async () => {
    const some = notes(300, index => (index < 100 ? 'a lantern\n' : 'other words\n'));
    const vault = opened(await factsOf(some), some);
    const { notes: shown, unread = [] } = await found(vault, { query: 'lantern absentword' });
    expect(shown.length).toBeGreaterThanOrEqual(enough);
    const having = Object.keys(some).slice(0, 100).sort();
    expect([...shown.map(({ path }) => path), ...unread].sort()).toEqual(having);
    expect(vault.reads.length).toBeLessThan(enough + atOnce);
  });

  test('names only notes that may match as not searched', async () => {
    const mixed = { ...common, 'last.md': 'other words\n' };
    const { unread = [] } = await found(opened(await factsOf(mixed), mixed), { query: 'lantern' });
    expect(unread.length).toBeGreaterThan(0);
    expect(unread).not.toContain('last.md');
  });

  test('reads no note for the languages of the notes, which an earlier run knew', async () => {
    const vault = opened(await factsOf(rare), rare);
    await found(vault, { query: 'lanterns', allWords: true });
    expect(vault.reads).toEqual(['n7.md']);
  });

  test('tells how many are left of those that it reads', async () => {
    const texts = { ...rare, 'n8.md': 'a lantern\n' };
    const left: number[] = [];
    await found(opened(await factsOf(texts), texts), { query: 'lantern', allWords: true }, missing =>
      left.push(missing),
    );
    expect(left).toEqual([1, 0]);
  });
});
