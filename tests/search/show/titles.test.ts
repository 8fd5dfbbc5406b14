import { Query } from '../../../src/search/query/query';
import { Search } from '../../../src/search/search';
import { steppingSlicer } from '../slicers';
import { searchIn, storeOf } from '../vaults';

async function titleOf(text: string, known?: string): Promise<string | undefined> {
  const store = storeOf({ 'Folder/Note.md': text });
  const { notes } = await searchIn(store, 'lantern');
  const search = new Search(store, Query.parse({ query: 'lantern', exact: true }));
  const { slicer } = steppingSlicer();
  const [details] = await search.describe(notes, { slicer, matchesPerNote: 1, titleOf: () => known });
  return details?.title;
}

describe('the title of a found note', () => {
  test.each([
    ['is that of its frontmatter', '---\ntitle: The keeper\n---\nlantern', 'The keeper'],
    ['keeps blanks, as in the metadata', '---\ntitle: " The keeper"\n---\nlantern', ' The keeper'],
    ['is its name without frontmatter', 'lantern', 'Note'],
    ['is its name where the title is no text', '---\ntitle: [a]\n---\nlantern', 'Note'],
    ['is its name where the title is empty', '---\ntitle: " "\n---\nlantern', 'Note'],
    [
      'is its name behind very long frontmatter',
      `---\ntitle: The keeper\nx: ${'y'.repeat(5000)}\n---\nlantern`,
      'Note',
    ],
  ])('%s, while its metadata is not read', async (_what, text, title) => {
    expect(await titleOf(text)).toBe(title);
  });

  test('is that of its metadata, once it is read', async () => {
    expect(await titleOf('---\ntitle: The keeper\n---\nlantern', 'Another')).toBe('Another');
  });
});
