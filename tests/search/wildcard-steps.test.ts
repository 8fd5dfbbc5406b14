import { CharacterKinds } from '../../src/search/text/character-kinds';
import { searchIn, storeOf } from './vaults';

afterEach(() => jest.restoreAllMocks());

it.each(['*', '?*', '*a'])('%s takes as many steps as a word without end has letters', async query => {
  const looks = jest.spyOn(CharacterKinds.prototype, 'isWordAt');
  const length = 20_000;
  await searchIn(storeOf({ '~.md': 'a'.repeat(length) }), { query, mode: 'wildcard' });
  // Both bounds: if the search asked another function, this would count nothing.
  expect(looks.mock.calls.length).toBeGreaterThan(length / 2);
  expect(looks.mock.calls.length).toBeLessThan(8 * length);
});
