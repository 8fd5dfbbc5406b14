import fc from 'fast-check';
import { TextStore } from '../../../src/search/store/text-store';
import { NoteWords } from '../../../src/search/store/note-words';
import { WordNumbers } from '../../../src/search/store/word-numbers';
import { steppingSlicer } from '../slicers';
import { type Searched, searchIn, storeOf } from '../vaults';

type Files = Readonly<Record<string, string>>;

async function counted(files: Files): Promise<TextStore> {
  const store = storeOf(files);
  await store.prepare({ slicer: steppingSlicer().slicer });
  return store;
}

/** Scores of weights that were added in another order differ behind the fourth decimal. */
function rounded({ notes, ...found }: Searched): object {
  return {
    ...found,
    notes: notes.map(note => ({ ...note, score: note.score.toFixed(3) })),
    details: undefined,
  };
}

const word = fc.constantFrom(
  ...[
    'prune',
    'pruning',
    'Pruned',
    'garden',
    'Gärten',
    'Gartenhaus',
    'haus',
    'Häuser',
    'the',
    'of',
    'x1',
    'a',
  ],
  ...[
    '東京',
    'книга',
    'книги',
    'ǅungla',
    'résumé',
    'art',
    'artist',
    'theatre',
    'und',
    'der',
    'long'.repeat(40),
  ],
);
const line = fc.oneof(
  fc.array(word, { maxLength: 9 }).map(words => words.join(' ')),
  fc.array(word, { minLength: 1, maxLength: 2 }).map(words => `## ${words.join(' ')}`),
  word.map(one => `text #${one} ${one}-${one}`),
);
const note = fc
  .tuple(fc.option(word), fc.array(line, { maxLength: 6 }))
  .map(([alias, lines]) => `${alias === null ? '' : `---\naliases: [${alias}]\n---\n`}${lines.join('\n')}`);
const vault = fc
  .array(fc.tuple(word, note), { minLength: 1, maxLength: 14 })
  .map(notes => Object.fromEntries(notes.map(([name, text], at) => [`${name.slice(0, 20)} ${at}.md`, text])));

describe('a search in notes whose words are counted', () => {
  it('finds, ranks and counts as one that looks through the texts', async () => {
    const asked = fc.array(
      fc.oneof(word, fc.constantFrom('pru', 'gart', 'ar', 'kni', 'th', 'nowhere', '-haus')),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    await fc.assert(
      fc.asyncProperty(vault, asked, fc.boolean(), async (files, words, exact) => {
        // With forms the notes that lack a word are ordered by their texts as well, in another part of the search.
        const query = { query: words.join(' '), exact, allWords: !exact };
        const isOnlyExcluded = words.every(one => one.startsWith('-'));
        fc.pre(!isOnlyExcluded);
        expect(rounded(await searchIn(await counted(files), query))).toEqual(
          rounded(await searchIn(storeOf(files), query)),
        );
      }),
      { seed: 20261122, numRuns: 60 },
    );
  });

  it('reads no text that it does not show', async () => {
    const reads: string[] = [];
    const readText = (path: string): Promise<string> => {
      reads.push(path);
      return Promise.resolve('lantern light');
    };
    const store = new TextStore({ readText, maxBytes: () => 1 });
    const { slicer } = steppingSlicer();
    for (let at = 0; at < 40; at += 1) store.expect(`n${at}.md`, { modified: 1 });
    await store.fill({ slicer });
    reads.length = 0;
    const page = { most: 3 };
    const found = await searchIn(store, 'lantern', { page });
    expect({ total: found.totalCount, shown: found.paths.length }).toEqual({ total: 40, shown: 3 });
    expect(reads).toHaveLength(3);
  });

  it('counts each occurrence, however many there are in a note', async () => {
    const store = await counted({ 'a.md': `# lantern\n${'lantern '.repeat(3000)}` });
    expect((await searchIn(store, 'lantern')).totalMatches).toBe(3001);
  });

  it('sees a note that was changed since its words were counted', async () => {
    const store = await counted({ 'a.md': 'lantern', 'b.md': 'lamp' });
    store.put('b.md', 'lantern lantern', { modified: 1 });
    store.rename('a.md', 'harbour.md');
    expect((await searchIn(store, 'lantern')).totalMatches).toBe(3);
    expect((await searchIn(store, 'harbour')).paths).toEqual(['harbour.md']);
    expect([...store.notes()].map(({ words }) => words !== undefined)).toEqual([true, true]);
  });
});

describe('numbers of words', () => {
  it('name a word by one number, also where it was cut', () => {
    const numbers = new WordNumbers();
    const long = 'x'.repeat(300);
    const first = numbers.numberOf(long, 0, 300);
    expect(numbers.numberOf(`${long}y`, 0, 301)).toBe(first);
    expect(numbers.numberOf('art', 0, 3)).not.toBe(first);
    expect(
      [...numbers.candidates({ start: 'ar', part: 'ar' })].map(number => numbers.wordAt(number)),
    ).toEqual(['art']);
    expect([...numbers.candidates({ start: '', part: 'rt' })].map(number => numbers.wordAt(number))).toEqual([
      'art',
    ]);
  });

  it('pack what was counted, and give it back', () => {
    const numbers = new WordNumbers();
    const { tally } = numbers;
    for (let time = 0; time < 2000; time += 1) tally.addInBody(7);
    tally.addInBody(1);
    tally.addInField(2, 9);
    tally.addInTitle(2);
    const visited: number[][] = [];
    const table = Uint16Array.from([0, 5, 6, 0, 0, 0, 0, 8]);
    new NoteWords(tally).forEach(table, (...counts) => visited.push(counts));
    expect(visited).toEqual([
      [5, 1, 0, 0, 0],
      [8, 2000, 0, 0, 0],
      [6, 0, 1, 9, 1],
    ]);
  });
});
