import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { Query } from '../../../src/search/query/query';
import { Search } from '../../../src/search/search';
import { TextStore } from '../../../src/search/index/text-store';
import { steppingSlicer } from '../slicers';
import { modified, searchIn } from '../vaults';
import { TextFolder } from '../../../src/search/text/folded-text';
import { countBodyWords, countWords } from '../../../src/markdown/text/word-count';
import { splitFrontmatter } from '../../../src/markdown/frontmatter/frontmatter';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';

describe('the memory of texts', () => {
  const notes = 1000;
  const textOf = (n: number): string =>
    `# Note ${n}\n\n${'Some plain words that every Note has. '.repeat(20)}${n % 200 === 7 ? 'A quixotic one.' : ''}\n`;
  const textBytes = Array.from({ length: notes }, (_, n) => textOf(n).length).reduce((a, b) => a + b);

  interface Vault {
    readonly store: TextStore;
    readonly reads: string[];
    cap: number;
  }

  async function filled(cap: number): Promise<Vault> {
    const reads: string[] = [];
    const vault: Vault = {
      cap,
      reads,
      store: new TextStore({
        readText: path => Promise.resolve((reads.push(path), textOf(Number.parseInt(path)))),
        maxBytes: () => vault.cap,
      }),
    };
    for (let n = 0; n < notes; n += 1) vault.store.expect(`${n}.md`, { modified });
    await vault.store.fill({ slicer: steppingSlicer().slicer });
    return vault;
  }

  /** What is found, however its words were counted. */
  async function search({ store }: Vault, query: string): Promise<unknown> {
    const options = { slicer: steppingSlicer().slicer, accepts: () => true, now: modified };
    return new Search(store, Query.parse({ query })).find(options);
  }

  it('the text store takes at most three times the text, with all that a search needs of it', async () => {
    const { store } = await filled(Infinity);
    expect(store.bytes).toBeGreaterThan(textBytes);
    expect(store.bytes).toBeLessThan(3 * textBytes);
    const { bytes } = store;
    await store.prepare({ slicer: steppingSlicer().slicer });
    expect(store.bytes).toBe(bytes);
  });

  it('the text store stays below its limit, gives the same results, and reads only the notes that may match', async () => {
    const free = await filled(Infinity);
    const capped = await filled(textBytes / 10);
    expect(capped.reads).toHaveLength(notes);
    expect(capped.store.bytes).toBeLessThanOrEqual((textBytes / 10) * 1.5);
    expect(await search(capped, 'quixotic')).toEqual(await search(free, 'quixotic'));
    await capped.store.prepare({ slicer: steppingSlicer().slicer });
    expect(capped.store.bytes).toBeLessThanOrEqual(textBytes / 10);
    capped.reads.length = 0;
    expect(await search(capped, 'quixotic')).toEqual(await search(free, 'quixotic'));
    expect(capped.reads.length).toBeLessThan(10);
    expect(await search(capped, 'plain words')).toEqual(await search(free, 'plain words'));
    expect(capped.store.bytes).toBeLessThanOrEqual(textBytes / 10);
  });

  it('counts the words of texts that do not fit after the first search, and reads them once more for it', async () => {
    const capped = await filled(textBytes / 10);
    await search(capped, 'quixotic');
    const isCounted = (): boolean[] => capped.store.all().map(({ number }) => number !== undefined);
    expect(isCounted()).not.toContain(true);
    capped.reads.length = 0;
    await capped.store.prepare({ slicer: steppingSlicer().slicer });
    expect(isCounted()).not.toContain(false);
    expect(capped.reads.length).toBeLessThanOrEqual(notes);
  });

  it('drops texts when the limit is lowered, and none that fits', async () => {
    const vault = await filled(Infinity);
    await vault.store.prepare({ slicer: steppingSlicer().slicer });
    vault.cap = textBytes / 2;
    vault.reads.length = 0;
    await search(vault, 'quixotic');
    expect(vault.store.bytes).toBeLessThanOrEqual(textBytes / 2);
    expect(vault.store.bytes).toBeGreaterThan(textBytes / 3);
    expect(vault.reads.length).toBeLessThan(10);
    expect(vault.store.isComplete).toBe(true);
  });

  const piece = fc.constantFrom(
    'a',
    'Straße ',
    'é',
    'e\u0301',
    'ﬁ',
    '\u0301\u0302',
    '😀',
    '東京',
    "don't ",
    '\n',
    '1,5',
  );
  const largeText = fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1000, max: 4000 }))
    .map(([pieces, times]) => pieces.join('').repeat(times).slice(0, 200_000));

  describe('a large note', () => {
    it('gets the same fold and counts with pauses as at once', async () => {
      const turn = steppingSlicer().slicer.slice();
      await fc.assert(
        fc.asyncProperty(largeText, fc.array(fc.nat(200_000), { maxLength: 20 }), async (text, places) => {
          const whole = new TextFolder().fold(text);
          const folded = await new TextFolder().foldLong(text, turn);
          expect(folded.folded).toBe(whole.folded);
          for (const place of places) {
            expect(folded.map.originalSpan(place, place + 3)).toEqual(
              whole.map.originalSpan(place, place + 3),
            );
            expect(folded.map.foldedSpan(place, place + 3)).toEqual(whole.map.foldedSpan(place, place + 3));
          }
          expect(countBodyWords(text)).toBe(countWords(text, splitFrontmatter(text).bodyOffset));
        }),
        { seed: 8, numRuns: 40 },
      );
    });

    it.each([
      ['in ASCII', 'e'],
      ['beyond ASCII', 'é'],
    ])('%s is read for its first search with pauses', async (_kind, letter) => {
      const text = `Lamp and lantern, line by line, ${letter}.\n`.repeat(55_000);
      const store = new TextStore({ readText: () => Promise.resolve(text), maxBytes: () => Infinity });
      store.expect('large.md', { modified });
      const { slicer, pauses } = steppingSlicer();
      await store.fill({ slicer });
      // One for each thousand lines at least, whatever the steps are.
      expect(pauses()).toBeGreaterThan(55);
      expect((await searchIn(store, 'lantern')).totalCount).toBe(1);
    });

    it('of more than two million characters is measured before the first search, and found by it', async () => {
      const text = `# Über\n\n${'Lamp and lantern.\n'.repeat(150_000)}`;
      const reads: string[] = [];
      const readText = (path: string): Promise<string> => Promise.resolve((reads.push(path), text));
      const store = new TextStore({ readText, maxBytes: () => 64_000_000 });
      store.expect('large.md', { modified, size: text.length });
      const { slicer } = steppingSlicer();
      await Promise.all([store.fill({ slicer }), store.fill({ slicer })]);
      const note = store.get('large.md');
      expect([note?.isRead, note?.text, note?.wordCount, store.isComplete]).toEqual([
        true,
        undefined,
        450_001,
        true,
      ]);
      expect(reads).toHaveLength(1);
      expect((await searchIn(store, 'lantern')).totalMatches).toBe(150_000);
    });

    it('that changes while it is measured is read again', async () => {
      const text = 'Lamp and lantern.\n'.repeat(150_000);
      const store = new TextStore({ readText: () => Promise.resolve(text), maxBytes: () => 64_000_000 });
      const expectNote = (): void => store.expect('large.md', { modified, size: text.length });
      expectNote();
      let [now, isChanged] = [0, false];
      const slicer = createTimeSlicer({
        now: () => (now += 2),
        yieldToLoop: () => {
          if (!isChanged) expectNote();
          isChanged = true;
          return Promise.resolve();
        },
        othersWaiting: () => false,
      });
      await store.fill({ slicer });
      expect([isChanged, store.isComplete]).toEqual([true, false]);
      await store.fill({ slicer });
      expect([store.isComplete, store.get('large.md')?.wordCount]).toEqual([true, 450_000]);
    });
  });
});

