import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { constants, tmpdir, getPriority } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { CachedMetadata } from 'obsidian';
import { openVault } from '../../../pkg/headless/host';
import {
  largeRecord,
  metadataOf,
  weightOf,
} from '../../../pkg/headless/obsidian/metadata/records/note-record';
import { NoteRecorder } from '../../../pkg/headless/obsidian/metadata/records/note-recorder';
import { eventually } from '../../support/time/waiting';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';
import { buildScanWorker, fileOf, noteVault, recordCacheEvents } from './note-vault';
import { ScanProcess } from '../../../pkg/headless/obsidian/metadata/reading/scan-process';
import { doNotFakeBut } from '../../support/time/fake-time';
import { deferredMetadata } from '../../../pkg/headless/obsidian/metadata/records/deferred-metadata';

describe('reading large notes', () => {
  describe('a large note', () => {
    const longAgo = new Date('2024-01-01T00:00:00Z');

    const aliases = 'bcdef'.split('').map((name, index) => {
      const before = 'abcdef'[index] ?? '';
      return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`;
    });

    const hostile: Record<string, string> = {
      'many lines': 'a\n'.repeat(30_000),
      'one line of links': '[[a]] #b '.repeat(20_000),
      'a million characters in one line': 'x'.repeat(1_000_000),
      'twenty thousand nested quotes': `${'>'.repeat(20_000)} a\n`.repeat(5),
      'many items': '- [ ] #a [[b|c]] ^id\n'.repeat(8_000),
      'many blocks': 'text ^the-name-of-one-of-many-blocks\n\n'.repeat(9_000),
      'many headings': '## One of many headings with many words\n'.repeat(8_000),
      'YAML of many keys': `---\n${Array.from({ length: 1_500 }, (_, index) => `k${index}: v`).join('\n')}\n---\n`,
      'YAML of many links': `---\na:\n${'- "[[x]]"\n'.repeat(1_500)}---\n`,
      'a YAML bomb': `---\na: &a [x, x, x, x, x, x, x, x, x]\n${aliases.join('\n')}\n---\n# A\n`,
      'YAML that nests': `---\na: ${'['.repeat(20_000)}\n---\n# A\n`,
    };

    /** Of a note as it would be if it were small, as text: deep comparisons of so many values are slow. */
    function scanned(text: string): string {
      return JSON.stringify(metadataOf(new NoteRecorder().record(text)));
    }

    let folder: string;
    let scanWorker: string;
    /** A file that the worker makes when it has got a task. */
    let begun: string;
    let vault: TemporaryVault | undefined;

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'lectern-worker-'));
      scanWorker = join(folder, 'scan-worker.cjs');
      begun = join(folder, 'begun');
      const marks = `process.once('message', () => require('node:fs').writeFileSync(${JSON.stringify(begun)}, ''));`;
      buildScanWorker(scanWorker, marks);
    });

    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    afterEach(() => vault?.close());

    test.each(Object.entries(hostile))('of %s has the metadata of a small one', async (_what, text) => {
      vault = await noteVault({ 'a.md': text }, { scanWorker });
      expect(JSON.stringify(vault.host.app.metadataCache.getCache('a.md'))).toBe(scanned(text));
    });

    test.each(['one line of links', 'many items', 'many blocks', 'many headings'])(
      '%s is sent in parts',
      what => expect(weightOf(new NoteRecorder().record(hostile[what] ?? ''))).toBeGreaterThan(largeRecord),
    );

    test('does not delay other notes', async () => {
      const text = hostile['many items'] ?? '';
      vault = await temporaryVault({ 'large.md': text }, undefined, { metadataDelay: 0, scanWorker });
      const events = recordCacheEvents(vault);
      await vault.host.becomeReady();
      await vault.host.app.vault.create('small.md', '');
      await vault.host.metadataSettled();
      expect(events.indexOf('resolved')).toBeGreaterThan(events.indexOf('changed large.md'));
      events.length = 0;
      await vault.host.app.vault.append(fileOf(vault, 'large.md'), 'x');
      await vault.host.app.vault.append(fileOf(vault, 'small.md'), 'x');
      await vault.host.metadataSettled();
      expect(events.indexOf('changed small.md')).toBeLessThan(events.indexOf('changed large.md'));
      expect(events.at(-1)).toBe('resolved');
    });

    test('comes in the event with its text', async () => {
      const text = `# A\n${hostile['many lines'] ?? ''}`;
      vault = await temporaryVault({ 'a.md': text }, undefined, { scanWorker });
      const told: [string, boolean][] = [];
      const { metadataCache } = vault.host.app;
      metadataCache.on('changed', (file, data, cache) =>
        told.push([data, cache === metadataCache.getFileCache(file)]),
      );
      await vault.host.becomeReady();
      await vault.host.metadataSettled();
      expect(told).toEqual([[text, true]]);
    });

    test('that becomes small meanwhile is read as a small one', async () => {
      rmSync(begun, { force: true });
      vault = await noteVault({ 'a.md': '' }, { scanWorker });
      const { vault: files, metadataCache } = vault.host.app;
      const file = fileOf(vault, 'a.md');
      await files.modify(file, hostile['many items'] ?? '');
      await eventually(() => existsSync(begun));
      await files.modify(file, '# Small');
      await vault.host.metadataSettled();
      expect(metadataCache.getFileCache(file)?.headings?.[0]?.heading).toBe('Small');
      expect(metadataCache.getFileCache(file)?.listItems).toBeUndefined();
    });

    test('is not read again at the next start', async () => {
      const text = hostile['one line of links'] ?? '';
      vault = await temporaryVault({ 'a.md': text }, root =>
        utimesSync(join(root, 'a.md'), longAgo, longAgo),
      );
      await vault.host.becomeReady();
      await vault.host.metadataSettled();
      await vault.host.close();
      const again = await openVault(vault.root, {
        stateFolder: vault.state,
        watch: false,
        quiet: true,
        scanWorker,
      });
      const read: string[] = [];
      again.app.metadataCache.on('changed', file => read.push(file.path));
      await again.becomeReady();
      await again.metadataSettled();
      expect(read).toEqual([]);
      expect(JSON.stringify(again.app.metadataCache.getCache('a.md'))).toBe(scanned(text));
      await again.close();
    });

    test('lists its first 10,000 list items and its first 41,000 links', async () => {
      vault = await noteVault(
        { 'items.md': '- a\n'.repeat(11_000), 'links.md': '[[a]] '.repeat(42_000) },
        { scanWorker },
      );
      const { metadataCache } = vault.host.app;
      expect(metadataCache.getCache('items.md')?.listItems).toHaveLength(10_000);
      expect(metadataCache.getCache('links.md')?.links).toHaveLength(41_000);
    });

    test('is scanned on the main thread if there is no worker', async () => {
      const text = hostile['many blocks'] ?? '';
      vault = await noteVault({ 'a.md': text }, { scanWorker: join(folder, 'gone.cjs') });
      expect(JSON.stringify(vault.host.app.metadataCache.getCache('a.md'))).toBe(scanned(text));
    });

    test('has no metadata when the worker fails, and the next notes have', async () => {
      const broken = join(folder, 'broken.cjs');
      buildSync({ stdin: { contents: 'throw new Error("broken")' }, outfile: broken });
      const files = { 'a.md': hostile['many blocks'] ?? '', 'b.md': '# B' };
      vault = await noteVault(files, { scanWorker: broken });
      const { metadataCache } = vault.host.app;
      expect(metadataCache.getCache('a.md')).toEqual({});
      expect(metadataCache.getCache('b.md')?.headings).toHaveLength(1);
    });
  });

  describe('the process that scans', () => {
    // Windows tells no steps between its few classes of priority.
    const onlyWithSteps = process.platform === 'win32' ? test.skip : test;

    const program = `
  const { getPriority } = require('node:os');
  process.on('message', () => process.send(getPriority()));
`;

    let folder: string;

    beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lectern-scan-'))));
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    onlyWithSteps(
      'a process that scans notes leaves the processor to the host where both want it',
      async () => {
        const file = join(folder, 'program.cjs');
        writeFileSync(file, program);
        const scans = new ScanProcess(file);
        const lower = Math.min(getPriority() + 5, constants.priority.PRIORITY_LOW);
        expect(await scans.ask('what is your priority')).toBe(lower);
        scans.end();
      },
    );
  });
});

