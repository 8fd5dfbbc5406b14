import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { rulesWithoutPlugin, type TaskRules } from '../../../src/markdown/tasks/task-rules';
import { Lines } from '../../../src/markdown/text/lines';
import { countBodyWords } from '../../../src/markdown/text/word-count';
import { readWindow } from '../../../src/vault/reading/line-window';
import { steppingSlicer } from '../../search/slicers';
import { Outlines } from '../../../src/vault/reading/outlines';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';
import { temporaryVault } from '../../headless/temporary-vault';
import { ownersNotes } from './owners-notes';
import { ReadBudget } from '../../../src/vault/reading/notes';
import { MetadataReadiness } from '../../../src/vault/index/metadata/metadata-readiness';
import { NoteFactsIndex } from '../../../src/vault/index/metadata/note-metadata';
import { Stat } from '../../../src/vault/reading/stat';
import { ambient } from '../../../pkg/headless/obsidian/ambient';
import { ToolFailure } from '../../../src/errors';
import { type PdfPages, PdfTexts } from '../../../src/vault/reading/pdf/pdf-texts';
import { inflatingTo, type PdfMake, pdfFile } from '../../support/files/pdf-file';
import { usePdfWorker } from '../../support/files/pdf-worker';

describe('a window of lines', () => {
  const turn = steppingSlicer().slicer.slice();
  const seed = { seed: 20_261_122, numRuns: 500 };
  const line = fc
    .array(fc.constantFrom('word', ' ', 'é', '漢', '😀', "don't", '1.5', '#'), { maxLength: 12 })
    .map(parts => parts.join(''));
  const text = fc
    .tuple(fc.constantFrom('', '---\ntitle: two words\n---\n'), fc.array(line, { maxLength: 30 }))
    .chain(([head, lines]) => fc.constantFrom('\n', '\r\n').map(end => head + lines.join(end)));

  test('a window has the lines asked for, and counts lines and words as for any other note', async () => {
    const range = { start: fc.integer({ min: 1, max: 35 }), more: fc.integer({ min: 0, max: 35 }) };
    await fc.assert(
      fc.asyncProperty(
        text,
        range.start,
        range.more,
        fc.integer({ min: 60, max: 90 }),
        async (whole, startLine, more, portion) => {
          const endLine = startLine + more;
          const lines = new Lines(whole);
          const bytes = new TextEncoder().encode(whole);
          const window = await readWindow(bytes, { startLine, endLine, maxChars: 1e6 }, turn, portion);
          expect(window).toEqual({
            head: whole,
            offset: lines.startOf(startLine),
            totalLines: lines.count,
            wordCount: countBodyWords(whole),
            text: lines.slice(startLine, endLine),
            firstLineLength: lines.slice(startLine, startLine).length,
          });
        },
      ),
      seed,
    );
  });

  test('a window holds little more than may be shown', async () => {
    const bytes = new TextEncoder().encode('some words\n'.repeat(10_000));
    const window = await readWindow(bytes, { startLine: 2, endLine: 9000, maxChars: 50 }, turn, 100);
    expect(window?.totalLines).toBe(10_000);
    expect(window?.text.length).toBeGreaterThan(50);
    expect(window?.text.length).toBeLessThan(300);
  });

  test('bytes that are not UTF-8 have no window, also where a character is cut at the end', async () => {
    const range = { startLine: 1, endLine: 1, maxChars: 10 };
    expect(await readWindow(new Uint8Array([0x61, 0xc3, 0x28]), range, turn)).toBeUndefined();
    expect(await readWindow(new Uint8Array([0x61, 0xc3]), range, turn)).toBeUndefined();
  });
});

const noPlugin = (): Promise<TaskRules> => Promise.resolve(rulesWithoutPlugin);

