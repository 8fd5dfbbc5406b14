import { cutText, trimmedEnd, trimmedStart, withoutOuterSlashes } from '../../../src/utils/text/pieces';

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
