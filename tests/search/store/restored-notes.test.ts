import { createHash } from 'node:crypto';
import type { FoundNotes } from '../../../src/search/found-notes';
import { emptySearchHints } from '../../../src/search/present/empty-hints';
import { relatedByWords } from '../../../src/search/related-by-words';
import { Query } from '../../../src/search/query/query';
import { Search } from '../../../src/search/search';
import { factsVersion, type TextFacts } from '../../../src/search/store/stored-note';
import { TextStore } from '../../../src/search/store/text-store';
import { steppingSlicer } from '../slicers';
import { attributes, factsOf, opened, type Opened } from './restored';

const files: Readonly<Record<string, string>> = {
  'Ships/Harbour.md': '# Harbour\n\nA lantern on the quay, and a treaty about copper.\n',
  'Ships/Über Boote.md': '---\ntags: [sea]\n---\nDie Größe der Boote und der Hafen\n',
  'lantern.md': 'It says nothing of its name.\n',
  'plain.md': 'Nothing of that at all, only words and words.\n',
  '語.md': '灯台守は海を見る\n',
};

async function found(store: TextStore, query: string): Promise<unknown> {
  const search = new Search(store, Query.parse({ query }));
  const options = { slicer: steppingSlicer().slicer, now: attributes.modified };
  const { notes, ...rest } = await search.find(options);
  return {
    // Who counted the matches shows only where there are a thousand.
    notes: notes.map(note => ({ ...note, isCounted: undefined })),
    rest: { ...rest, help: undefined },
    shown: await search.describe(notes, { ...options, matchesPerNote: 3, titleOf: path => path }),
  };
}

describe('a search in notes that an earlier run knew', () => {
  test('reads only those that its words do not rule out', async () => {
    const { store, reads } = opened(await factsOf(files), files);
    const search = new Search(store, Query.parse({ query: 'treaty', exact: true }));
    const { totalCount } = await search.find({ slicer: steppingSlicer().slicer, now: 0 });
    expect(totalCount).toBe(1);
    expect(reads).toEqual(['Ships/Harbour.md']);
  });

  test.each([
    ['lantern'],
    ['copper lantern'],
    ['"about copper"'],
    ['grosse boote'],
    ['灯台守'],
    ['words -nothing'],
    ['lantern OR hafen'],
    ['treaty harbour quay boats'],
    ['absentword'],
    ['lantren~'],
    ['/qu.y/'],
    ['tag:#sea hafen'],
    ['file:lantern'],
    ['line:(copper treaty)'],
    ['harb*'],
  ])('gives for %s what one in texts gives', async query => {
    const kept = await factsOf(files);
    expect(kept.size).toBe(Object.keys(files).length);
    const plain = opened(new Map(), files);
    const restored = opened(kept, files);
    expect(await found(restored.store, query)).toEqual(await found(plain.store, query));
  });

  test('gives the same again when all texts are read and prepared, and reads each once', async () => {
    const plain = opened(new Map(), files);
    const restored = opened(await factsOf(files), files);
    for (const { store } of [plain, restored]) {
      const { slicer } = steppingSlicer();
      await found(store, 'treaty');
      await store.fill({ slicer });
      await store.prepare({ slicer });
    }
    expect(await found(restored.store, 'copper lantern')).toEqual(await found(plain.store, 'copper lantern'));
    expect(restored.store.isComplete).toBe(true);
    expect(restored.reads.toSorted()).toEqual(Object.keys(files).toSorted());
  });

  test('gives the same where no text fits into the memory', async () => {
    const plain = opened(new Map(), files, 10);
    const restored = opened(await factsOf(files), files, 10);
    for (const query of ['lantern', 'copper lantern'])
      expect(await found(restored.store, query)).toEqual(await found(plain.store, query));
  });

  test('finds a note that moved or changed since', async () => {
    const { store } = opened(await factsOf(files), files);
    const { slicer } = steppingSlicer();
    await store.fill({ slicer, leavesRestored: true });
    store.rename('plain.md', 'lantern of glass.md');
    store.put('語.md', 'a lantern', attributes);
    const search = new Search(store, Query.parse({ query: 'lantern' }));
    const { notes } = await search.find({ slicer, now: attributes.modified });
    expect(notes.map(({ path }) => path).sort()).toEqual([
      'Ships/Harbour.md',
      'lantern of glass.md',
      'lantern.md',
      '語.md',
    ]);
  });
});

