import fc from 'fast-check';
import { replacerOf, type Replacing } from '../../src/search/replace/replacer';
import { steppingSlicer } from './slicers';

test('a replacement of one text finds as many places as a plain split of the text', async () => {
  const piece = fc.constantFrom('a', 'A', 'b', 'ab', '\n', '\r\n', ' ', 'İ', 'é', '$1', '𝒳');
  const text = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''));
  const needle = fc.constantFrom('a', 'ab', 'b\na', 'é', '𝒳', '$1');
  await fc.assert(
    fc.asyncProperty(text, needle, fc.constantFrom('', 'x', '$&'), async (page, find, replace) => {
      const replacing: Replacing = { find, replace, isRegex: false, caseSensitive: true, wholeWord: false };
      const parts = page.replaceAll('\r\n', '\n').split(find);
      const turn = steppingSlicer().slicer.slice();
      expect(await replacerOf(replacing).splices(page, turn)).toHaveLength(parts.length - 1);
    }),
    { seed: 20_261_122, numRuns: 300 },
  );
});

test.each(['\n', 'a\n', 'ab cd\n'])('a pattern pauses often in a text that is only %j', async line => {
  const find = '(x+) (x+)';
  const replacing: Replacing = { find, replace: '', isRegex: true, caseSensitive: true, wholeWord: false };
  const { slicer, pauses } = steppingSlicer();
  await replacerOf(replacing).splices(line.repeat(100_000), slicer.slice());
  expect(pauses()).toBeGreaterThan(50);
});
