import { allTags, frontmatterAliases, frontmatterTags, isTag } from '../../src/markdown/tags';

describe('tags of the frontmatter', () => {
  test.each([
    ['a list', { tags: ['a', '#b', 'c/d'] }, ['#a', '#b', '#c/d']],
    ['a string is one tag', { tags: 'a' }, ['#a']],
    ['a string with a comma or a space is none', { tags: 'a, b' }, []],
    ['an empty list', { tags: [] }, []],
    ['no value', { tags: null }, null],
    ['no key', { tag: 'a', TAG: ['b'] }, null],
    ['no frontmatter', undefined, null],
    ['what cannot be a tag', { tags: ['a b', 2024, '', '1a', null, { b: 1 }, true] }, ['#1a', '#true']],
  ])('%s', (_name, frontmatter, expected) => expect(frontmatterTags(frontmatter)).toEqual(expected));
});

test('all tags are those of the frontmatter, then those of the text, as often as they are written', () => {
  const metadata = { frontmatter: { tags: ['a', 'b'] }, tags: [{ tag: '#b' }, { tag: '#b' }] };
  expect(allTags(metadata)).toEqual(['#a', '#b', '#b', '#b']);
  expect(allTags({})).toEqual([]);
});

describe('aliases', () => {
  test.each([
    ['a list', { aliases: ['a', 'b c'] }, ['a', 'b c']],
    ['a string is one alias', { aliases: 'a, b' }, ['a, b']],
    ['numbers count as they print', { aliases: [1984, null] }, ['1984']],
    ['no value', { aliases: null }, null],
    ['no key', { alias: 'a' }, null],
    ['no frontmatter', null, null],
  ])('%s', (_name, frontmatter, expected) => expect(frontmatterAliases(frontmatter)).toEqual(expected));
});

test.each([
  ['#a', true],
  ['#a/b-c_1', true],
  ['#1', false],
  ['a', false],
  ['#a b', false],
  ['#', false],
])('%j as a tag: %s', (tag, expected) => expect(isTag(tag)).toBe(expected));
