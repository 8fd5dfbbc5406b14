import fc from 'fast-check';
import { TextFolder } from '../../../src/search/text/folded-text';
import { NoteText } from '../../../src/search/store/note-text';
import type { StoredNote } from '../../../src/search/store/stored-note';
import { PackedWords } from '../../../src/search/store/packed-words';
import { toleranceFor } from '../../../src/utils/text/edit-distance';
import type { Finder } from '../../../src/search/query/finders/finder';
import { FuzzyFinder } from '../../../src/search/query/finders/fuzzy-finder';
import { NearWordsFinder } from '../../../src/search/query/finders/near-words-finder';
import { finish } from '../../../src/utils/slicing/steps';
import { steppingSlicer } from '../slicers';
import { modified, searchIn, storeOf } from '../vaults';

const settings = { seed: 20261121, numRuns: 300 } as const;
const letters = fc.constantFrom('a', 'b', 'c', '1', '東', 'é', ' ', '-', '_', '\n', '\u{1F600}', '\u{1D5BA}');
const text = fc.array(letters, { maxLength: 60 }).map(units => units.join(''));
const asked = fc
  .array(fc.constantFrom('a', 'b', 'c', '1'), { minLength: 1, maxLength: 8 })
  .map(units => units.join(''));

function spansOf(finder: Finder, note: NoteText, step: number): string[] {
  const spans: string[] = [];
  finder.open(note);
  for (let limit = step; ; limit += step) {
    while (finder.next(limit)) spans.push(`${finder.start}-${finder.end}`);
    if (limit > note.folded.length) return spans;
  }
}

describe('the vocabulary', () => {
  it('holds each word once, whatever words there are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 6 }), { maxLength: 2000, size: 'max' }), words => {
        const packed = new PackedWords();
        for (const word of words) packed.add(`x${word}y`, 1, word.length + 1);
        const held = Array.from({ length: packed.count }, (_, index) => packed.at(index));
        expect(held).toEqual([...new Set(words)]);
      }),
      { ...settings, numRuns: 20 },
    );
  });

  it('lets a search find what comparing each word of each text finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        asked,
        fc.boolean(),
        fc.integer({ min: 3, max: 70 }),
        async (one, word, wholeWord, step) => {
          const store = storeOf({ '~.md': one });
          await store.vocabulary.learn(store, steppingSlicer().slicer.slice(), { time: Infinity });
          const rules = { kinds: store.kinds, caseSensitive: false, wholeWord };
          const near = finish(store.vocabulary.near(word, toleranceFor(word))).map(found => found.word);
          const note = new NoteText(one, new TextFolder());
          const literal = { folded: word, cased: word };
          const found = spansOf(new NearWordsFinder(word, near, rules), note, step);
          expect(found).toEqual(spansOf(new FuzzyFinder(literal, rules), note, step));
        },
      ),
      settings,
    );
  });

  it('reads a note once, and again after it has changed', async () => {
    const store = storeOf({ 'a.md': 'garden', 'b.md': 'market' });
    const { slicer } = steppingSlicer();
    const turn = slicer.slice();
    const looked: string[] = [];
    const source = {
      notes: () => store.notes(),
      size: 2,
      removals: 0,
      textOf: () => Promise.resolve(undefined),
    };
    const learn = (): Promise<boolean> =>
      store.vocabulary.learn(source, turn, { time: Infinity, wants: path => looked.push(path) > 0 });
    await learn();
    await learn();
    expect(looked).toEqual(['a.md', 'b.md']);
    store.put('a.md', 'orchard', { modified });
    source.removals += 1;
    await learn();
    expect(looked).toEqual(['a.md', 'b.md', 'a.md']);
    expect(finish(store.vocabulary.near('orchrad', 2))).toEqual([{ word: 'orchard', edits: 1 }]);
  });

  it('looks at no note if none has changed since it knew all words', async () => {
    const store = storeOf({ 'a.md': 'garden', 'b.md': 'market' });
    const { slicer } = steppingSlicer();
    let walks = 0;
    const learnt = (wants: (path: string) => boolean = () => true): Promise<boolean> => {
      const { size, removals } = store;
      const notes = (): Iterable<StoredNote> => {
        walks += 1;
        return store.notes();
      };
      const source = { size, removals, notes, textOf: () => Promise.resolve(undefined) };
      return store.vocabulary.learn(source, slicer.slice(), { time: Infinity, wants });
    };
    await learnt(path => path === 'a.md');
    await learnt();
    expect(await learnt()).toBe(true);
    expect(walks).toBe(2);
    store.rename('b.md', 'c.md');
    await learnt();
    store.put('d.md', 'orchard', { modified });
    await learnt();
    expect(walks).toBe(4);
    expect(finish(store.vocabulary.near('orchrad', 2))).toHaveLength(1);
  });

  it('is rebuilt when most of it comes from removed notes', async () => {
    const store = storeOf({ 'a.md': '' });
    const turn = steppingSlicer().slicer.slice();
    for (let version = 0; version < 2500; version += 1) {
      store.put('a.md', `version${version}`, { modified });
      await store.vocabulary.learn(store, turn, { time: Infinity });
    }
    expect(finish(store.vocabulary.near('version1', 0))).toEqual([]);
    expect(finish(store.vocabulary.near('version2499', 0))).toHaveLength(1);
  });

  it('ends at a limit of words, and searches continue without it', async () => {
    const flood = Array.from({ length: 410_000 }, (_, n) => `q${n.toString(36)}`).join(' ');
    const { paths } = await searchIn(storeOf({ '~.md': flood, 'plain.md': 'a garden' }), {
      query: 'gadren',
      mode: 'fuzzy',
    });
    expect(paths).toEqual(['plain.md']);
  });
});

