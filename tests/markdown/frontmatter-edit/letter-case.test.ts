import type { FrontmatterEdit } from '../../../src/markdown/frontmatter-edit/edits';
import { editFrontmatter } from '../../../src/markdown/frontmatter-edit';
import { propertySpellings } from '../../../src/utils/properties/property-names';

const note = (...lines: string[]): string => ['---', ...lines, '---', 'text', ''].join('\n');

test('a property is set under the spelling that it has', () => {
  expect(editFrontmatter(note('Due: 1'), [{ kind: 'set', key: 'due', value: 2 }])).toBe(note('Due: 2'));
});

test('of two spellings the exact one is set, otherwise the last', () => {
  const both = note('Due: 1', 'DUE: 2');
  expect(editFrontmatter(both, [{ kind: 'set', key: 'Due', value: 3 }])).toBe(note('Due: 3', 'DUE: 2'));
  expect(editFrontmatter(both, [{ kind: 'set', key: 'due', value: 3 }])).toBe(note('Due: 1', 'DUE: 3'));
});

test('a property is removed under all its spellings', () => {
  expect(editFrontmatter(note('a: 0', 'Due: 1', 'DUE: 2'), [{ kind: 'remove', key: 'due' }])).toBe(
    note('a: 0'),
  );
});

test('two spellings in one edit are one property', () => {
  const edits = [
    { kind: 'set', key: 'New', value: 1 },
    { kind: 'set', key: 'new', value: 2 },
  ] as const;
  expect(editFrontmatter(note('a: 0'), edits)).toBe(note('a: 0', 'New: 2'));
});

test('a list is added to under the spelling that it has', () => {
  expect(editFrontmatter(note('Tags: [a]'), [{ kind: 'merge', key: 'tags', value: ['b'] }])).toBe(
    note('Tags: [a, b]'),
  );
});

test('names of other letters are other properties', () => {
  expect(propertySpellings(['due', 'DUE', 'dues', 'Due'], 'due')).toEqual(['due', 'Due', 'DUE']);
});

test('very many properties at once are refused in time that grows with their number', () => {
  const edits = Array.from({ length: 60_000 }, (_item, index): FrontmatterEdit => ({
    kind: 'set',
    key: `k${index}`,
    value: index,
  }));
  const begun = performance.now();
  expect(() => editFrontmatter(note('a: 0'), edits)).toThrow('Properties can be edited up to');
  // 60,000 names compared with each other take minutes.
  expect(performance.now() - begun).toBeLessThan(10_000);
});