describe('outlines', () => {
  test('several notes are read one after the other, and no further one once the client has gone', async () => {
    const names = ['a.md', 'b.md', 'c.md', 'd.md'];
    const vault = await temporaryVault(Object.fromEntries(names.map(name => [name, `# ${name}\n`])));
    try {
      const { app } = vault.host;
      const { notes } = ownersNotes(app);
      const leaving = new AbortController();
      const read: string[] = [];
      let [atOnce, most] = [0, 0];
      const bytesOf = notes.bytesOf.bind(notes);
      notes.bytesOf = async file => {
        read.push(file.path);
        atOnce += 1;
        most = Math.max(most, atOnce);
        if (read.length === 2) leaving.abort(new Error('gone'));
        return bytesOf(file).finally(() => (atOnce -= 1));
      };
      const query = { paths: [...names, ...names], maxChars: 1000, withLineNumbers: false };
      await expect(
        new Outlines(notes, steppingSlicer().slicer, () => true, noPlugin).readMany(query, leaving.signal),
      ).rejects.toThrow('gone');
      expect(read).toEqual(['a.md', 'b.md']);
      expect(most).toBe(1);
    } finally {
      await vault.close();
    }
  });

  test('notes beyond the bytes that one call reads are refused without being read', async () => {
    const text = 'words '.repeat(100);
    const vault = await temporaryVault({ 'a.md': text, 'b.md': text, 'c.md': text });
    try {
      const { notes } = ownersNotes(vault.host.app);
      const query = { paths: ['a.md', 'b.md', 'c.md'], maxChars: 10_000, withLineNumbers: false };
      const { signal } = new AbortController();
      const read = await new Outlines(
        notes,
        steppingSlicer().slicer,
        () => true,
        noPlugin,
        text.length + 1,
      ).readMany(query, signal);
      expect(read.notes.map(({ path, error }) => [path, error?.code])).toEqual([
        ['a.md', undefined],
        ['b.md', undefined],
        ['c.md', 'too_large'],
      ]);
    } finally {
      await vault.close();
    }
  });

  test('a note is parsed, its tasks counted and its parts named in steps of their own', async () => {
    const vault = await temporaryVault({ 'a.md': '# One\n\ntext ^id\n\n## Two\n' });
    try {
      const { notes } = ownersNotes(vault.host.app);
      let [now, pauses] = [0, 0];
      const slicer = createTimeSlicer({
        now: () => (now += 100),
        yieldToLoop: () => ((pauses += 1), Promise.resolve()),
        othersWaiting: () => false,
      });
      const { headings, blocks } = await new Outlines(notes, slicer, () => true, noPlugin).of(
        'a.md',
        new AbortController().signal,
      );
      expect(headings.map(({ path }) => path)).toEqual(['One', 'One::Two']);
      expect(blocks.map(({ id }) => id)).toEqual(['id']);
      expect(pauses).toBe(3);
    } finally {
      await vault.close();
    }
  });
});

describe('work on files', () => {
  const large = 20_000_000;
  const tick = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

  /** Work that tells when it began, and ends when it is told to. */
  function works(budget: ReadBudget): {
    readonly begun: string[];
    readonly start: (name: string, bytes: number, signal?: AbortSignal) => Promise<void>;
    readonly end: (name: string) => Promise<void>;
  } {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    return {
      begun,
      start: (name, bytes, signal) =>
        budget.run(bytes, signal, () => {
          begun.push(name);
          return new Promise(resolve => ends.set(name, resolve));
        }),
      end: async name => {
        ends.get(name)?.();
        await tick();
      },
    };
  }

  test('large files are worked on one after the other, small ones at once', async () => {
    const { begun, start, end } = works(new ReadBudget());
    const all = [start('one', large), start('two', large), start('small', 500_000), start('three', large)];
    await tick();
    expect(begun).toEqual(['small', 'one']);
    await end('one');
    expect(begun).toEqual(['small', 'one', 'two']);
    await end('two');
    for (const name of ['three', 'small']) await end(name);
    await Promise.all(all);
    expect(begun).toEqual(['small', 'one', 'two', 'three']);
  });

  test('files that fit into memory together are worked on together, and one that fits with none alone', async () => {
    const { begun, start, end } = works(new ReadBudget());
    const all = ['a', 'b', 'c'].map(name => start(name, 8_000_000));
    all.push(start('huge', 200_000_000), start('d', 8_000_000));
    await tick();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'b']) await end(name);
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('c');
    expect(begun.at(-1)).toBe('huge');
    for (const name of ['huge', 'd']) await end(name);
    await Promise.all(all);
  });

  test('a call that goes away gives up its turn, also where it is the next', async () => {
    const { begun, start, end } = works(new ReadBudget());
    const leaving = new AbortController();
    const first = start('first', large);
    const gone = start('gone', large, leaving.signal);
    const last = start('last', 2_000_000);
    await tick();
    leaving.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect(begun).toEqual(['first', 'last']);
    for (const name of ['first', 'last']) await end(name);
    await Promise.all([first, last]);
  });

  test('work that fails gives up its turn', async () => {
    const budget = new ReadBudget();
    const broken = (): Promise<never> => Promise.reject(new Error('broken'));
    await expect(budget.run(large, undefined, broken)).rejects.toThrow('broken');
    await expect(budget.run(large, undefined, () => Promise.resolve('read'))).resolves.toBe('read');
  });
});