describe('similar words that are suggested', () => {
  it('come from notes that are accepted only, as if the others were not there', async () => {
    const open = { 'a.md': 'garden garden market', 'b.md': 'gardens' };
    const hidden = Object.fromEntries(
      Array.from({ length: 150 }, (_, n) => [`secret/${n}.md`, `gar${n}en gard${n} garten`]),
    );
    const suggestions = async (files: Record<string, string>): Promise<unknown> => {
      const accepts = (path: string): boolean => !path.startsWith('secret');
      return (await searchIn(storeOf(files), { query: 'gardne', exact: true }, { accepts })).suggestions;
    };
    expect(await suggestions({ ...open, ...hidden })).toEqual(await suggestions(open));
    expect(await suggestions(open)).toEqual(['garden', 'gardens']);
  });
});

describe('similar words that are suggested to a token with folder rules', () => {
  it('are the same when other notes have more words than are kept', async () => {
    const flood = Array.from({ length: 410_000 }, (_, n) => `q${n.toString(36)}`).join(' ');
    const open = { 'a.md': 'garden garden market', 'b.md': 'gardens' };
    const store = storeOf({ 'secret/~.md': flood, ...open });
    await searchIn(store, { query: 'gadren', mode: 'fuzzy' });
    const accepts = (path: string): boolean => !path.startsWith('secret');
    const { suggestions } = await searchIn(
      store,
      { query: 'gardne', exact: true },
      { accepts, scope: 'part' },
    );
    expect(suggestions).toEqual(['garden', 'gardens']);
  });
});

describe('fuzzy ranking', () => {
  it('ranks the exact word above a similar one', async () => {
    const files = { 'a.md': 'marked once', 'b.md': 'market once', 'c.md': 'markets once' };
    const { paths } = await searchIn(storeOf(files), { query: 'market', mode: 'fuzzy' });
    expect(paths).toEqual(['b.md', 'c.md', 'a.md']);
  });

  it('uses only some words of a note with very many, and then reports that it is incomplete', async () => {
    const madeUp = Array.from({ length: 60_000 }, (_item, index) => `q${index.toString(36)}`).join(' ');
    const { slicer } = steppingSlicer();
    const hostile = storeOf({ 'hostile.md': madeUp, 'ordinary.md': 'lighthouse' });
    expect(await hostile.vocabulary.learn(hostile, slicer.slice(), { time: Infinity })).toBe(false);
    expect(hostile.vocabulary.bytes).toBeLessThan(1_500_000);
    expect(finish(hostile.vocabulary.near('lighthouze', 1)).map(({ word }) => word)).toEqual(['lighthouse']);
    const ordinary = storeOf({ 'ordinary.md': 'lighthouse' });
    expect(await ordinary.vocabulary.learn(ordinary, slicer.slice(), { time: Infinity })).toBe(true);
  });
});
