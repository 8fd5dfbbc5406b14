import type { TextStore } from '../../../src/search/store/text-store';
import { steppingSlicer } from '../slicers';
import { searchIn, storeOf } from '../vaults';

const others = Object.fromEntries(
  Array.from({ length: 12 }, (_, n) => [`other ${n}.md`, 'A list of books to be read some day.']),
);

async function firstOf(query: string, texts: readonly string[]): Promise<string | undefined> {
  const files = Object.fromEntries(texts.map((text, index) => [`${index}.md`, text]));
  const { paths } = await searchIn(storeOf({ ...others, ...files }), query);
  return texts[Number(paths[0]?.replace('.md', ''))];
}

describe('of notes that each lack one of two equally rare words', () => {
  it('the one with the longer word comes first, since frequent words are short', async () => {
    expect(await firstOf('what harvest', ['So what.', 'The harvest.'])).toBe('The harvest.');
    expect(await firstOf('когда урожай', ['А когда.', 'Это урожай.'])).toBe('Это урожай.');
  });

  it('the order is by name where both words are long, have digits, or are of a script without vowels', async () => {
    for (const [query, short, long] of [
      ['orchard strawberries', 'An orchard.', 'A strawberries.'],
      ['e18 strawberries', 'The E18.', 'Strawberries.'],
      ['عدس غسالة', 'طبق عدس', 'طبق غسالة'],
    ] as const)
      expect(await firstOf(query, [short, `${long} `])).toBe(short);
  });
});

/** Notes whose words are counted, or searched in their texts. */
async function storesOf(files: Readonly<Record<string, string>>): Promise<readonly TextStore[]> {
  const counted = storeOf(files);
  await counted.prepare({ slicer: steppingSlicer().slicer });
  return [counted, storeOf(files)];
}

describe('a short word', () => {
  const long = 'strawberries blackcurrants gooseberries elderberries blackberries raspberries';

  it('finds the notes that have nothing else of a long question', async () => {
    // In seven notes, `css` has between 5 % and 10 % of the weight of all words: half of it would be too little.
    const many = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`css ${n}.md`, 'A list of css.']));
    for (const store of await storesOf({ ...others, ...many, 'fruit.md': long })) {
      const { paths } = await searchIn(store, `css ${long}`);
      expect(paths.filter(path => path.startsWith('css'))).toHaveLength(7);
    }
  });

  it('counts like a long one in notes that have all words', async () => {
    const files = { 'a.md': '# Css\nA strawberry.', 'b.md': '# Strawberry\nA css.' };
    for (const store of await storesOf({ ...others, ...files })) {
      const { notes } = await searchIn(store, 'css strawberry');
      expect(notes.map(({ path, tier }) => [path, tier])).toEqual([
        ['a.md', 0],
        ['b.md', 0],
      ]);
      expect(notes[0]?.score).toBe(notes[1]?.score);
    }
  });
});
