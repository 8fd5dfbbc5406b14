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