describe('versions of notes', () => {
  type Vault = Awaited<ReturnType<typeof temporaryVault>>;

  function statOf({ host: { app } }: Vault, bytesHashed: number): Stat {
    const { events, files, notes } = ownersNotes(app);
    const facts = new NoteFactsIndex(app, events);
    const readiness = new MetadataReadiness(app, events);
    return new Stat({ files, notes, facts, readiness, shows: () => true }, bytesHashed);
  }

  let vault: Vault;
  beforeAll(async () => {
    const names = ['a.md', 'b.md', 'c.md', 'd.md'];
    vault = await temporaryVault(Object.fromEntries(names.map(name => [name, name.repeat(250)])));
    await vault.host.becomeReady();
  });
  afterAll(() => vault.close());

  const signal = new AbortController().signal;
  /** The paths of those with a version. */
  async function versioned(bytesHashed: number, paths: readonly string[]): Promise<string[]> {
    const items = await statOf(vault, bytesHashed).of(paths, signal);
    expect(items.map(({ path, exists, size }) => [path, exists, size])).toEqual(
      paths.map(path => [path, true, 1000]),
    );
    return items.filter(({ versionId }) => versionId !== undefined).map(({ path }) => path);
  }

  test('notes are read for their versions only as far as the budget of one call goes', async () => {
    expect(await versioned(2500, ['a.md', 'b.md', 'c.md', 'd.md'])).toEqual(['a.md', 'b.md']);
    expect(await versioned(4000, ['d.md', 'c.md', 'b.md', 'a.md'])).toHaveLength(4);
  });

  test('a note that is named many times is read once', async () => {
    expect(await versioned(2000, ['a.md', 'a.md', 'a.md', 'b.md'])).toEqual(['a.md', 'a.md', 'a.md', 'b.md']);
  });

  test('nothing is read for a call that was cancelled', async () => {
    const reason = new Error('cancelled');
    await expect(statOf(vault, 4000).of(['a.md'], AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('texts of a PDF', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-pdf-'));
    usePdfWorker(folder);
  });
  afterAll(() => {
    ambient().pdfWorker = undefined;
    rmSync(folder, { recursive: true });
  });

  const usual = { characters: 30_000, pages: 50, time: 60_000 };
  const never = new AbortController().signal;

  const read = (bytes: Uint8Array, from = 1, limits = usual, signal = never): Promise<PdfPages> =>
    new PdfTexts(limits).read(() => Promise.resolve(new Uint8Array(bytes)), from, signal);
  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'ok',
      (error: unknown) => (error instanceof ToolFailure ? error.code : error),
    );
  const textPages = (count: number): string[][] =>
    Array.from({ length: count }, (_, index) => [`Page ${index + 1}`, 'second (line) \\ here']);

  test('the text of each page has its lines', async () => {
    expect(await read(pdfFile(textPages(2)))).toEqual({
      pageCount: 2,
      pages: [
        { page: 1, text: 'Page 1\nsecond (line) \\ here' },
        { page: 2, text: 'Page 2\nsecond (line) \\ here' },
      ],
    });
  });

  test('a result ends at its number of pages, and the next begins there', async () => {
    const pdf = pdfFile(textPages(5), { deflated: 1 });
    const first = await read(pdf, 1, { ...usual, pages: 2 });
    expect([first.pages.map(({ page }) => page), first.nextPage]).toEqual([[1, 2], 3]);
    const last = await read(pdf, 4, { ...usual, pages: 2 });
    expect([last.pages.map(({ page }) => page), last.nextPage]).toEqual([[4, 5], undefined]);
  });

  test('a result ends before a page that does not fit, and cuts only a page that fits nowhere', async () => {
    const long = 'word '.repeat(20);
    const pdf = pdfFile([[long], [long, long], [long]]);
    const first = await read(pdf, 1, { ...usual, characters: 150 });
    expect([first.pages.length, first.nextPage, first.hints]).toEqual([1, 2, undefined]);
    const second = await read(pdf, 2, { ...usual, characters: 150 });
    expect(second.pages[0]?.text).toHaveLength(150);
    expect(second.hints).toEqual(['Page 2 has more text than fits into one answer; its end is left out.']);
    expect(second.nextPage).toBe(3);
  });

  test('pages without text say that they may be scanned', async () => {
    const { pages, hints } = await read(pdfFile([[], []]));
    expect(pages.map(({ text }) => text)).toEqual(['', '']);
    expect(hints).toEqual(['These pages have no text: they may be scanned. Their pictures are not read.']);
  });

  const opening = Buffer.from('BT /F1 12 Tf ');
  const bad: readonly (readonly [string, Buffer, string])[] = [
    ['encrypted', pdfFile([['x']], { isEncrypted: true }), 'unsupported_file'],
    ['no PDF', Buffer.from('not a PDF'), 'unsupported_file'],
    ['empty', Buffer.alloc(0), 'unsupported_file'],
    ['cut', pdfFile(textPages(3)).subarray(0, 300), 'unsupported_file'],
    [
      'nested without end',
      pdfFile([['x']], { pageMembers: `/X ${'['.repeat(200_000)}` }),
      'unsupported_file',
    ],
  ];
  test.each(bad)('a PDF that is %s is an error', async (_what, bytes, code) => {
    expect(await codeOf(read(bytes))).toBe(code);
  });

  const strange: readonly (readonly [string, PdfMake])[] = [
    ['nested in its content', { content: Buffer.from('['.repeat(300_000)) }],
    ['of dictionaries without end', { content: Buffer.from('<<'.repeat(100_000)) }],
    ['of states without end', { content: Buffer.from('q '.repeat(300_000)) }],
    ['drawing itself', { pageMembers: '/Annots [4 0 R]' }],
  ];
  test.each(strange)(
    'a page %s ends',
    async (_what, make) => {
      const code = await codeOf(read(pdfFile([['x']], make), 1, { ...usual, time: 1000 }));
      expect(['ok', 'unsupported_file', 'budget_exceeded']).toContain(code);
    },
    30_000,
  );

  test('a page after the last is an error that says how many there are', async () => {
    await expect(read(pdfFile(textPages(2)), 3)).rejects.toThrow('`page` is after the last page, 2.');
  });

  test('a PDF that takes too long is ended, and the next one is read', async () => {
    const slow = Buffer.concat([opening, Buffer.alloc(40_000_000, '(a) Tj ')]);
    const texts = new PdfTexts({ ...usual, time: 500 });
    const bytes = pdfFile([['x']], { content: slow, deflated: 1 });
    expect(await codeOf(texts.read(() => Promise.resolve(new Uint8Array(bytes)), 1, never))).toBe(
      'budget_exceeded',
    );
    const next = new PdfTexts(usual).read(() => Promise.resolve(new Uint8Array(pdfFile([['y']]))), 1, never);
    expect((await next).pages).toEqual([{ page: 1, text: 'y' }]);
  }, 30_000);

  test('a call that ends takes the reading with it', async () => {
    const slow = Buffer.concat([opening, Buffer.alloc(40_000_000, '(a) Tj ')]);
    const controller = new AbortController();
    const work = read(pdfFile([['x']], { content: slow, deflated: 1 }), 1, usual, controller.signal);
    const reason = new ToolFailure('budget_exceeded', 'The client disconnected.');
    setImmediate(() => controller.abort(reason));
    await expect(work).rejects.toBe(reason);
  });

  test('a page that holds gigabytes ends by its memory or its time', async () => {
    const bytes = pdfFile([['x']], { content: inflatingTo(40), isPacked: true, deflated: 2 });
    expect(bytes.length).toBeLessThan(100_000);
    expect(['too_large', 'budget_exceeded']).toContain(
      await codeOf(read(bytes, 1, { ...usual, time: 10_000 })),
    );
  }, 60_000);

  test('without the built thread PDFs are said not to be readable', async () => {
    const { pdfWorker } = ambient();
    ambient().pdfWorker = join(folder, 'none.mjs');
    expect(await codeOf(read(pdfFile([['x']])))).toBe('unsupported_here');
    ambient().pdfWorker = pdfWorker;
  });
});
