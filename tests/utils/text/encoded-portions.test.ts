import { fingerprinting } from '../../../src/utils/hashing';
import { finish } from '../../../src/utils/slicing/steps';
import { encodedPortions, unitsAtOnce } from '../../../src/utils/text/encoded-portions';
import { sha256 } from '../../../src/platform';

const texts = [
  ['nothing', ''],
  ['ASCII', 'plain text\n'.repeat(30_000)],
  ['characters of two units, cut nowhere', `a${'\u{1F600}'.repeat(200_000)}`],
  ['halves of characters', '\uD83D'.repeat(300_000)],
  ['three bytes for each unit', '東'.repeat(300_000)],
] as const;

test.each(texts)('the portions of a text are its bytes: %s', (_what, text) => {
  const parts = Array.from(encodedPortions(text), part => Buffer.from(part));
  expect(Buffer.concat(parts).equals(new TextEncoder().encode(text))).toBe(true);
});

test('all portions share the memory of one', () => {
  const buffers = new Set(Array.from(encodedPortions('東'.repeat(1_000_000)), ({ buffer }) => buffer));
  expect([...buffers].map(({ byteLength }) => byteLength)).toEqual([(unitsAtOnce + 1) * 3]);
});

test.each(texts)('the fingerprint of a text is that of its bytes: %s', (_what, text) => {
  const bytes = new TextEncoder().encode(text);
  const expected = { hash: sha256(bytes), size: bytes.length };
  expect(finish(fingerprinting(text))).toEqual(expected);
  expect(finish(fingerprinting(bytes))).toEqual(expected);
});
