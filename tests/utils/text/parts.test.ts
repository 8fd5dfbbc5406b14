import fc from 'fast-check';
import {
  folderOf,
  lastName,
  cutText,
  trimmedEnd,
  trimmedStart,
  withoutOuterSlashes,
} from '../../../src/utils/text/pieces';
import { visible, visibleLine } from '../../../src/utils/text/visible-text';

describe('the parts of a path', () => {
  const names = fc.array(
    fc.string({ minLength: 1 }).filter(name => !name.includes('/')),
    {
      minLength: 1,
      maxLength: 5,
    },
  );

  test('the folder and the name of a path are its segments before the last one, and that one', () => {
    fc.assert(
      fc.property(names, segments => {
        const path = segments.join('/');
        expect(folderOf(path)).toBe(segments.slice(0, -1).join('/'));
        expect(lastName(path)).toBe(segments.at(-1));
      }),
      { seed: 1 },
    );
  });

  test('the folder of a file of the root is empty', () => {
    expect(folderOf('a.md')).toBe('');
  });
});

describe('the ends of a text', () => {
  test.each([
    ['', '/', ''],
    ['///', '/', ''],
    ['a', '/', 'a'],
    ['/a/b//', '/', '/a/b'],
    ['why?!…', '.!?…', 'why'],
    ['00', '', '00'],
  ])('the end of %j without %j is %j', (text, characters, cut) => {
    expect(trimmedEnd(text, characters)).toBe(cut);
  });

  test.each([
    ['', '0', ''],
    ['007', '0', '7'],
    ['¿¡qué', '¡¿', 'qué'],
  ])('the start of %j without %j is %j', (text, characters, cut) => {
    expect(trimmedStart(text, characters)).toBe(cut);
  });

  test('slashes are cut on both sides of a path and kept within', () => {
    expect(withoutOuterSlashes('//Folder//Deep/')).toBe('Folder//Deep');
  });

  test.each([
    ['abc', 2, 'ab'],
    ['abc', 9, 'abc'],
    ['a😀b', 3, 'a😀'],
    ['a😀b', 2, 'a\ufffd'],
  ])('of %j the first %i units are %j', (text, most, cut) => {
    expect(cutText(text, most)).toBe(cut);
  });
});

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
