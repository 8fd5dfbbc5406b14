import fc from 'fast-check';
import { replacerOf, type Replacing } from '../../src/vault/writing/replace/replacer';
import { busyTurn } from '../support/time/busy-turn';
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

test.each<[string, boolean]>([
  ['a word ', true],
  ['a word\r\n', true],
  ['Größe wo\u0308rd ', true],
  ['ΛΌΓΟΣ word ', false],
  ['w', true],
])('a text pauses often in one that is only %j, and finds every place', async (piece, caseSensitive) => {
  const count = 40_000;
  const find = piece.trim().normalize('NFC');
  const text = piece.repeat(count);
  const replacing: Replacing = { find, replace: 'x', isRegex: false, caseSensitive, wholeWord: false };
  const { slicer, pauses } = steppingSlicer();
  const splices = await replacerOf(replacing).splices(text, slicer.slice());
  const step = piece.length;
  expect(splices.every(({ from }, index) => from === index * step)).toBe(true);
  expect(splices).toHaveLength(count);
  expect(splices.every(({ from, to }) => text.slice(from, to).normalize('NFC') === find)).toBe(true);
  expect(pauses()).toBeGreaterThan(10);
});

test('a letter and its mark are found where they are, however long the text before them', async () => {
  const { slicer } = steppingSlicer();
  const replacing: Replacing = {
    find: 'é',
    replace: 'x',
    isRegex: false,
    caseSensitive: true,
    wholeWord: false,
  };
  for (const before of [4_095, 4_096, 5_095, 5_096, 6_096, 10_191]) {
    const text = `${'o\u0308'.repeat(3)}${'a'.repeat(before - 6)}e\u0301 b`;
    const splices = await replacerOf(replacing).splices(text, slicer.slice());
    expect(splices).toEqual([{ from: before, to: before + 2, text: 'x' }]);
  }
});

test.each([true, false])('a long run of marks takes no long step (pattern: %j)', async isRegex => {
  // Composed in one step it takes more than a second.
  const text = `a${'\u0301\u0316'.repeat(25_000)} end`;
  const replacing: Replacing = { find: 'end', replace: 'x', isRegex, caseSensitive: true, wholeWord: false };
  const { turn, pauses } = busyTurn();
  const splices = await replacerOf(replacing).splices(text, turn);
  expect(splices).toEqual([{ from: 50_002, to: 50_005, text: 'x' }]);
  expect(pauses()).toBeGreaterThan(5);
});

test.each([
  ['می\u200cشود', 'می', [0, 2]],
  ['हिन्दी', 'हिन्द', [0, 5]],
  ['❤\ufe0f', '❤', [0, 1]],
  ['q\u0303', 'q', [0, 1]],
  ['e\u0301', 'e', undefined],
  ['ΛΌΓΟΣ', 'λόγος', [0, 5]],
  ['λόγος', 'ΛΌΓΟΣ', [0, 5]],
])('in %j a letter is found apart from marks that stay beside it: %j', async (text, find, place) => {
  const { slicer } = steppingSlicer();
  const replacing: Replacing = { find, replace: 'x', isRegex: false, caseSensitive: false, wholeWord: false };
  for (const isRegex of /[A-Z\u0370-\u03ff]/iu.test(text) ? [false] : [false, true]) {
    const splices = await replacerOf({ ...replacing, isRegex }).splices(text, slicer.slice());
    expect(splices.map(({ from, to }) => [from, to])).toEqual(place === undefined ? [] : [place]);
  }
});
