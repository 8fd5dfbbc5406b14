import { unlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TFile, TAbstractFile } from 'obsidian';
import { markOf } from '../../../src/vault/index/metadata/pending-metadata';
import { TreeOrder } from '../../../src/vault/index/names/orders';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';
import { temporaryVault, type TemporaryVault } from '../../headless/temporary-vault';
import { fileOf } from '../../headless/metadata/note-vault';
import { restingSlicer } from '../../support/time/resting-slicer';
import { TaskIndex } from '../../../src/vault/index/tasks/task-index';
import { steppingSlicer } from '../../search/slicers';
import { RunningLectern } from '../../support/lectern';
import { MetadataReadiness } from '../../../src/vault/index/metadata/metadata-readiness';
import { NoteFactsIndex } from '../../../src/vault/index/metadata/note-metadata';
import { Derived, type ForEach } from '../../../src/vault/index/derived';

describe('the mark of a text', () => {
  const long = 'Line of a long note.\n'.repeat(100_000);

  test.each([
    ['', 'a'],
    ['a', 'b'],
    ['\0', ''],
    [long.slice(0, 1_000_000), `${long.slice(0, 999_999)}?`],
    [long, `${long}x`],
    [long, `x${long}`],
    [long, long.toUpperCase()],
  ])('is another for another text (%#)', (one, other) => {
    expect(markOf(one)).not.toBe(markOf(other));
  });

  test('does not tell a byte order mark at the start', () => {
    expect(markOf(`\uFEFF${long}`)).toBe(markOf(long));
    expect(markOf('\uFEFFa')).toBe('a');
    expect(markOf('a\uFEFF')).toBe('a\uFEFF');
  });

  test('of a text of more than a million characters is short, and leaves most characters out', () => {
    expect(markOf(long).length).toBeLessThan(30);
    expect(markOf(`${long.slice(0, 1)}X${long.slice(2)}`)).toBe(markOf(long));
  });
});

describe('the order of the tree', () => {
  const signal = new AbortController().signal;

  test('files that come and go while the tree is read are in its order once, and no deleted file is', async () => {
    const names = Array.from({ length: 20 }, (_name, at) => `folder ${10 + at}/note.md`);
    const vault = await temporaryVault(Object.fromEntries(names.map(name => [name, ''])));
    const { app } = vault.host;
    try {
      await vault.host.becomeReady();
      const changes = [
        () => app.vault.create('folder 10/later.md', ''),
        () => app.vault.create('folder 29/later.md', ''),
        () => app.vault.delete(vault.file('folder 10/note.md')),
        () => app.vault.delete(vault.file('folder 29/note.md')),
      ];
      let now = 0;
      const slicer = createTimeSlicer({
        now: () => (now += 8),
        yieldToLoop: async () => {
          await changes.pop()?.();
        },
        othersWaiting: () => false,
      });
      const tree = new TreeOrder({ app, events: new VaultEvents(app, () => undefined), slicer });
      const paths = async (): Promise<string[]> =>
        (await tree.below(app.vault.getRoot(), signal)).map(({ path }) => path);
      const found = await paths();
      const others = names.slice(1, -1).flatMap(name => [name.slice(0, name.indexOf('/')), name]);
      expect(changes).toEqual([]);
      expect(found).toEqual([
        'folder 10',
        'folder 10/later.md',
        ...others,
        'folder 29',
        'folder 29/later.md',
      ]);
      await app.vault.delete(vault.file('folder 10/later.md'));
      expect(await paths()).toEqual(found.filter(path => path !== 'folder 10/later.md'));
    } finally {
      await vault.close();
    }
  });

  test('a folder of two hundred thousand files is listed', async () => {
    const vault = await temporaryVault({ 'folder/note.md': '' });
    const { app } = vault.host;
    try {
      const folder = app.vault.getFolderByPath('folder');
      const [note] = folder?.children ?? [];
      if (folder === null || note === undefined) throw new Error('No folder.');
      folder.children = Array.from({ length: 200_000 }, () => note);
      const slicer = restingSlicer();
      const tree = new TreeOrder({ app, events: new VaultEvents(app, () => undefined), slicer });
      expect((await tree.below(app.vault.getRoot(), signal)).length).toBe(200_001);
    } finally {
      await vault.close();
    }
  });

  test('the files that are there when the app opens the vault are no new files', async () => {
    const vault = await temporaryVault({ 'a.md': '', 'b.md': '' });
    try {
      const created: string[] = [];
      const events = new VaultEvents(vault.host.app, () => undefined);
      events.listen({ created: ({ path }) => created.push(path) });
      await vault.host.becomeReady();
      expect(created).toEqual([]);
      await vault.host.app.vault.create('c.md', '');
      expect(created).toEqual(['c.md']);
    } finally {
      await vault.close();
    }
  });
});