describe('events', () => {
  let vault: TemporaryVault | undefined;
  afterEach(async () => {
    await vault?.close();
    vault = undefined;
  });

  describe('the events of the cache', () => {
    /** The events of single notes: how often the queue runs empty meanwhile depends on the machine. */
    function ofNotes(events: readonly string[]): string[] {
      return events.filter(event => event !== 'resolved');
    }

    afterEach(() => jest.useRealTimers());

    describe('at the start', () => {
      test('every note is read, then every link is resolved, after the layout is ready', async () => {
        vault = await temporaryVault({ 'a.md': '[[c.txt]]', 'c.txt': '' });
        const { host } = vault;
        const { metadataCache, workspace } = host.app;
        const events = recordCacheEvents(vault);
        workspace.onLayoutReady(() => events.push('layout ready'));
        metadataCache.on('resolved', () => events.push(JSON.stringify(metadataCache.resolvedLinks)));
        await host.becomeReady();
        expect(metadataCache.getCache('a.md')).toBeNull();
        await host.metadataSettled();
        expect(events).toEqual([
          'layout ready',
          'changed a.md',
          'resolved',
          '{}',
          'resolve a.md',
          'resolved',
          '{"a.md":{"c.txt":1}}',
        ]);
      });

      test('all notes are read before the first is resolved', async () => {
        vault = await temporaryVault({ 'a.md': '', 'F/b.md': '', 'c.md': '' });
        const events = recordCacheEvents(vault);
        await vault.host.becomeReady();
        await vault.host.metadataSettled();
        const kinds = events.map(event => event.split(' ')[0]);
        const three = (kind: string): string[] => [kind, kind, kind];
        expect(kinds).toEqual([...three('changed'), 'resolved', ...three('resolve'), 'resolved']);
      });

      test('nothing is read before the app is ready', async () => {
        vault = await temporaryVault({ 'a.md': '# A' });
        await vault.host.metadataSettled();
        expect(vault.host.app.metadataCache.getCache('a.md')).toBeNull();
      });

      test('a note that is written meanwhile is read with the others or after them', async () => {
        vault = await temporaryVault({ 'a.md': '# A' }, undefined, { metadataDelay: 0 });
        const { host } = vault;
        await host.becomeReady();
        await host.app.vault.create('b.md', '# B');
        await host.metadataSettled();
        expect(host.app.metadataCache.getCache('b.md')?.headings?.[0]?.heading).toBe('B');
      });
    });

    describe('after a write', () => {
      test('the old metadata stays for a while, and no event comes at once', async () => {
        vault = await noteVault({ 'a.md': '# Old' });
        const { metadataCache, vault: files } = vault.host.app;
        const events = recordCacheEvents(vault);
        await files.modify(fileOf(vault, 'a.md'), '# New');
        expect(metadataCache.getCache('a.md')?.headings?.[0]?.heading).toBe('Old');
        expect(events).toEqual([]);
        await vault.host.metadataSettled();
        expect(metadataCache.getCache('a.md')?.headings?.[0]?.heading).toBe('New');
        expect(events).toEqual(['changed a.md', 'resolve a.md', 'resolved']);
      });

      test('a long delay keeps the old metadata as long', async () => {
        const delay = 3_600_000;
        vault = await noteVault({ 'a.md': '# Old' }, { metadataDelay: delay });
        const { metadataCache, vault: files } = vault.host.app;
        jest.useFakeTimers({ doNotFake: doNotFakeBut('setTimeout', 'clearTimeout', 'performance') });
        await files.modify(fileOf(vault, 'a.md'), '# New');
        await files.create('b.md', '');
        jest.advanceTimersByTime(delay - 1);
        expect(metadataCache.getCache('a.md')?.headings?.[0]?.heading).toBe('Old');
        expect(metadataCache.getCache('b.md')).toBeNull();
        const resolved = new Promise(resolve => metadataCache.on('resolved', () => resolve(undefined)));
        jest.advanceTimersByTime(1);
        await resolved;
        expect(metadataCache.getCache('a.md')?.headings?.[0]?.heading).toBe('New');
        expect(metadataCache.getCache('b.md')).not.toBeNull();
      });

      test('nobody who asks for all metadata waits for the delay', async () => {
        vault = await noteVault({ 'a.md': '# Old', 'gone.md': '' }, { metadataDelay: 3_600_000 });
        const { metadataCache, vault: files } = vault.host.app;
        const events = recordCacheEvents(vault);
        await files.modify(fileOf(vault, 'a.md'), '# New');
        await files.create('b.md', '');
        await files.delete(fileOf(vault, 'gone.md'));
        await vault.host.metadataSettled();
        expect(metadataCache.getCache('a.md')?.headings?.[0]?.heading).toBe('New');
        expect(events.at(-1)).toBe('resolved');
        expect(events.slice(0, -1).sort()).toEqual([
          'changed a.md',
          'changed b.md',
          'deleted gone.md',
          'resolve a.md',
          'resolve b.md',
        ]);
      });

      test('listeners get the note, its text and the metadata in the cache', async () => {
        vault = await noteVault({ 'a.md': '' });
        const { metadataCache, vault: files } = vault.host.app;
        const told: [string, string, CachedMetadata][] = [];
        metadataCache.on('changed', (file, data, cache) => told.push([file.path, data, cache]));
        await files.modify(fileOf(vault, 'a.md'), '# Å');
        await vault.host.metadataSettled();
        expect(told).toEqual([['a.md', '# Å', metadataCache.getCache('a.md')]]);
        expect(told[0]?.[2]).toBe(metadataCache.getCache('a.md'));
      });

      test('several writes to one note before it is read are one change', async () => {
        vault = await noteVault({ 'a.md': '' }, { metadataDelay: 200 });
        const events = recordCacheEvents(vault);
        const file = fileOf(vault, 'a.md');
        for (const text of ['1', '2', '3']) await vault.host.app.vault.modify(file, text);
        await vault.host.metadataSettled();
        expect(events.filter(event => event === 'changed a.md')).toHaveLength(1);
      });
    });

    describe('when the tree changes', () => {
      test('a new note changes, and the notes that wait for it are resolved', async () => {
        vault = await noteVault({ 'a.md': '[[new]]', 'b.md': '[[other]]' });
        const events = recordCacheEvents(vault);
        await vault.host.app.vault.create('new.md', '');
        expect(events).toEqual([]);
        await vault.host.metadataSettled();
        expect(events).toEqual(['changed new.md', 'resolve a.md', 'resolve new.md', 'resolved']);
      });

      test('all links are resolved only when those to a note that came meanwhile are', async () => {
        vault = await noteVault({ 'a.md': '[[new]]', 'b.md': '', 'new.md': '' });
        const { metadataCache, vault: files } = vault.host.app;
        const come = (): void => files.trigger('create', files.getFileByPath('new.md'));
        const once = metadataCache.on('changed', () => {
          metadataCache.offref(once);
          come();
        });
        const events = recordCacheEvents(vault);
        await files.modify(fileOf(vault, 'b.md'), 'more');
        await vault.host.metadataSettled();
        expect(events).toEqual([
          'changed b.md',
          'resolve b.md',
          'changed new.md',
          'resolve a.md',
          'resolve new.md',
          'resolved',
        ]);
      });

      test('the event of a deleted note has its last metadata', async () => {
        vault = await noteVault({ 'a.md': '# A', 'b.md': '[[a]]' });
        const { metadataCache, vault: files } = vault.host.app;
        const events = recordCacheEvents(vault);
        const previous: unknown[] = [];
        metadataCache.on('deleted', (_file, cache) => previous.push(cache?.headings?.[0]?.heading));
        await files.delete(fileOf(vault, 'a.md'));
        expect(metadataCache.getCache('a.md')).toBeNull();
        expect(events).toEqual([]);
        await vault.host.metadataSettled();
        expect(events).toEqual(['deleted a.md', 'resolve b.md', 'resolved']);
        expect(previous).toEqual(['A']);
        expect(metadataCache.unresolvedLinks).toEqual({ 'b.md': { a: 1 } });
      });

      test('a note that is deleted and made again is first deleted, then changed', async () => {
        vault = await noteVault({ 'a.md': '# A' });
        const events = recordCacheEvents(vault);
        await vault.host.app.vault.delete(fileOf(vault, 'a.md'));
        await vault.host.app.vault.create('a.md', '# B');
        await vault.host.metadataSettled();
        expect(ofNotes(events)).toEqual(['deleted a.md', 'changed a.md', 'resolve a.md']);
        expect(events.at(-1)).toBe('resolved');
        expect(vault.host.app.metadataCache.getCache('a.md')?.headings?.[0]?.heading).toBe('B');
      });

      test('a renamed note keeps its metadata, and nothing changed', async () => {
        vault = await noteVault({ 'a.md': '# A', 'b.md': '[[a]]' });
        const { metadataCache, vault: files } = vault.host.app;
        const events = recordCacheEvents(vault);
        const before = metadataCache.getCache('a.md');
        const file = fileOf(vault, 'a.md');
        await files.rename(file, 'c.md');
        expect(metadataCache.getFileCache(file)).toBe(before);
        expect(metadataCache.getCache('a.md')).toBeNull();
        await vault.host.metadataSettled();
        expect(ofNotes(events)).toEqual(['resolve c.md', 'resolve b.md']);
        expect(events.at(-1)).toBe('resolved');
      });

      test('so do the notes of a renamed folder', async () => {
        vault = await noteVault({ 'F/S/a.md': '# A\n[[b]]', 'F/b.md': '', 'c.md': '[[F/b]] [[a]]' });
        const { metadataCache, vault: files } = vault.host.app;
        const events = recordCacheEvents(vault);
        const before = metadataCache.getCache('F/S/a.md');
        const folder = files.getFolderByPath('F');
        if (folder !== null) await files.rename(folder, 'G');
        expect(metadataCache.getCache('G/S/a.md')).toBe(before);
        await vault.host.metadataSettled();
        expect(events.filter(event => event.startsWith('changed'))).toEqual([]);
        expect(metadataCache.resolvedLinks).toEqual({
          'G/S/a.md': { 'G/b.md': 1 },
          'G/b.md': {},
          'c.md': { 'G/S/a.md': 1 },
        });
        expect(metadataCache.unresolvedLinks['c.md']).toEqual({ 'F/b': 1 });
      });

      test('a note that becomes another kind of file is forgotten, and the other way round', async () => {
        vault = await noteVault({ 'a.md': '# A\n[[b]]', 'b.txt': '# B' });
        const { metadataCache, vault: files } = vault.host.app;
        await files.rename(fileOf(vault, 'a.md'), 'a.txt');
        await files.rename(fileOf(vault, 'b.txt'), 'b.md');
        await vault.host.metadataSettled();
        expect(metadataCache.getCache('a.txt')).toBeNull();
        expect(metadataCache.getCache('b.md')?.headings?.[0]?.heading).toBe('B');
        expect(Object.keys(metadataCache.resolvedLinks)).toEqual(['b.md']);
      });
    });
  });

  describe('what the cache holds', () => {
    /** Whether an object is held by another: in its members, also those of maps, sets and lists. A weak reference holds nothing. */
    function isHeld(wanted: object, root: object): boolean {
      const seen = new Set<unknown>([root]);
      const waiting: object[] = [root];
      for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
        if (holder === wanted) return true;
        const entries: unknown[] = holder instanceof Map || holder instanceof Set ? [...holder].flat() : [];
        for (const key of ArrayBuffer.isView(holder) ? [] : Reflect.ownKeys(holder)) {
          const value: unknown = Object.getOwnPropertyDescriptor(holder, key)?.value;
          entries.push(value);
        }
        for (const value of entries) {
          if (typeof value !== 'object' || value === null || seen.has(value)) continue;
          seen.add(value);
          waiting.push(value);
        }
      }
      return false;
    }

    test('the cache does not hold the metadata of an ordinary note that was asked for, and gives the same object again', async () => {
      vault = await temporaryVault({ 'a.md': '---\na: 1\n---\n# Heading\n\n[[b]] #tag\n' });
      await vault.host.becomeReady();
      await vault.host.metadataSettled();
      const { metadataCache } = vault.host.internals;
      const metadata = metadataCache.getCache('a.md');
      expect(metadata?.headings).toHaveLength(1);
      expect(isHeld(metadata ?? {}, metadataCache)).toBe(false);
      expect(metadataCache.getCache('a.md')).toBe(metadata);
    });

    test('the cache holds the metadata of a large note, which would take too long to make again', async () => {
      vault = await temporaryVault({ 'a.md': '[[a]] '.repeat(30_000) });
      await vault.host.becomeReady();
      await vault.host.metadataSettled();
      const { metadataCache } = vault.host.internals;
      expect(isHeld(metadataCache.getCache('a.md') ?? {}, metadataCache)).toBe(true);
    });

    test('members are made when they are asked for, and stay what somebody made of them', () => {
      const asked: string[] = [];
      const metadata = deferredMetadata({
        members: ['tags', 'headings', 'sections', 'frontmatter'],
        frontmatter: () => (asked.push('frontmatter'), { a: 1 }),
        whole: () => (asked.push('whole'), { tags: [], headings: [], sections: [] }),
        tagNames: () => [],
        allTags: () => [],
      });
      expect(Object.keys(metadata)).toEqual(['tags', 'headings', 'sections', 'frontmatter']);
      expect(asked).toEqual([]);
      expect(metadata.frontmatter).toBe(metadata.frontmatter);
      expect(asked).toEqual(['frontmatter']);
      delete metadata.headings;
      metadata.sections = [];
      const { sections } = metadata;
      expect(metadata.tags).toBe(metadata.tags);
      expect(metadata.sections).toBe(sections);
      expect('headings' in metadata).toBe(false);
      expect(asked).toEqual(['frontmatter', 'whole']);
    });
  });
});