describe('notes that an earlier run knew', () => {
  const many = Object.fromEntries(
    Array.from({ length: 3000 }, (_none, index) => [`n${index}.md`, `words of the note ${index}\n`]),
  );

  test('are read for as long as a limit allows, and the rest next time', async () => {
    const { store, reads } = opened(await factsOf(many), many);
    const { slicer } = steppingSlicer();
    expect(await store.fill({ slicer, maxWork: 50 })).toBe(false);
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.length).toBeLessThan(200);
    expect(await store.fill({ slicer })).toBe(true);
    expect(reads.toSorted()).toEqual(Object.keys(many).toSorted());
  });

  test('are read for a limited time by a search that finds nothing, which says so until all are read', async () => {
    const { store, reads } = opened(await factsOf(many), many);
    const request = { query: 'wurds' };
    const searched = async (): Promise<FoundNotes> =>
      new Search(store, Query.parse(request)).find({ slicer: steppingSlicer().slicer, now: 0 });
    const { absent, totalCount } = await searched();
    expect(totalCount).toBe(0);
    expect(reads.length).toBeLessThan(2000);
    expect(emptySearchHints(request, absent, { passed: [], partialCount: 0 })).toEqual([
      'No note has all that is asked for: leave out a word or filter.',
      'The notes are still being read: ask again in a minute to be told of similar words.',
    ]);
    await store.fill({ slicer: steppingSlicer().slicer });
    expect((await searched()).replaced).toEqual(new Map([['wurds', ['words']]]));
  });

  test('are found as related by their words, and read only if they may have them', async () => {
    const texts = { ...many, ...files, 'a.md': 'a lantern, copper and a treaty\n' };
    const options = {
      ...{ accepts: () => true, notes: Object.keys(texts).length },
      ...{ signal: new AbortController().signal, now: 0 },
    };
    const related = async ({ store }: Opened): Promise<unknown> => {
      const { slicer } = steppingSlicer();
      await store.fill({ slicer, leavesRestored: true });
      return relatedByWords(store, 'a.md', { ...options, slicer });
    };
    const restored = opened(await factsOf(texts), texts);
    const found = await related(restored);
    expect(found).toEqual(await related(opened(new Map(), texts)));
    expect(JSON.stringify(found)).toMatch(/Ships\/Harbour.md|lantern.md/u);
    expect(restored.reads.length).toBeLessThan(500);
  });
});

