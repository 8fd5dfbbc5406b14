import fc from 'fast-check';

import { detectNewline, withNewline } from '../../../src/markdown/text/lines';

const anyText = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', '\r', '$&', '😀') });
const run = { seed: 20_261_121, numRuns: 500 };

describe('the line break of a text', () => {
  it.each([
    ['', '\n'],
    ['a', '\n'],
    ['a\n', '\n'],
    ['a\r\n', '\r\n'],
    ['\n', '\n'],
    ['a\r\nb\nc\r\n', '\r\n'],
    ['a\r\nb\nc\n', '\n'],
    ['a\r\nb\n', '\r\n'],
    ['a\nb\r\n', '\n'],
    ['a\rb\r', '\n'],
  ])('of %j is %j', (text, newline) => {
    expect(detectNewline(text)).toBe(newline);
  });
});

describe('given text', () => {
  it('takes on the line break of the file', () => {
    expect(withNewline('a\nb\r\nc\rd', '\r\n')).toBe('a\r\nb\r\nc\rd');
    expect(withNewline('a\nb\r\nc\rd', '\n')).toBe('a\nb\nc\rd');
    expect(withNewline('$&\n$1', '\r\n')).toBe('$&\r\n$1');
  });

  it('is converted once and for all', () => {
    fc.assert(
      fc.property(anyText, text => {
        const crlf = withNewline(text, '\r\n');
        expect(withNewline(crlf, '\r\n')).toBe(crlf);
        expect(crlf.split('\r\n').join('')).not.toContain('\n');
        // A lone CR right before a break cannot be told from the CR of a CRLF once it is written.
        expect(withNewline(withNewline(text, '\n'), '\n').length).toBeLessThanOrEqual(text.length);
      }),
      run,
    );
  });
});

test('the usual line break of a long text is that of its beginning', () => {
  expect(detectNewline('a\r\n'.repeat(200_000) + '\n'.repeat(2_000_000))).toBe('\r\n');
});
