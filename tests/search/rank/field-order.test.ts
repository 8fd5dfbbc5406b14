import { searchIn, storeOf } from '../vaults';

const long =
  'of the many birds that one may see above the meadows and fields in late summer evenings by the river';
const filler = `${'Words about something else altogether. '.repeat(8)}\n`;

describe('the field that a word occurs in', () => {
  test.each([
    ['short', `Old kestrel notes.md`, ''],
    ['long', `Kestrel ${long}.md`, ''],
    ['long with a long text', `Kestrel ${long}.md`, filler.repeat(20)],
  ])('orders title, alias, heading, tag and body where the title is %s', async (_length, title, text) => {
    const files = {
      'Body.md': 'A kestrel.\n',
      'Tag.md': 'x #birds/kestrel\n',
      'Heading.md': `## Of a kestrel\n${filler}`,
      'Alias.md': `---\naliases: [Common kestrel]\n---\n${filler.repeat(6)}`,
      [title]: text,
      ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`N${index}.md`, filler])),
    };
    const { paths } = await searchIn(storeOf(files), 'kestrel');
    expect(paths).toEqual([title, 'Alias.md', 'Heading.md', 'Tag.md', 'Body.md']);
  });

  test('counts in a long title as it does in a short one', async () => {
    const files = {
      [`A ${long} kestrel ${long}.md`]: '',
      'Alias.md': '---\naliases: [Common kestrel]\n---\n',
      'Heading.md': '# The kestrel\n',
      'Tag.md': '#kestrels\n',
    };
    const { paths } = await searchIn(storeOf(files), 'kestrel');
    expect(paths[0]).toContain(long);
    expect(paths.slice(1)).toEqual(['Alias.md', 'Heading.md', 'Tag.md']);
  });
});
