import fc from 'fast-check';
import { coversPath, folderGlob } from '../../../src/utils/glob-utils';

test.each([
  ['Projects', 'Projects/**'],
  ['Projects/2026', 'Projects/2026/**'],
  ['[Old] {a,b} (c)', '\\[Old\\] \\{a,b\\} \\(c\\)/**'],
  ['!Inbox', '\\!Inbox/**'],
  [' Space', '\\ Space/**'],
])('the rule of the folder %s', (folder, rule) => {
  expect(folderGlob(folder)).toBe(rule);
});

test('covers the folder and everything in it, and nothing beside it, whatever its name', () => {
  const letter = fc.constantFrom(...'aB ä*?[]{}()!@+|\\,-^~.'.split(''));
  const name = fc.string({ unit: letter, minLength: 1, maxLength: 8 }).filter(text => !/^[.]+$/.test(text));
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map(parts => parts.join('/'));
  fc.assert(
    fc.property(path, name, (folder, note) => {
      const rule = folderGlob(folder);
      expect(rule).toBe(rule.trim());
      expect(coversPath([rule], `${folder}/${note}`)).toBe(true);
      expect(coversPath([rule], folder)).toBe(true);
      expect(coversPath([rule], `${folder}x/${note}`)).toBe(false);
      expect(coversPath([rule], `x/${folder}/${note}`)).toBe(folder.startsWith('x/'));
    }),
    { seed: 4, numRuns: 300 },
  );
});
