import { searchIn, storeOf } from '../vaults';

const books = Object.fromEntries(
  Array.from({ length: 30 }, (_, n) => [`book ${n}.md`, `A list of books, ${n}.`]),
);

describe('notes that have some of the words', () => {
  it('come first where neighbours in the question are near in the text', async () => {
    const far = 'The radiator is warm. Nothing else is known of the flat and its rooms, nor the valve.';
    const store = storeOf({
      ...books,
      'a far.md': far,
      'b near.md':
        'The flat is warm. Nothing else is known of its rooms, nor of the radiator valve, which is all that there is.',
    });
    const { notes } = await searchIn(store, 'which radiator valve was replaced');
    expect(notes.map(({ path }) => path).slice(0, 2)).toEqual(['b near.md', 'a far.md']);
  });

  it('come first if they have words that the best notes share', async () => {
    const store = storeOf({
      ...books,
      'one.md': 'The sourdough starter and its hydration, with rye.',
      'two.md': 'A sourdough starter wants hydration and rye.',
      'x other.md': 'The starter of the car with a battery and a cable.',
      'y meant.md': 'The starter of the bread with rye and hydration too.',
    });
    const query = 'why does my sourdough starter rise';
    const order = ({ paths }: { paths: readonly string[] }): readonly string[] =>
      paths.filter(path => /other|meant/u.test(path));
    expect(order(await searchIn(store, query))).toEqual(['y meant.md', 'x other.md']);
    // As it was asked for, they are ordered by the words asked for alone.
    expect(order(await searchIn(store, { query, exact: true }))).toEqual(['x other.md', 'y meant.md']);
  });

  it('have the same scores on every page', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [
        `${n}.md`,
        `compost heap ${n % 7 === 0 ? 'worms soil' : 'air'} ${n}`,
      ]),
    );
    const store = storeOf({ ...books, ...files, 'z.md': 'compost tomatoes worms soil' });
    const all = await searchIn(store, 'compost tomatoes');
    const first = await searchIn(store, 'compost tomatoes', { page: { most: 9 } });
    const rest = await searchIn(store, 'compost tomatoes', { page: { behind: first.notes.at(-1) } });
    expect([...first.notes, ...rest.notes]).toEqual(all.notes);
  });
});
