import { bufferOf, isPlainText } from '../../../../src/vault/writing/pipeline/text-bytes';
import { finish } from '../../../../src/utils/slicing/steps';
import { unitsAtOnce } from '../../../../src/utils/text/encoded-portions';

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
])('%s: whether it is plain text is found without its whole text', (_name, bytes, isText) => {
  expect(finish(isPlainText(bytes))).toBe(isText);
});

test('bytes that have a buffer of their own are handed over as they are, and others are copied', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(bufferOf(bytes)).toBe(bytes.buffer);
  const middle = bufferOf(bytes.subarray(1, 2));
  expect(middle).not.toBe(bytes.buffer);
  expect([...new Uint8Array(middle)]).toEqual([2]);
});
