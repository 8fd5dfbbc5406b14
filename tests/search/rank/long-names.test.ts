import { searchIn, storeOf } from '../vaults';

const others = Object.fromEntries(
  Array.from({ length: 12 }, (_, n) => [
    `other ${n}.md`,
    'A list of books to be read some day, and of those that were.',
  ]),
);
const body = `${'Tomatoes '.repeat(6)}and little else.`;

async function first(name: string): Promise<string | undefined> {
  const files = {
    ...others,
    [`${name}.md`]: 'Nothing of it stands in here, only its name says so.',
    'body.md': body,
  };
  return (await searchIn(storeOf(files), 'compost tomatoes')).paths[0];
}

describe('of notes that lack some of the words', () => {
  it('one with a word in its short name comes before one with a word in its text', async () => {
    expect(await first('Compost')).toBe('Compost.md');
  });

  it('one with a word in a name as long as the title of a paper does not', async () => {
    expect(await first('On some effects of compost and other matters in small gardens')).toBe('body.md');
  });
});
