import { newNote, overwritten, storable } from '../../../../src/vault/writing/notes/whole-note';
import { bufferOf, isSameText } from '../../../../src/vault/writing/pipeline/vault-operations';

test.each([
  ['a\r\nb\r\n', 'x\ny\n', 'x\r\ny\r\n'],
  ['a\nb\n', 'x\r\ny\r\n', 'x\ny\n'],
  ['\uFEFFa\n', 'x\n', '\uFEFFx\n'],
  ['\uFEFFa\n', '\uFEFFx\n', '\uFEFFx\n'],
  ['a\r\nb\nc', 'a\r\nb\nd', 'a\r\nb\nd'],
  ['a\r\nb\r\nc\n', 'x\ny', 'x\r\ny'],
  ['no break', 'x\r\ny', 'x\r\ny'],
  ['', 'x\r\n', 'x\r\n'],
])('%j overwritten by %j becomes %j', (before, content, expected) => {
  expect(overwritten(before, content)).toBe(expected);
});

test('a new note has its properties on top, laid over those of its text', () => {
  expect(newNote('text', undefined)).toBe('text');
  expect(newNote('---\na: 1\nb: 2\n---\ntext', { b: 3 })).toBe('---\na: 1\nb: 3\n---\ntext');
});

test('what no file can hold is refused', () => {
  expect(() => storable('\ud800')).toThrow('surrogate');
  const large = 'é'.repeat(9 * 1024 * 1024);
  expect(() => storable('é'.repeat(11 * 1024 * 1024), large)).toThrow('20 MB');
  expect(storable(large, large)).toHaveLength(large.length);
});

test('a byte order mark that the app takes away is no difference', () => {
  expect([isSameText('a', '\uFEFFa'), isSameText('\uFEFFa', '\uFEFFa'), isSameText('\uFEFFa', 'a')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('bytes that have a buffer of their own are handed over as they are, and others are copied', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(bufferOf(bytes)).toBe(bytes.buffer);
  const middle = bufferOf(bytes.subarray(1, 2));
  expect(middle).not.toBe(bytes.buffer);
  expect([...new Uint8Array(middle)]).toEqual([2]);
});
