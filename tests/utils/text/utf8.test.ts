import {
  fingerprint,
  decoded,
  decodedInTurns,
  encodedPortions,
  isPlainText,
  unitsAtOnce,
} from '../../../src/utils/bytes';
import { sha256 } from '../../../src/platform';
import { busyTurn } from '../../support/time/busy-turn';

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
  expect(fingerprint(text)).toEqual(expected);
  expect(fingerprint(bytes)).toEqual(expected);
});

const before = 'x'.repeat(unitsAtOnce - 1);

test.each<readonly [string, Uint8Array, boolean]>([
  ['nothing', new Uint8Array(), true],
  ['a letter of three bytes over the end of a portion', Buffer.from(`${before}€ behind`), true],
  ['a NUL behind the first portion', Buffer.from(`${before}xx\0`), false],
  [
    'a byte that is no UTF-8 behind the first portion',
    Buffer.from([...Buffer.from(before), 120, 0xff]),
    false,
  ],
  ['half a letter at the end', Buffer.from('€').subarray(0, 2), false],
])('%s: whether it is plain text is found without its whole text', async (_name, bytes, isText) => {
  expect(await isPlainText(bytes)).toBe(isText);
});

test('bytes that are no UTF-8 have no text', () => {
  expect(decoded(Uint8Array.from([120, 0xff]))).toBeUndefined();
  expect(decoded(Buffer.from('\uFEFFa mark'))).toBe('\uFEFFa mark');
});

test('long bytes are decoded in portions, with a pause after each, as in one step', async () => {
  const text = `\uFEFF${'a😀漢é\r\n'.repeat(60_000)}`;
  const bytes = new TextEncoder().encode(text);
  const { slicer, pauses } = busyTurn();
  expect(await decodedInTurns(bytes, { slicer })).toBe(text);
  expect(pauses()).toBeGreaterThan(bytes.length / 262_144);
  expect(await decodedInTurns(bytes.subarray(0, -3), { slicer })).toBeUndefined();
  expect(await decodedInTurns(bytes.subarray(1), { slicer })).toBeUndefined();
});