describe('tasks of several notes', () => {
  const { signal } = new AbortController();

  let vault: TemporaryVault;
  beforeEach(async () => {
    vault = await temporaryVault({
      'a.md': '- [ ] later 📅 2026-11-25\n- [ ] sooner 📅 2026-11-24\n',
      'b.md': '- [ ] other\n',
      'c.md': '- [x] done\n',
    });
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
  });
  afterEach(() => vault.close());

  function taskIndex() {
    const { app } = vault.host;
    const reads: string[] = [];
    const readBinary = app.vault.readBinary.bind(app.vault);
    app.vault.readBinary = file => {
      reads.push(file.path);
      return readBinary(file);
    };
    const index = new TaskIndex({
      app,
      events: new VaultEvents(app, () => undefined),
      readiness: { wait: () => Promise.resolve() },
      slicer: steppingSlicer().slicer,
    });
    const textsOf = async (file: TFile): Promise<string[]> =>
      (await index.ofNote(file, signal)).map(({ text }) => text);
    const allTexts = async (): Promise<string[]> =>
      (await index.all(signal)).map(({ text }) => text).toSorted();
    return { textsOf, allTexts, reads };
  }

  test('the tasks of one note are found without reading another', async () => {
    const { textsOf, reads } = taskIndex();
    expect(await textsOf(vault.file('a.md'))).toEqual(['later', 'sooner']);
    expect(await textsOf(vault.file('a.md'))).toEqual(['later', 'sooner']);
    expect(reads).toEqual(['a.md']);
  });

  test('calls for one note and for all notes at the same time have all tasks, and read each note once', async () => {
    const { textsOf, allTexts, reads } = taskIndex();
    const found = await Promise.all([
      textsOf(vault.file('b.md')),
      allTexts(),
      textsOf(vault.file('a.md')),
      textsOf(vault.file('b.md')),
    ]);
    const all = ['done', 'later', 'other', 'sooner'];
    expect(found).toEqual([['other'], all, ['later', 'sooner'], ['other']]);
    expect(reads.toSorted()).toEqual(['a.md', 'b.md', 'c.md']);
  });

  test('the tasks of a note follow its text', async () => {
    const { textsOf } = taskIndex();
    expect(await textsOf(vault.file('b.md'))).toEqual(['other']);
    await vault.host.app.vault.modify(vault.file('b.md'), '- [ ] new\n');
    await vault.host.metadataSettled();
    expect(await textsOf(vault.file('b.md'))).toEqual(['new']);
  });
});

describe('tasks of very long lines', () => {
  const line = 'a'.repeat(90_000);

  test.each([
    ['in its middle', `${'a'.repeat(24_500)}b${'a'.repeat(24_500)}`, 0],
    ['at its end', `${'a'.repeat(49_000)}b`, 0],
    ['in nothing', 'a'.repeat(49_001), 20],
  ])('a long text to find tasks by takes little time where tasks differ %s', async (_name, text, count) => {
    const vault = await RunningLectern.start({ files: { 'Tasks.md': `- [ ] ${line}\n`.repeat(20) } });
    try {
      const client = await vault.connect();
      await client.call('list_tasks', { status: 'any' });
      const before = process.cpuUsage();
      const { structured } = await client.call('list_tasks', { text });
      // The engine's own search takes 10 s.
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500);
      expect(structured['totalCount']).toBe(count);
    } finally {
      await vault.close();
    }
  });
});