describe('facts of an earlier run', () => {
  test('are what the notes have when they are read', async () => {
    const kept = await factsOf(files);
    const { store } = opened(kept, files);
    const { slicer } = steppingSlicer();
    await store.fill({ slicer, leavesRestored: true });
    expect(store.restored).toBe(kept.size);
    for (const note of store.notes()) expect(note.facts()).toEqual(kept.get(note.path));
    expect(store.get('plain.md')?.wordCount).toBe(9);
    expect(store.missing.size).toBe(kept.size);
  });

  test('of another text are made anew when the text is read', async () => {
    const kept = await factsOf(files);
    const { store } = opened(kept, { ...files, 'plain.md': 'a treaty\n' });
    const { slicer } = steppingSlicer();
    await store.fill({ slicer });
    await store.prepare({ slicer });
    expect(store.get('plain.md')?.wordCount).toBe(2);
    expect(await found(store, 'treaty')).toMatchObject({ rest: { totalCount: 2 } });
  });

  test.each([
    ['that is kept in memory', '', Infinity],
    ['that is not kept in memory', '', 10],
    ['of great length', 'and so on '.repeat(21_000), Infinity],
    ['of great length that is not kept in memory', 'and so on '.repeat(21_000), 10],
  ])('of another text of the same length %s are made anew', async (_what, more, maxBytes) => {
    const kept = await factsOf({ ...files, 'plain.md': `a quay of ice\n${more}` });
    const { store } = opened(kept, { ...files, 'plain.md': `lanterns, now\n${more}` }, maxBytes);
    const { slicer } = steppingSlicer();
    await store.fill({ slicer });
    expect(await found(store, 'lanterns OR zzz')).toMatchObject({ rest: { totalCount: 1 } });
    await store.prepare({ slicer });
    expect(await found(store, 'lanterns OR zzz')).toMatchObject({ rest: { totalCount: 1 } });
    expect(store.get('plain.md')?.wordCount).toBe(2 + (more.length / 10) * 3);
    expect(store.get('plain.md')?.facts()).not.toEqual(kept.get('plain.md'));
  });

  test.each([
    ['without numbers', { numbers: [], text: '\0'.repeat(8) }],
    ['without a language', { numbers: [1, 1], text: '\0'.repeat(8) }],
    ['with a signature of an odd size', { numbers: [1, 1, 1], text: '\0'.repeat(9) }],
    ['without a signature', { numbers: [1, 1, 1], text: '' }],
    ['with a signature that is too long', { numbers: [1, 1, 1], text: '\0'.repeat(16_384) }],
  ])('%s are not taken', async (_what, facts) => {
    const { store, reads } = opened(new Map(Object.keys(files).map(path => [path, facts])), files);
    expect(await found(store, 'treaty')).toMatchObject({ rest: { totalCount: 1 } });
    expect(reads).toHaveLength(Object.keys(files).length);
  });

  test.each([
    ['that cannot be loaded', () => Promise.reject(new Error('no disk'))],
    [
      'that cannot be asked for',
      () => {
        throw new Error('no disk');
      },
    ],
  ])('%s are done without', async (_what, loadFacts) => {
    const store = new TextStore({
      readText: path => Promise.resolve(files[path] ?? ''),
      maxBytes: () => Infinity,
      loadFacts,
    });
    for (const path of Object.keys(files)) store.expect(path, attributes);
    for (let times = 0; times < 2; times += 1)
      expect(await found(store, 'treaty')).toMatchObject({ rest: { totalCount: 1 } });
  });

  test('are taken until they cannot be given any more, and the other notes are read', async () => {
    const kept = await factsOf(files);
    function* breaking(): Generator<readonly [string, TextFacts]> {
      for (const entry of kept) {
        if (entry[0] === 'Ships/Harbour.md') throw new RangeError('Past the end.');
        yield entry;
      }
    }
    const { store } = opened(breaking(), files);
    expect(await found(store, 'treaty OR hafen')).toMatchObject({ rest: { totalCount: 2 } });
    expect(store.restored).toBe([...kept.keys()].indexOf('Ships/Harbour.md'));
  });

  test('are loaded by the next search if the first one was stopped', async () => {
    const more = Object.fromEntries(Array.from({ length: 50 }, (_note, at) => [`${at}.md`, `note ${at}`]));
    const kept = await factsOf({ ...files, ...more });
    const ended = new AbortController();
    const stopping = {
      *[Symbol.iterator]() {
        for (const entry of kept) {
          if (entry[0] === 'plain.md') ended.abort();
          yield entry;
        }
      },
    };
    const { store } = opened(stopping, { ...files, ...more });
    const stopped = steppingSlicer(ended.signal);
    await expect(store.fill({ slicer: stopped.slicer, leavesRestored: true })).rejects.toThrow();
    expect(store.restored).toBeLessThan(kept.size);
    expect(await found(store, 'treaty OR hafen')).toMatchObject({ rest: { totalCount: 2 } });
    expect(store.restored).toBe(kept.size);
  });

  test('have another version whenever they are others: increase `factsVersion`, then change this digest', async () => {
    const json = JSON.stringify([...(await factsOf(files))]);
    const digest = createHash('sha256').update(json).digest('hex').slice(0, 12);
    expect([factsVersion, digest]).toEqual([3, '88430c610af1']);
  });
});
