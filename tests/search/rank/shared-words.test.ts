import fc from 'fast-check';
import { sharedWords } from '../../../src/search/rank/shared-words';
import type { TextStore } from '../../../src/search/store/text-store';
import { steppingSlicer } from '../slicers';
import { modified, storeOf } from '../vaults';

type Files = Readonly<Record<string, string>>;

const sharedIn = async (
  store: TextStore,
  accepts: (path: string) => boolean = () => true,
): Promise<Record<string, string[]>> => {
  const turn = steppingSlicer().slicer.slice();
  return Object.fromEntries(await sharedWords(store, 'a.md', { accepts, turn }));
};

async function countedStoreOf(files: Files): Promise<TextStore> {
  const store = storeOf(files);
  await store.prepare(steppingSlicer());
  return store;
}

describe.each([
  { counted: 'counted', opened: countedStoreOf },
  { counted: 'not counted yet', opened: (files: Files) => Promise.resolve(storeOf(files)) },
])('words that a note shares, of notes whose words are $counted,', ({ opened }) => {
  const shared = async (files: Files, accepts?: (path: string) => boolean): Promise<object> =>
    sharedIn(await opened(files), accepts);

  it('are those that few others have, folded, from the text below the properties', async () => {
    const files = {
      'a.md': '---\nstatus: windvane\n---\nThe Crépuscule and the harbour, the 12345 and the oak.',
      'b.md': 'crepuscule',
      'c.md': 'harbour crepuscules windvane 12345',
      'd.md': 'oak',
    };
    expect(await shared(files)).toEqual({ crepuscule: ['b.md'], harbour: ['c.md'] });
  });

  it('do not include words that many notes have', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`n${n}.md`, 'harbour note']));
    const files = { 'a.md': 'harbour lantern', 'b.md': 'lantern', ...many };
    expect(await shared(files)).toEqual({ lantern: ['b.md'] });
  });

  it('are counted as if hidden notes were not there', async () => {
    const open = { 'a.md': 'lantern harbour', 'b.md': 'lantern', 'c.md': 'harbour' };
    const hidden = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`x/${n}.md`, 'lantern']));
    const isOpen = (path: string): boolean => !path.startsWith('x/');
    expect(await shared({ ...hidden, ...open }, isOpen)).toEqual(await shared(open));
  });

  it('are found with limited work, however many words the note has', async () => {
    const long = Array.from({ length: 3000 }, (_, n) => `word${n.toString(36)}`).join(' ');
    expect(Object.keys(await shared({ 'a.md': long, 'b.md': long })).length).toBe(12);
  });
});

describe('words that a note shares', () => {
  it('are the same whether or not the words of notes are counted', async () => {
    const word = fc.constantFrom(
      ...[
        'harbour',
        'harbours',
        'Crépuscule',
        'crepuscule',
        'windvane',
        'lanternº',
        'oaks',
        '東京lantern',
        'x1y2',
      ],
    );
    const gap = fc.constantFrom(' ', '\n', '_', '-', '\n# ', '\n---\n', ' #', '東');
    const text = fc
      .array(fc.tuple(word, gap), { maxLength: 10 })
      .map(pairs => pairs.map(([one, blank]) => one + blank).join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 12 }), fc.nat(12), async (texts, late) => {
        const all = Object.entries(
          Object.fromEntries(texts.map((one, index) => [`${'abcdefghijklm'.charAt(index)}.md`, one])),
        );
        const expected = await sharedIn(storeOf(Object.fromEntries(all)));
        const some = await countedStoreOf(Object.fromEntries(all.slice(0, late)));
        for (const [path, one] of all.slice(late)) some.put(path, one, { modified });
        expect(await sharedIn(some)).toEqual(expected);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('are not in the name of another note alone', async () => {
    const files = { 'a.md': 'harbour', 'harbour.md': 'lantern' };
    expect(await sharedIn(await countedStoreOf(files))).toEqual({});
  });
});
