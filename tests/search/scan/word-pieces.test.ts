import fc from 'fast-check';
import type { SearchMode } from '../../../src/search/query/query';
import { wordPieces } from '../../../src/search/query/word-pieces';
import { TextStore } from '../../../src/search/store/text-store';
import { CharacterKinds } from '../../../src/search/text/character-kinds';
import { steppingSlicer } from '../slicers';
import { searchIn, storeOf } from '../vaults';

type Files = Readonly<Record<string, string>>;

async function counted(files: Files): Promise<TextStore> {
  const store = storeOf(files);
  await store.prepare({ slicer: steppingSlicer().slicer });
  return store;
}

const long = `${'long'.repeat(40)}tail`;
const word = fc.constantFrom(
  ...[
    'lantern',
    'Lanterns',
    'XQ-4821',
    'xq_4821',
    'Straße',
    'crépuscule',
    'cre\u0301puscule',
    '東京都',
    'ЛАМПА',
  ],
  ...['a', 'I\u0307stanbul', 'ﬁsh', 'ΟΔΟΣ', long, 'a1b2', '💡lamp', 'don’t', '#tag/lamp', '`lamp`'],
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '\n', '\n# ', ', ')), { maxLength: 8 })
  .map(words => words.flat().join(''));
const vault = fc
  .array(fc.tuple(word, text), { minLength: 1, maxLength: 12 })
  .map(notes =>
    Object.fromEntries(
      notes.map(([name, body], at) => [`${name.replaceAll('/', '').slice(0, 20)} ${at}.md`, body]),
    ),
  );
const pattern = fc.constantFrom(
  ...[
    'lantern',
    'antern|amp',
    'XQ-\\d{4}',
    '\\bxq',
    'Q-4',
    'stra(ß|ss)e',
    'puscule',
    '東京',
    'tail\\b',
    'longl',
  ],
  ...[
    '(lan|ta)(tern|il)',
    'б?лампа',
    'οδος',
    'ta[il]+',
    'a1?b2',
    'i\u0307?stan',
    '.amp',
    'xq_48',
    'mp`',
    'fish',
  ],
);
const wildcard = fc.constantFrom(
  '*tern',
  'lan*n',
  '*b2',
  'l?mp*',
  '*amp*',
  'xq*',
  '*puscule',
  '*tail',
  'strass?',
);
const phrase = fc.constantFrom(
  'ntern',
  'amp',
  'xq-4',
  '京都',
  'puscul',
  'gtail',
  'tag/l',
  'n’t',
  'lantern xq',
  'sh',
);
const asked = fc.oneof(
  fc.tuple(fc.constant<SearchMode>('regex'), pattern),
  fc.tuple(fc.constant<SearchMode>('wildcard'), wildcard),
  fc.tuple(fc.constant<SearchMode>('phrase'), phrase),
  fc.tuple(
    fc.constant<SearchMode>('words'),
    fc.tuple(pattern, phrase).map(([regex, quoted]) => `/${regex.replaceAll('/', '')}/ OR "${quoted}"`),
  ),
  fc.tuple(
    fc.constant<SearchMode>('words'),
    pattern.map(regex => `line:(/${regex}/) -straße`),
  ),
);

describe('a search for parts of words in notes whose words are counted', () => {
  it('finds, ranks and counts as one that looks through the texts', async () => {
    await fc.assert(
      fc.asyncProperty(vault, asked, fc.boolean(), async (files, [mode, query], caseSensitive) => {
        const request = { query, mode, caseSensitive };
        expect(await searchIn(await counted(files), request)).toEqual(
          await searchIn(storeOf(files), request),
        );
      }),
      { seed: 20261123, numRuns: 60 },
    );
  });

  it('finds what stands behind the counted letters of a long word', async () => {
    const store = await counted({ 'a.md': `one ${long}`, 'b.md': 'other' });
    for (const query of ['tail$', 'gta'])
      expect((await searchIn(store, { query, mode: 'regex' })).paths).toEqual(['a.md']);
    expect((await searchIn(store, '"gtail"')).paths).toEqual(['a.md']);
  });

  it('reads no note that lacks the words', async () => {
    const reads: string[] = [];
    const texts: Files = { 'a.md': 'ticket XQ-4821', 'b.md': 'another ticket', 'c.md': 'x and q' };
    const readText = (path: string): Promise<string> => {
      reads.push(path);
      return Promise.resolve(texts[path] ?? '');
    };
    const store = new TextStore({ readText, maxBytes: () => 1 });
    for (const path of Object.keys(texts)) store.expect(path, { modified: 1 });
    await store.fill({ slicer: steppingSlicer().slicer });
    reads.length = 0;
    const { totalCount } = await searchIn(store, { query: 'xq-\\d+', mode: 'regex' });
    expect({ totalCount, read: new Set(reads) }).toEqual({ totalCount: 1, read: new Set(['a.md']) });
  });
});

describe('pieces of words', () => {
  const kinds = new CharacterKinds();

  it('are the longest stretches of letters of each text', () => {
    expect(wordPieces(['xq-4821', 'a lamp'], kinds)).toEqual(['4821', 'lamp']);
  });

  it('are unknown if one text has none that is long enough', () => {
    expect(wordPieces(['lamp', 'x-1'], kinds)).toBeUndefined();
    expect(wordPieces(['灯台守'], kinds)).toBeUndefined();
  });
});