describe('the wait for the metadata of the app', () => {
  const limits = { timeout: 400, standstill: 50, poll: 25 };
  const { signal } = new AbortController();

  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault({ 'a.md': '[[b]]\n', 'b.md': '# B\n' });
  });

  afterEach(() => vault.close());

  function readiness(): MetadataReadiness {
    return new MetadataReadiness(vault.host.app, new VaultEvents(vault.host.app, () => undefined), limits);
  }

  it('the wait for metadata does not take a vault whose links are not resolved yet for one that is read', async () => {
    await expect(readiness().wait(signal)).rejects.toMatchObject({ code: 'busy' });
  });

  it('the wait for metadata starts again after it gave up', async () => {
    const waiting = readiness();
    await expect(waiting.wait(signal)).rejects.toMatchObject({ code: 'busy' });
    await vault.host.becomeReady();
    await expect(waiting.wait(signal)).resolves.toBeUndefined();
    expect(vault.host.app.metadataCache.resolvedLinks).toEqual({ 'a.md': { 'b.md': 1 }, 'b.md': {} });
  });

  it('lets go of a call that nobody waits for any more', async () => {
    const call = new AbortController();
    const waiting = readiness();
    const waited = waiting.wait(call.signal);
    call.abort(new Error('gone'));
    await expect(waited).rejects.toThrow('gone');
    await expect(waiting.wait(call.signal)).rejects.toThrow('gone');
  });

  it('the wait for metadata does not last for ever for a note that the app cannot read', async () => {
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    Reflect.deleteProperty(vault.host.app.metadataCache.resolvedLinks, 'b.md');
    await expect(readiness().wait(signal)).resolves.toBeUndefined();
  });

  it('the wait for metadata does not count a canvas with links for a note that was read', () => {
    const { resolvedLinks } = vault.host.app.metadataCache;
    Object.assign(resolvedLinks, { 'a.md': {}, 'board.canvas': { 'a.md': 1 } });
    expect(readiness().isOpen()).toBe(false);
    Object.assign(resolvedLinks, { 'b.md': {} });
    expect(readiness().isOpen()).toBe(true);
  });

  it('the wait for metadata does not last for ever for the only note, once the app has said that all is read', async () => {
    unlinkSync(vault.at('a.md'));
    const waiting = readiness();
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    for (const path of ['a.md', 'b.md'])
      Reflect.deleteProperty(vault.host.app.metadataCache.resolvedLinks, path);
    await expect(waiting.wait(signal)).resolves.toBeUndefined();
  });

  it('the wait for metadata does not wait for a text that another hand has written over', async () => {
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    const waiting = readiness();
    waiting.pending.expect('a.md', 'what nobody will ever read');
    waiting.pending.expect('gone.md', 'nor this');
    await expect(waiting.wait(signal)).resolves.toBeUndefined();
  }, 2_000);

  it('the wait for metadata goes on if an older text is reported late, before the links are resolved', async () => {
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    const { metadataCache } = vault.host.app;
    const [note, text] = [fileOf(vault, 'a.md'), '[[b]]\n'];
    const waiting = readiness();
    waiting.pending.expect(note.path, text);
    let isOver = false;
    const waited = waiting.wait(signal).finally(() => (isOver = true));
    for (const reported of [text, 'older']) metadataCache.trigger('changed', note, reported, {});
    metadataCache.trigger('resolve', note);
    await sleep(20);
    expect(isOver).toBe(false);
    metadataCache.trigger('changed', note, text, {});
    metadataCache.trigger('resolve', note);
    await waited;
  });

  it('the wait for metadata is for the notes that were asked for, whatever else is still to be read', async () => {
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    const waiting = readiness();
    const others = new AbortController();
    let isOver = false;
    waiting.pending.expect('a.md');
    const forAll = waiting.wait(others.signal).finally(() => (isOver = true));
    await waiting.wait(signal, ['b.md']);
    expect(isOver).toBe(false);
    others.abort(new Error('enough'));
    await expect(forAll).rejects.toThrow('enough');
  });
});