describe('the store of texts', () => {
  const facts = { modified: 1_700_000_000_000 };

  function storeOf(
    files: Record<string, string>,
    maxBytes = Infinity,
  ): { store: TextStore; reads: string[] } {
    const reads: string[] = [];
    const store = new TextStore({
      readText: path => {
        reads.push(path);
        const text = files[path];
        return text === undefined ? Promise.reject(new Error('gone')) : Promise.resolve(text);
      },
      maxBytes: () => maxBytes,
    });
    return { store, reads };
  }

  /**
   * In a later turn, since a turn keeps what was taken from a weak reference in it. The flag goes back at once: it holds
   * for the whole process, and code compiled under another flag is refused elsewhere.
   */
  async function collectGarbage(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve));
    setFlagsFromString('--expose-gc');
    runInNewContext('gc()');
    setFlagsFromString('--no-expose-gc');
  }

  describe('the text store', () => {
    it('keeps a text, its fold and its words', () => {
      const { store } = storeOf({});
      const note = store.put('Über/Étude.md', '---\ntitle: x\n---\n# Größe\n\nDrei kleine Wörter\n', facts);
      expect(note.title.folded).toBe('etude');
      expect(note.text?.folded).toContain('# grosse');
      expect(note.text?.original).toContain('# Größe');
      expect(note.wordCount).toBe(4);
      expect(store.isComplete).toBe(true);
      expect(store.all()).toHaveLength(1);
    });

    it('knows which texts are missing and reads each once, also for several callers at once', async () => {
      const { store, reads } = storeOf({ 'a.md': 'alpha', 'b.md': 'beta' });
      store.expect('a.md', facts);
      store.expect('b.md', facts);
      store.expect('gone.md', facts);
      expect([...store.missing]).toEqual(['a.md', 'b.md', 'gone.md']);
      expect(store.get('a.md')?.wordCount).toBeUndefined();
      const { slicer } = steppingSlicer();
      const left: number[] = [];
      await Promise.all([
        store.fill({ slicer, onProgress: still => left.push(still) }),
        store.fill({ slicer }),
      ]);
      expect(reads.sort()).toEqual(['a.md', 'b.md', 'gone.md']);
      expect(store.get('b.md')?.text?.folded).toBe('beta');
      expect([...store.missing]).toEqual(['gone.md']);
      expect(left).toEqual([2, 1, 0]);
    });

    it('reads only the requested notes', async () => {
      const { store, reads } = storeOf({ 'a.md': 'alpha', 'b.md': 'beta' });
      store.expect('a.md', facts);
      store.expect('b.md', facts);
      await store.fill({ slicer: steppingSlicer().slicer, wants: path => path === 'b.md' });
      expect(reads).toEqual(['b.md']);
    });

    it('takes no text that was read before the note changed', async () => {
      let resolve: (text: string) => void = () => undefined;
      const promise = new Promise<string>(given => (resolve = given));
      const store = new TextStore({ readText: () => promise, maxBytes: () => Infinity });
      store.expect('a.md', facts);
      const filled = store.fill({ slicer: steppingSlicer().slicer });
      store.put('a.md', 'new', { modified: 2 });
      resolve('old');
      await filled;
      expect(store.get('a.md')?.text?.original).toBe('new');
    });

    it('stops filling when the call is aborted', async () => {
      const { store } = storeOf(Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}.md`, 'x'])));
      for (let n = 0; n < 200; n += 1) store.expect(`${n}.md`, facts);
      const abort = new AbortController();
      abort.abort(new Error('closed'));
      const { slicer } = steppingSlicer();
      await expect(store.fill({ slicer, signal: abort.signal })).rejects.toThrow('closed');
      expect(store.missing.size).toBeGreaterThan(100);
    });

    it('moves and removes notes, whole or missing, and counts its bytes', () => {
      const { store } = storeOf({});
      store.put('a.md', 'alpha', facts);
      store.expect('b.md', facts);
      const { bytes } = store;
      store.rename('a.md', 'folder/c.md');
      store.rename('b.md', 'd.md');
      expect(store.get('a.md')).toBeUndefined();
      expect(store.get('folder/c.md')?.title.folded).toBe('c');
      expect(store.get('folder/c.md')?.text?.folded).toBe('alpha');
      expect([...store.missing]).toEqual(['d.md']);
      expect(store.bytes).toBe(bytes);
      store.put('folder/c.md', 'alpha', facts);
      expect(store.bytes).toBe(bytes);
      store.remove('folder/c.md');
      store.remove('d.md');
      expect([store.bytes, store.all().length, store.isComplete]).toEqual([0, 0, true]);
    });

    it('drops texts beyond its limit, keeps their measures, and reads them on demand', async () => {
      const long = 'word '.repeat(400);
      const { store, reads } = storeOf({ 'a.md': long, 'b.md': long }, 3000);
      store.put('a.md', long, facts);
      const cold = store.put('b.md', long, facts);
      expect(store.isComplete).toBe(true);
      expect(cold.text).toBeUndefined();
      expect(cold.wordCount).toBe(400);
      expect((await store.textOf(cold, steppingSlicer().slicer.slice()))?.folded).toBe(long);
      expect(reads).toEqual(['b.md']);
      expect(store.bytes).toBeLessThanOrEqual(3000);
      store.remove('a.md');
      await store.textOf(cold, steppingSlicer().slicer.slice());
      expect(cold.text?.folded).toBe(long);
    });

    it('keeps large texts in a sixteenth of its bytes, so that they leave the rest to other notes', async () => {
      const large = 'word '.repeat(250_000);
      const names = ['a', 'b', 'c', 'd'].map(name => `${name}.md`);
      const files: Record<string, string> = {
        ...Object.fromEntries(names.map(name => [name, large])),
        'small.md': 'few words',
      };
      const { store } = storeOf(files, 40_000_000);
      for (const path of Object.keys(files)) store.expect(path, { ...facts, size: files[path]?.length ?? 0 });
      const { slicer } = steppingSlicer();
      await store.fill({ slicer });
      expect(store.isComplete).toBe(true);
      expect(names.filter(name => store.get(name)?.text !== undefined)).toEqual(['a.md']);
      expect(store.get('small.md')?.text?.folded).toBe('few words');
      expect(store.get('d.md')?.wordCount).toBe(250_000);
      const cold = store.get('d.md');
      if (cold === undefined) throw new Error('The note is not there.');
      const first = await store.textOf(cold, slicer.slice());
      expect(first?.folded).toBe(large);
    });

    it('drops a large text that was read when it is no longer used', async () => {
      const { store } = storeOf({ 'a.md': 'word '.repeat(250_000) }, 10);
      store.expect('a.md', { ...facts, size: 1_250_000 });
      const { slicer } = steppingSlicer();
      await store.fill({ slicer });
      const note = store.get('a.md');
      const text = new WeakRef((note && (await store.textOf(note, slicer.slice()))) ?? store);
      await collectGarbage();
      expect(text.deref()).toBeUndefined();
    });

    it('has no text for a note without a file', async () => {
      const { store } = storeOf({}, 10);
      const cold = store.put('b.md', 'some text that is too long', facts);
      expect(await store.textOf(cold, steppingSlicer().slicer.slice())).toBeUndefined();
    });

    it('reads and folds large notes one at a time, beside small ones', async () => {
      const reading = new Set<string>();
      let most = 0;
      const store = new TextStore({
        readText: async path => {
          reading.add(path);
          const large = [...reading].filter(one => one.startsWith('large'));
          most = Math.max(most, large.length);
          await new Promise(resolve => setImmediate(resolve));
          reading.delete(path);
          return path;
        },
        maxBytes: () => Infinity,
      });
      for (let n = 0; n < 8; n += 1) {
        store.expect(`large ${n}.md`, { ...facts, size: 5_000_000 });
        store.expect(`small ${n}.md`, { ...facts, size: 500 });
      }
      await store.fill({ slicer: steppingSlicer().slicer });
      expect(store.isComplete).toBe(true);
      expect(most).toBe(1);
    });

    it('reads a note for another call when the call that began to read it is aborted', async () => {
      const long = 'word '.repeat(100_000);
      const { store, reads } = storeOf({ 'a.md': long });
      store.expect('a.md', facts);
      const abort = new AbortController();
      const { slicer } = steppingSlicer();
      const [first, second] = [
        store.fill({ slicer, signal: abort.signal }),
        store.fill({ slicer: steppingSlicer().slicer }),
      ];
      abort.abort(new Error('closed'));
      await expect(first).rejects.toThrow('closed');
      await second;
      expect(store.get('a.md')?.text?.folded).toBe(long);
      expect(reads.length).toBeLessThanOrEqual(2);
    });

    it('counts a note once for calls at the same time, and again after one that is aborted', async () => {
      const { store } = storeOf({});
      store.put('a.md', 'word '.repeat(100_000), facts);
      const abort = new AbortController();
      const first = store.prepare({ slicer: steppingSlicer().slicer, signal: abort.signal });
      expect(store.isCounted).toBe(false);
      abort.abort(new Error('closed'));
      await expect(first).rejects.toThrow('closed');
      expect(store.isCounted).toBe(false);
      void store.prepare({ slicer: steppingSlicer().slicer });
      await store.prepare({ slicer: steppingSlicer().slicer });
      expect(store.isCounted).toBe(true);
      expect(store.get('a.md')?.number).toBe(0);
    });

    it('counts one byte for each character of a large note in ASCII', () => {
      const { store } = storeOf({});
      store.put('a.md', 'word '.repeat(200_000), facts);
      expect(store.bytes).toBeLessThan(1_010_000);
    });
  });
});
