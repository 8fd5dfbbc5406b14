import fc from 'fast-check';
import { Lines } from '../../../src/markdown/text/lines';
import { countBodyWords } from '../../../src/markdown/text/word-count';
import { readWindow } from '../../../src/vault/reading/line-window';
import { steppingSlicer } from '../../search/slicers';

const turn = steppingSlicer().slicer.slice();
const seed = { seed: 20_261_122, numRuns: 500 };
const line = fc
  .array(fc.constantFrom('word', ' ', 'é', '漢', '😀', "don't", '1.5', '#'), { maxLength: 12 })
  .map(parts => parts.join(''));
const text = fc
  .tuple(fc.constantFrom('', '---\ntitle: two words\n---\n'), fc.array(line, { maxLength: 30 }))
  .chain(([head, lines]) => fc.constantFrom('\n', '\r\n').map(end => head + lines.join(end)));

test('a window has the lines asked for, and counts lines and words as for any other note', async () => {
  const range = { start: fc.integer({ min: 1, max: 35 }), more: fc.integer({ min: 0, max: 35 }) };
  await fc.assert(
    fc.asyncProperty(
      text,
      range.start,
      range.more,
      fc.integer({ min: 60, max: 90 }),
      async (whole, startLine, more, portion) => {
        const endLine = startLine + more;
        const lines = new Lines(whole);
        const bytes = new TextEncoder().encode(whole);
        const window = await readWindow(bytes, { startLine, endLine, maxChars: 1e6 }, turn, portion);
        expect(window).toEqual({
          head: whole,
          offset: lines.startOf(startLine),
          totalLines: lines.count,
          wordCount: countBodyWords(whole),
          text: lines.slice(startLine, endLine),
          firstLineLength: lines.slice(startLine, startLine).length,
        });
      },
    ),
    seed,
  );
});

test('a window holds little more than may be shown', async () => {
  const bytes = new TextEncoder().encode('some words\n'.repeat(10_000));
  const window = await readWindow(bytes, { startLine: 2, endLine: 9000, maxChars: 50 }, turn, 100);
  expect(window?.totalLines).toBe(10_000);
  expect(window?.text.length).toBeGreaterThan(50);
  expect(window?.text.length).toBeLessThan(300);
});

test('bytes that are not UTF-8 have no window, also where a character is cut at the end', async () => {
  const range = { startLine: 1, endLine: 1, maxChars: 10 };
  expect(await readWindow(new Uint8Array([0x61, 0xc3, 0x28]), range, turn)).toBeUndefined();
  expect(await readWindow(new Uint8Array([0x61, 0xc3]), range, turn)).toBeUndefined();
});