describe('the facts of the notes', () => {
  it('the facts of all notes are read ahead, in slices, and none is read again', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `${index}.md`);
    const vault = await temporaryVault(
      Object.fromEntries(names.map(name => [name, '#one #two #one\n\n- [ ] a\n- [x] b\n- [-] c\n- d'])),
    );
    const { app } = vault.host;
    try {
      await vault.host.becomeReady();
      await vault.host.metadataSettled();
      let asked = 0;
      const fileCache = app.metadataCache.getFileCache.bind(app.metadataCache);
      app.metadataCache.getFileCache = file => {
        asked += 1;
        return fileCache(file);
      };
      const facts = new NoteFactsIndex(app, new VaultEvents(app, () => undefined));
      const { slicer, pauses } = steppingSlicer();
      await facts.prepare({ slicer });
      expect(pauses()).toBeGreaterThan(1);
      expect(asked).toBe(200);
      for (const file of app.vault.getMarkdownFiles()) expect(facts.of(file).tags).toEqual(['one', 'two']);
      expect(asked).toBe(200);
    } finally {
      await vault.close();
    }
  });

  it('the title of a note is known once the note is read', async () => {
    const vault = await temporaryVault({ 'a.md': '---\ntitle: An apple\n---\n', 'b.md': 'text' });
    const { app } = vault.host;
    try {
      const facts = new NoteFactsIndex(app, new VaultEvents(app, () => undefined));
      const titles = (): unknown[] => ['a.md', 'b.md'].map(path => facts.knownTitleOf(vault.file(path)));
      expect(titles()).toEqual([undefined, undefined]);
      await vault.host.becomeReady();
      await vault.host.metadataSettled();
      expect(titles()).toEqual(['An apple', 'b']);
    } finally {
      await vault.close();
    }
  });
});

