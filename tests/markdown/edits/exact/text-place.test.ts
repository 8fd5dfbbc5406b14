import { placeText } from '../../../../src/markdown/edits/sections/text-place';
import { refusalOf } from '../../targets/support';

describe('text added to a note', () => {
  it.each([
    ['at the end', 'a\n', 'append', 'b\n', 'a\nb\n'],
    ['with the break that is missing', 'a', 'append', 'b', 'a\nb'],
    ['with the break that the note ended in', 'a\n', 'append', 'b', 'a\nb\n'],
    ['behind blank lines', 'a\n\n\n', 'append', 'b\n', 'a\n\n\nb\n'],
    ['in CRLF', 'a\r\nb\r\n', 'append', 'c\nd', 'a\r\nb\r\nc\r\nd\r\n'],
    ['in LF', 'a\n', 'append', 'b\r\nc', 'a\nb\nc\n'],
    ['to nothing', '', 'append', 'b', 'b'],
    ['to a byte order mark', '\uFEFF', 'append', 'b', '\uFEFFb'],
    ['literally', 'a\n', 'append', "$& $' $1 $$ \\n \u2028\n", "a\n$& $' $1 $$ \\n \u2028\n"],
    ['that is nothing', 'a', 'append', '', 'a'],
    ['at the start', 'a\n', 'prepend', 'b', 'b\na\n'],
    ['at the start with its break', 'a', 'prepend', 'b\n', 'b\na'],
    ['at the start of nothing', '', 'prepend', 'b', 'b'],
    ['behind a byte order mark', '\uFEFFa\n', 'prepend', 'b', '\uFEFFb\na\n'],
    ['below the frontmatter', '---\na: 1\n---\nx', 'prepend', 'b', '---\na: 1\n---\nb\nx'],
    ['below frontmatter alone', '---\na: 1\n---', 'prepend', 'b', '---\na: 1\n---\nb'],
    ['below frontmatter alone, with its break', '---\na: 1\n---\n', 'prepend', 'b', '---\na: 1\n---\nb\n'],
    ['above what would underline it', '---\na: 1\n', 'prepend', 'b', 'b\n\n---\na: 1\n'],
  ] as const)('is at %s', (_name, text, mode, content, expected) => {
    expect(placeText(text, mode, content)).toBe(expected);
  });

  it('gives the same as one addition when it is added in parts', () => {
    let text = '';
    for (let times = 0; times < 1_000; times += 1) text = placeText(text, 'append', 'line\n');
    expect(text).toBe('line\n'.repeat(1_000));
  });

  it('refuses half characters', () => {
    expect(refusalOf(() => placeText('a', 'append', '\ud800')).code).toBe('invalid_argument');
  });
});
