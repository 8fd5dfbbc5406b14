import fc from 'fast-check';
import { CharacterKinds } from '../../../src/search/text/character-kinds';
import { Signature, signsOf } from '../../../src/search/store/signature';
import { finish } from '../../../src/utils/slicing/steps';
import { TextStore } from '../../../src/search/store/text-store';
import { modified, searchIn, storeOf } from '../vaults';
import { steppingSlicer } from '../slicers';

const kinds = new CharacterKinds();

describe('signatures', () => {
  it('never exclude a word, or its beginning, that is in the text', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', 'é', '東', '京', 'z'),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 200 }),
        fc.nat(),
        fc.nat(),
        (words, which, length) => {
          const signature = finish(Signature.inSteps(words.join(' '), kinds));
          const one = words[which % words.length] ?? '';
          expect(signature.mayHave(signsOf(one.slice(0, 1 + (length % one.length)), kinds))).toBe(true);
        },
      ),
      { seed: 9, numRuns: 300 },
    );
  });

  it('exclude most words that are not in the text', () => {
    const text = Array.from({ length: 400 }, (_, index) => `word${index}s text${index % 50}`).join(' ');
    const signature = finish(Signature.inSteps(text, kinds));
    const strange = Array.from(
      { length: 200 },
      (_, index) => `${String.fromCharCode(97 + (index % 26))}q${index}xyz`,
    );
    const taken = strange.filter(one => signature.mayHave(signsOf(one, kinds)));
    expect(taken.length).toBeLessThan(20);
  });

  it.each([['lantecko'], ['lanterct'], ['land']])(
    'exclude %s where only a word is that begins like it',
    word => {
      const signature = finish(Signature.inSteps('many lanterns', kinds));
      expect(signature.mayHave(signsOf(word, kinds))).toBe(false);
    },
  );

  it('change no result, and avoid reading notes that cannot match', async () => {
    const files = { 'a.md': 'lantern light', 'b.md': 'lamp 東京都', 'Lantern c.md': 'x', 'd.md': 'a lanter' };
    const warm = storeOf(files);
    await warm.prepare({ slicer: steppingSlicer().slicer });
    const cold = storeOf(files, 1);
    for (const query of [
      'lantern',
      'lante',
      'la',
      'antern',
      '京都',
      '"light"',
      'lantern -light',
      'lantern light',
    ]) {
      const expected = await searchIn(storeOf(files), { query, exact: true });
      const found = await searchIn(warm, { query, exact: true });
      const notes = found.notes.map(note => ({ ...note, isCounted: undefined }));
      expect({ ...found, notes }).toEqual(expected);
      // Suggestions are not worth the reading.
      const { paths, details, totalMatches } = expected;
      expect(await searchIn(cold, { query, exact: true })).toMatchObject({ paths, details, totalMatches });
    }
    const reads: string[] = [];
    const counted = new TextStore({
      maxBytes: () => 1,
      readText: path => Promise.resolve((reads.push(path), 'lantern')),
    });
    counted.put('a.md', 'lantern', { modified });
    counted.put('b.md', 'something else', { modified });
    await searchIn(counted, 'lantern');
    expect(new Set(reads)).toEqual(new Set(['a.md']));
  });

  it('let a pattern with wildcards read only notes with a word that begins as it does', async () => {
    const files: Readonly<Record<string, string>> = {
      'a.md': 'two lanterns',
      'b.md': 'plantern',
      'c.md': 'something else',
      'd.md': 'landed lamps',
      'Lantern e.md': 'x',
    };
    const reads = new Set<string>();
    const store = new TextStore({
      maxBytes: () => 1,
      readText: path => Promise.resolve((reads.add(path), files[path] ?? '')),
    });
    for (const [path, text] of Object.entries(files)) store.put(path, text, { modified });
    const { paths } = await searchIn(store, { query: 'lanter?*', mode: 'wildcard' });
    expect([...paths].sort()).toEqual(['Lantern e.md', 'a.md']);
    expect([...reads].sort()).toEqual(['Lantern e.md', 'a.md']);
  });
});
