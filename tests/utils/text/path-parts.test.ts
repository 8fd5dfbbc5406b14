import fc from 'fast-check';
import { folderOf, lastName } from '../../../src/utils/text/pieces';

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
