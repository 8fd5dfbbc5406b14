import { excerpt, numberedLength, numberedLines, numberedText } from '../../../src/markdown/text/excerpt';
import { Lines } from '../../../src/markdown/text/lines';

test.each([
  ['blank lines', '\n'.repeat(20_000)],
  ['lines of words', 'a few words\n'.repeat(3000)],
  ['one line', 'word '.repeat(5000)],
])('the length of numbered text is computed before it is made, for %s', (_what, text) => {
  const lines = new Lines(text);
  const part = excerpt(lines, { startLine: 1, endLine: Infinity, maxChars: 1_000_000 });
  const whole = numberedLines(lines, part, 7);
  expect(numberedLength(part, 7)).toBeGreaterThanOrEqual(whole.length);
  expect(numberedLength(part, 7)).toBeLessThan(1.3 * whole.length);
  expect(numberedText(lines, part, 7).toString()).toBe(whole);
});
