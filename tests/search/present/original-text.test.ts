import { NoteDescriber } from '../../../src/search/present/note-describer';
import { Query } from '../../../src/search/query/query';
import { QueryCompiler } from '../../../src/search/query/query-compiler';
import { NoteText } from '../../../src/search/store/note-text';
import { itemAt } from '../../../src/utils/item-at';
import { steppingSlicer } from '../slicers';
import { searchIn, storeOf } from '../vaults';

/** With a fold map, and a character beyond Latin-1: stored as UTF-8. */
const german = '# Straße\n## Größe „ﬁn“\nDie Laterne ist groß, und die Straße ist naß.\n\n'.repeat(60);

/** Counts how often the whole text is built. */
class CountedText extends NoteText {
  built = 0;

  override get original(): string {
    this.built += 1;
    return super.original;
  }
}

interface Described {
  readonly built: number;
  readonly pauses: number;
  readonly heading: string | undefined;
}

/** Describes a note with many matches, whose outline exists already. */
async function described(original: string, matchesPerNote: number, title?: string): Promise<Described> {
  const store = storeOf({ 'Note.md': original });
  const { notes } = await searchIn(store, 'laterne');
  const note = store.get('Note.md');
  if (note === undefined) throw new Error('The store has no note.');
  const text = new CountedText(original, store.folder);
  text.preparing();
  text.built = 0;
  const { slicer, pauses } = steppingSlicer();
  const titleOf = title === undefined ? undefined : (): string => title;
  const query = new QueryCompiler(store.folder, store.kinds, undefined).compile(
    Query.parse({ query: 'laterne', exact: true }),
  );
  const describer = new NoteDescriber(query, { contextLength: 100, matchesPerNote, titleOf }, {});
  const shown = { note, text, ranked: itemAt(notes, 0), most: matchesPerNote };
  const { matches } = await describer.describe(shown, slicer.slice());
  expect(matches).toHaveLength(matchesPerNote);
  return { built: text.built, pauses: pauses(), heading: matches[0]?.heading };
}

describe('the text from which the snippets of one note are cut', () => {
  it.each([1, 50])('is built once for %d snippets, their headings and the title', async matches => {
    expect(await described(german, matches)).toMatchObject({ built: 1, heading: 'Straße::Größe „ﬁn“' });
  });

  it('is built once, too, of a text that differs from its fold nearly everywhere', async () => {
    const loud = `# STRASSE\n${'LATERNE – NUR LAUT\n\n'.repeat(60)}`;
    expect(await described(loud, 50)).toMatchObject({ built: 1, heading: 'STRASSE' });
  });

  it('is not built for a few snippets where parts can be cut from its differences from the fold', async () => {
    const plain = `# STRASSE\n${'Die Laterne und der Hafen von Bergen\n\n'.repeat(60)}`;
    expect(await described(plain, 1, 'Note')).toMatchObject({ built: 0, heading: 'STRASSE' });
    expect(await described(plain, 50, 'Note')).toMatchObject({ built: 1, heading: 'STRASSE' });
  });
});

it('other calls have their turn between the snippets of one note', async () => {
  const [few, many] = [await described(german, 1), await described(german, 50)];
  expect(many.pauses).toBeGreaterThan(few.pauses + 4);
});
