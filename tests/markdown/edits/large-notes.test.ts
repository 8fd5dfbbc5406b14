import { editTags, renameTag } from '../../../src/markdown/edits/tags/tag-edit';
import { linesWithText } from '../../../src/markdown/edits/sections/given-text';
import { scanStructure } from '../../../src/markdown/structure/scan-structure';
import { propertyEdits } from '../../../src/vault/writing/notes/note-editor';

test('blank lines at both ends are left out', () => {
  const blank = '\n'.repeat(500_000);
  expect(linesWithText(`${blank}a\n${blank}`, 0, 2 * blank.length + 2)).toEqual({
    start: blank.length,
    end: blank.length + 2,
  });
});

test('more properties than a note can have are refused before any is looked at', () => {
  const set = Object.fromEntries(Array.from({ length: 10_001 }, (_item, index) => [`k${index}`, index]));
  expect(() => propertyEdits({ set, replace: false })).toThrow('10000');
});

test('tags of a note that has very many are renamed and taken out', () => {
  const text = '#old '.repeat(90_000);
  const structure = scanStructure(text);
  expect(renameTag(text, structure, 'old', 'new')).toBe('#new '.repeat(90_000));
  const taken = editTags(text, structure, { remove: ['old'], location: 'both' });
  expect(taken.text).not.toContain('#old');
});
