import { modified, searchIn, storeOf } from '../vaults';

const day = 86_400_000;

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

  const often = (word: string): string => `${word} `.repeat(400);

  test.each([
    ['four hundred times in a short text', 'A note.md', often('plum')],
    ['four hundred times in a long text', 'A note.md', `${often('plum')}\n${filler.repeat(200)}`],
    ['a few times in a very short text', 'A.md', 'plum plum plum plum'],
  ])('outranks a body that has the word %s', async (_how, path, text) => {
    const files = {
      [`Plum ${long}.md`]: filler.repeat(60),
      'Alias.md': `---\naliases: [Common plum]\n---\n${filler.repeat(60)}`,
      'Heading.md': `${filler.repeat(60)}\n## Of a plum and other things\n`,
      'Tag.md': `${filler.repeat(60)}\n#plum\n`,
      [path]: text,
      ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`N${index}.md`, filler])),
    };
    const { paths } = await searchIn(storeOf(files), 'plum');
    expect(paths).toEqual([`Plum ${long}.md`, 'Alias.md', 'Heading.md', 'Tag.md', path]);
  });

  test('outranks many occurrences in a lower field', async () => {
    const files = {
      [`Plum ${long}.md`]: filler,
      'Alias.md': `---\naliases: [Common plum]\n---\n${filler}`,
      'Headings.md': '## A plum and a plum\n'.repeat(50),
      'Tags.md': '#plum #fruit/plum #plum/blue '.repeat(50),
    };
    const { paths } = await searchIn(storeOf(files), 'plum');
    expect(paths).toEqual(Object.keys(files));
  });

  test('outranks a note that was changed today', async () => {
    const store = storeOf({});
    const names = [`Plum ${long}.md`, 'Alias.md', 'Heading.md', 'Tag.md', 'Body.md'];
    const texts = [filler, '---\naliases: [Common plum]\n---\n', '## Of a plum\n', '#plum\n', often('plum')];
    for (const [at, name] of names.entries())
      store.put(name, texts[at] ?? '', { modified: modified - (names.length - 1 - at) * 400 * day });
    expect((await searchIn(store, 'plum')).paths).toEqual(names);
  });
});