describe('derived values', () => {
  let vault: TemporaryVault;
  beforeEach(async () => {
    vault = await temporaryVault({ 'a.md': '', 'b.md': '' });
    await vault.host.becomeReady();
  });
  afterEach(() => vault.close());

  /** Paths of all notes; counts how often they are listed and how many events are subscribed to. */
  function derivedPaths(during: (forEach: ForEach) => Promise<unknown> = () => Promise.resolve()) {
    const { app } = vault.host;
    const count = { builds: 0, subscriptions: 0 };
    const events = new VaultEvents(app, () => (count.subscriptions += 1));
    const paths = new Derived<string[]>(
      { events, ...steppingSlicer() },
      async forEach => {
        count.builds += 1;
        const found = app.vault.getMarkdownFiles().map(({ path }) => path);
        await during(forEach);
        return found;
      },
      ({ patch, forget }) => ({
        created: ({ path }: TAbstractFile) =>
          patch(all => {
            if (!all.includes(path)) all.push(path);
          }),
        deleted: forget,
      }),
    );
    const get = async (signal?: AbortSignal): Promise<string[]> => [...(await paths.get(signal))].sort();
    return { count, paths, get };
  }

  test('a derived value is built at the first question, and subscribes to the events that it names then', async () => {
    const { count, get } = derivedPaths();
    expect(count).toEqual({ builds: 0, subscriptions: 0 });
    expect(await get()).toEqual(['a.md', 'b.md']);
    expect(await get()).toEqual(['a.md', 'b.md']);
    expect(count).toEqual({ builds: 1, subscriptions: 2 });
  });

  test('a derived value is patched by one event and built anew after another', async () => {
    const { count, paths, get } = derivedPaths();
    const { app } = vault.host;
    await get();
    const before = paths.generation;
    await app.vault.create('c.md', '');
    expect(await get()).toEqual(['a.md', 'b.md', 'c.md']);
    expect(count.builds).toBe(1);
    const file = app.vault.getFileByPath('a.md');
    if (file !== null) await app.vault.delete(file);
    expect(await get()).toEqual(['b.md', 'c.md']);
    expect(count.builds).toBe(2);
    expect(paths.generation).toBe(before + 2);
  });

  test('calls that come together share one build', async () => {
    const { count, get } = derivedPaths();
    const found = await Promise.all(Array.from({ length: 8 }, () => get()));
    expect(found).toEqual(Array.from({ length: 8 }, () => ['a.md', 'b.md']));
    expect(count.builds).toBe(1);
  });

  test('what is patched while it is built has the change for all who wait, and is kept', async () => {
    const { app } = vault.host;
    const changes = [() => app.vault.create('c.md', '')];
    const { count, get } = derivedPaths(() => Promise.resolve(changes.pop()?.()));
    expect(await Promise.all([get(), get()])).toEqual([
      ['a.md', 'b.md', 'c.md'],
      ['a.md', 'b.md', 'c.md'],
    ]);
    expect(await get()).toEqual(['a.md', 'b.md', 'c.md']);
    expect(count.builds).toBe(1);
  });

  test('what is forgotten while it is built is not kept', async () => {
    const { app } = vault.host;
    const changes = [() => app.vault.delete(vault.file('a.md'))];
    const { count, get } = derivedPaths(() => Promise.resolve(changes.pop()?.()));
    expect(await get()).toEqual(['a.md', 'b.md']);
    expect(await get()).toEqual(['b.md']);
    expect(count.builds).toBe(2);
  });

  test('a call that comes after an event that forgets does not wait for the earlier build', async () => {
    const [started, finish] = [deferred(), deferred()];
    const pauses = [() => (started.resolve(), finish.promise)];
    const { count, get } = derivedPaths(() => Promise.resolve(pauses.pop()?.()));
    const early = get();
    await started.promise;
    await vault.host.app.vault.delete(vault.file('a.md'));
    expect(await get()).toEqual(['b.md']);
    finish.resolve();
    expect(await early).toEqual(['a.md', 'b.md']);
    expect(await get()).toEqual(['b.md']);
    expect(count.builds).toBe(2);
  });

  test('a call that is aborted does not end the build that another waits for', async () => {
    const [started, finish] = [deferred(), deferred()];
    const { count, get } = derivedPaths(async forEach => {
      started.resolve();
      await finish.promise;
      await forEach(Array.from({ length: 100 }), () => undefined);
    });
    const aborted = new AbortController();
    const first = get(aborted.signal);
    const second = get();
    await started.promise;
    aborted.abort(new Error('The call was cancelled.'));
    finish.resolve();
    await expect(first).rejects.toThrow('The call was cancelled.');
    expect(await second).toEqual(['a.md', 'b.md']);
    expect(count.builds).toBe(1);
  });

  test('a build that fails rejects all who wait for it, and the next call builds again', async () => {
    const failures = [new Error('The build failed.')];
    const { count, get } = derivedPaths(() => {
      const failure = failures.pop();
      return failure === undefined ? Promise.resolve() : Promise.reject(failure);
    });
    const waiting = await Promise.allSettled([get(), get()]);
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await get()).toEqual(['a.md', 'b.md']);
    expect(count.builds).toBe(2);
  });

  function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
    let resolve = (): void => undefined;
    const promise = new Promise<void>(done => (resolve = done));
    return { promise, resolve: () => resolve() };
  }
});
