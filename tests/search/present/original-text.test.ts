import { Search } from '../../../src/search/search';
import { searchIn, storeOf } from '../vaults';
import { steppingSlicer } from '../slicers';

/** With a fold map, and a character beyond Latin-1: stored as UTF-8. */
const german = '# Straße\n## Größe „ﬁn“\nDie Laterne ist groß, und die Straße ist naß.\n\n'.repeat(60);

interface Described {
  /** Texts that were decoded. */
  readonly decoded: number;
  readonly pauses: number;
  readonly heading: string | undefined;
}

/** Describes a note with many matches, whose outline exists already. */
async function described(text: string, matchesPerNote: number, title?: string): Promise<Described> {
  const store = storeOf({ 'Note.md': text });
  const { notes } = await searchIn(store, 'laterne');
  const { slicer, pauses } = steppingSlicer();
  const titleOf = title === undefined ? undefined : (): string => title;
  const search = new Search(store, { query: 'laterne', exact: true });
  const decode = jest.spyOn(TextDecoder.prototype, 'decode');
  const [details] = await search.describe(notes, { slicer, matchesPerNote, titleOf });
  const decoded = decode.mock.calls.length;
  decode.mockRestore();
  expect(details?.matches).toHaveLength(matchesPerNote);
  return { decoded, pauses: pauses(), heading: details?.matches[0]?.heading };
}

describe('the text from which the snippets of one note are cut', () => {
  it.each([1, 50])('is decoded once for %d snippets, their headings and the title', async matches => {
    expect(await described(german, matches)).toMatchObject({ decoded: 1, heading: 'Straße::Größe „ﬁn“' });
  });

  it('is decoded once, too, of a text that differs from its fold nearly everywhere', async () => {
    const loud = `# STRASSE\n${'LATERNE – NUR LAUT\n\n'.repeat(60)}`;
    expect(await described(loud, 50)).toMatchObject({ decoded: 1, heading: 'STRASSE' });
  });

  it('is not built for a few snippets where parts can be cut from its differences from the fold', async () => {
    const plain = `# STRASSE\n${'Die Laterne und der Hafen von Bergen\n\n'.repeat(60)}`;
    expect(await described(plain, 1, 'Note')).toMatchObject({ decoded: 0, heading: 'STRASSE' });
    expect(await described(plain, 50, 'Note')).toMatchObject({ decoded: 1, heading: 'STRASSE' });
  });
});

it('other calls have their turn between the snippets of one note', async () => {
  const [few, many] = [await described(german, 1), await described(german, 50)];
  expect(many.pauses).toBeGreaterThan(few.pauses + 4);
});
