import { bufferOf } from '../../../../src/vault/writing/pipeline/text-bytes';

test('bytes that have a buffer of their own are handed over as they are, and others are copied', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(bufferOf(bytes)).toBe(bytes.buffer);
  const middle = bufferOf(bytes.subarray(1, 2));
  expect(middle).not.toBe(bytes.buffer);
  expect([...new Uint8Array(middle)]).toEqual([2]);
});
