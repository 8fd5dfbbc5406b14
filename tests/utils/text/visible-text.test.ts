import { visible, visibleLine } from '../../../src/utils/text/visible-text';

describe('text that somebody decides upon', () => {
  test.each([
    ['turns the direction', 'a\u202eb', 'a‹U+202E›b'],
    ['takes no room', 'a\u200bb\ufeff', 'a‹U+200B›b‹U+FEFF›'],
    ['is a control', 'a\u0007b\u009b', 'a‹U+0007›b‹U+009B›'],
    ['writes what only models read', 'a\u{e0041}b', 'a‹U+E0041›b'],
    ['looks like nothing', 'a\u3164b', 'a‹U+3164›b'],
    ['goes back in the line', 'a\rb', 'a␍b'],
  ])('shows what %s', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('stays on one line where it is one', () => {
    expect(visibleLine('a\nb\tc\u001b[2J')).toBe('a␊b␉c‹U+001B›[2J');
  });

  test('is left alone where it can be seen', () => {
    const text = '\tTwo\nlines, 👩‍👩‍👧, ü, 日本, می‌خواهم';
    expect(visible(text)).toBe(text);
  });
});
