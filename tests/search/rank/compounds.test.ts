import { partsOfCompound } from '../../../src/search/words/compounds';
import type { TextStore } from '../../../src/search/store/text-store';
import { steppingSlicer } from '../slicers';
import { searchIn, storeOf } from '../vaults';

const german = {
  'Fristen.md': 'Die Zeitung ist mit einer Frist von sechs Wochen zu kündigen.',
  'Woche.md': 'Der zweite Tag der Woche ist für die Steuer und nicht für den Garten.',
  'Balkon.md': 'Ich weiß nicht, wie die Geranien auf den Balkon kommen.',
};

/** A store whose notes have their words counted. */
async function countedIn(files: Readonly<Record<string, string>>): Promise<TextStore> {
  const store = storeOf(files);
  await store.prepare({ slicer: steppingSlicer().slicer });
  return store;
}

describe('a compound that no note has', () => {
  it('is found by its parts, in notes that lack it', async () => {
    const { notes, details, totalCount } = await searchIn(await countedIn(german), 'Tageszeitung');
    expect(totalCount).toBe(0);
    expect(notes.map(({ path, missing }) => [path, missing])).toEqual([
      ['Fristen.md', ['tageszeitung']],
      ['Woche.md', ['tageszeitung']],
    ]);
    const [match] = details[0]?.matches ?? [];
    const [from, to] = match?.ranges[0] ?? [0, 0];
    expect(match?.text.slice(from, to)).toBe('Zeitung');
  });

  it('is found beside other words of a question', async () => {
    const { paths } = await searchIn(await countedIn(german), 'Tageszeitungen loswerden');
    expect(paths[0]).toBe('Fristen.md');
  });

  it.each([
    [
      'Dutch',
      'stadsbibliotheek',
      'De bibliotheek is niet open op zondag.',
      'Het is een stad met zijn haven.',
    ],
    [
      'Swedish',
      'bibliotekskort',
      'Jag har ett kort som inte är av papper.',
      'Det är ett bibliotek och en park.',
    ],
    ['Finnish', 'kirjastokortti', 'Se on kortti ja se on uusi.', 'Se ei ole kirjasto, mutta se on talo.'],
  ])('is found by its parts in %s', async (_language, query, last, first) => {
    const { paths } = await searchIn(await countedIn({ 'last.md': last, 'first.md': first }), query);
    expect(paths.toSorted()).toEqual(['first.md', 'last.md']);
  });

  it('is not taken apart if all words must be there, or exactly, or if one part is no word of the notes', async () => {
    const store = await countedIn(german);
    for (const asked of [
      { query: 'Tageszeitung', allWords: true },
      { query: 'Tageszeitung', exact: true },
      { query: 'Wandzeitung' },
    ])
      expect((await searchIn(store, asked)).paths).toEqual([]);
  });

  it('is not taken apart by the words of notes that the caller may not see', async () => {
    const accepts = (path: string): boolean => path !== 'Woche.md';
    expect((await searchIn(await countedIn(german), 'Tageszeitung', { accepts })).paths).toEqual([]);
  });

  it('is not taken apart in a language that writes its words apart', async () => {
    const store = await countedIn({ 'a.md': 'This is the pass to the port, and it is for you.' });
    expect((await searchIn(store, 'passport')).paths).toEqual([]);
  });
});

describe('the parts of a compound', () => {
  const words = new Set(['haus', 'tur', 'haustur', 'schlussel', 'arbeit', 'zimmer']);
  const parts = (word: string): readonly string[] => partsOfCompound(word, ['s', 'n'], one => words.has(one));

  it('are as few as possible, without what joins them', () => {
    expect(parts('hausturschlussel')).toEqual(['haustur', 'schlussel']);
    expect(parts('arbeitszimmer')).toEqual(['arbeit', 'zimmer']);
  });

  it('are none if something is left over, for a word itself, and for a very long one', () => {
    expect(parts('hausturschlosser')).toEqual([]);
    expect(parts('zimmer')).toEqual([]);
    expect(parts('zimmer'.repeat(7))).toEqual([]);
  });
});
