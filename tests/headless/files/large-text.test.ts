import { bytesOf, textOf } from '../../../pkg/headless/obsidian/disk/large-text';

test.each([
  ['characters of two, three and four bytes', Buffer.from('aé€😀'.repeat(150_001))],
  ['bytes that are no UTF-8', Buffer.alloc(1_500_000, Buffer.from([0x61, 0xff, 0xe2, 0x82]))],
  ['a byte order mark', Buffer.from(`\uFEFF${'text'.repeat(500_000)}`)],
  ['a short text', Buffer.from('short')],
])('the text of bytes is what the engine makes of them at once: %s', async (_what, bytes) => {
  expect((await textOf(bytes)) === bytes.toString('utf8')).toBe(true);
});

test.each([
  ['ASCII', 'plain text\n'.repeat(300_000)],
  ['characters of two units', `a${'\u{1F600}'.repeat(800_000)}`],
  ['halves of characters', '\uD83D'.repeat(1_500_000)],
  ['a short text', 'short'],
])('the bytes of a text are those that the engine makes at once: %s', async (_what, text) => {
  expect((await bytesOf(text)).equals(Buffer.from(text, 'utf8'))).toBe(true);
});

test('the bytes of a large text are in pages that the system gets back', async () => {
  expect((await bytesOf('text '.repeat(500_000))).buffer.resizable).toBe(true);
});
