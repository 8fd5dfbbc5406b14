import { spawnSync } from 'node:child_process';
import {
  readFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import fc from 'fast-check';
import { eventually } from '../../support/time/waiting';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';
import { Slices, slicesAtStart } from '../../../pkg/headless/obsidian/metadata/slices';
import { buildScanWorker, fileOf, noteVault, plain } from './note-vault';
import type { Host } from '../../../pkg/headless/host';

describe('metadata on the command line', () => {
  const root = join(__dirname, '../../..');
  const fixtures = join(root, 'tests/fixtures/metadata');

  function metadataOf(...words: string[]): { status: number | null; stdout: string; stderr: string } {
    return spawnSync(process.execPath, [join(root, 'scripts/metadata.mjs'), ...words], { encoding: 'utf8' });
  }

  let vault: TemporaryVault | undefined;

  afterEach(() => vault?.close());

  describe('the command that prints metadata', () => {
    test('prints that of a note anywhere as JSON, and leaves nothing behind', () => {
      const { status, stdout, stderr } = metadataOf(join(fixtures, 'blocks.md'));
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(join(fixtures, 'blocks.json'), 'utf8')));
    });

    test('takes the vault around the note', async () => {
      vault = await temporaryVault({ '.obsidian/app.json': '{}', 'F/a.md': '# A', '.hidden/b.md': '# B' });
      expect(JSON.parse(metadataOf(vault.at('F/a.md')).stdout)).toHaveProperty('headings');
      const hidden = metadataOf(vault.at('.hidden/b.md'));
      expect([hidden.status, hidden.stdout]).toEqual([1, '']);
    });

    test('says how it is used when there is no such file', () => {
      expect(metadataOf('gone.md')).toMatchObject({ status: 2, stdout: '' });
      expect(metadataOf()).toMatchObject({ status: 2, stdout: '' });
    });
  });
});

describe('slices', () => {
  /** A call that takes so many turns of the event loop, a millisecond of work in each. */
  async function call(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) {
      const end = performance.now() + 1;
      while (performance.now() < end);
      await new Promise(resolve => setImmediate(resolve));
    }
  }

  async function pausesDuring(turns: number, slices = new Slices()): Promise<number> {
    const running = { isOver: false };
    const calling = call(turns).finally(() => (running.isOver = true));
    let pauses = 0;
    for (; !running.isOver; pauses += 1) await slices.pause();
    await calling;
    return pauses;
  }

  describe('work in slices beside a call', () => {
    test('takes its slices between those of the call', async () => {
      expect(await pausesDuring(20)).toBeGreaterThan(10);
    });

    test('lets the call come to its end first, if it has patience', async () => {
      expect(await pausesDuring(20, new Slices(10_000))).toBeLessThan(5);
    });

    test('lets the call come to its end first at the start, if there are many notes', async () => {
      expect(await pausesDuring(20, slicesAtStart(1000))).toBeLessThan(5);
      expect(await pausesDuring(20, slicesAtStart(10))).toBeGreaterThan(10);
    });

    test('takes short slices while it has patience: a call that waits for a file looks like rest', () => {
      const [patient, end] = [new Slices(10_000), performance.now() + 2];
      while (performance.now() < end);
      expect(patient.isOver).toBe(true);
    });

    test('goes on beside the call when its patience is over', async () => {
      expect(await pausesDuring(40, new Slices(5))).toBeGreaterThan(10);
    });
  });
});

describe('cached metadata', () => {
  const fixtures = join(__dirname, '../../fixtures/metadata');
  const names = readdirSync(fixtures).filter(name => name.endsWith('.md'));

  let vault: TemporaryVault | undefined;

  afterEach(() => vault?.close());

  function fixture(name: string): string {
    return readFileSync(join(fixtures, name), 'utf8');
  }

  describe('the metadata of a note', () => {
    test.each(names)('has the shape of the app for %s', async name => {
      vault = await noteVault({ [name]: fixture(name) });
      const expected: unknown = JSON.parse(fixture(`${name.slice(0, -3)}.json`));
      const { metadataCache } = vault.host.app;
      expect(plain(metadataCache.getFileCache(fileOf(vault, name)))).toEqual(expected);
      expect(metadataCache.getCache(name)).toBe(metadataCache.getFileCache(fileOf(vault, name)));
    });

    test('is null for what is no note, and for what is not there', async () => {
      vault = await noteVault({ 'a.txt': '# A', 'b.canvas': '{}', '.hidden.md': '# A' });
      const { metadataCache } = vault.host.app;
      expect(metadataCache.getCache('a.txt')).toBeNull();
      expect(metadataCache.getCache('b.canvas')).toBeNull();
      expect(metadataCache.getCache('.hidden.md')).toBeNull();
      expect(metadataCache.getCache('gone.md')).toBeNull();
    });

    test('is an empty object for an empty note', async () => {
      vault = await noteVault({ 'a.md': '' });
      expect(vault.host.app.metadataCache.getCache('a.md')).toEqual({});
    });

    test('is one object until the note changes', async () => {
      vault = await noteVault({ 'a.md': '# A', 'b.md': '# B' });
      const { metadataCache, vault: files } = vault.host.app;
      const before = metadataCache.getCache('a.md');
      await files.modify(fileOf(vault, 'b.md'), '# C');
      await vault.host.metadataSettled();
      expect(metadataCache.getCache('a.md')).toBe(before);
      await files.modify(fileOf(vault, 'a.md'), '# C');
      await vault.host.metadataSettled();
      expect(metadataCache.getCache('a.md')).not.toBe(before);
    });

    test('keeps values of YAML that JSON does not know', async () => {
      const yaml = 'a: .inf\nb: -.inf\nc: .nan\nd: -0\n__proto__: 1\nconstructor: [2]\ne: &x [1]\nf: *x\n';
      vault = await noteVault({ 'a.md': `---\n${yaml}---\n` });
      const frontmatter = vault.host.app.metadataCache.getCache('a.md')?.frontmatter ?? {};
      expect(Object.values(frontmatter)).toEqual([Infinity, -Infinity, NaN, -0, 1, [2], [1], [1]]);
      expect(Object.keys(frontmatter)).toContain('__proto__');
    });

    test('has frontmatter with a prototype, as plugins expect', async () => {
      vault = await noteVault({ 'a.md': '---\na: {b: 1}\n---\n', 'b.md': '---\na: &x {b: 1}\nc: *x\n---\n' });
      for (const path of ['a.md', 'b.md']) {
        const frontmatter: unknown = vault.host.app.metadataCache.getCache(path)?.frontmatter;
        expect(Reflect.get(Object(frontmatter), 'hasOwnProperty')).toBeDefined();
      }
    });

    test('keeps dates as they are written', async () => {
      vault = await noteVault({ 'a.md': '---\nd: 2024-01-05\nt: 2024-01-05T10:00:00\n---\n' });
      expect(vault.host.app.metadataCache.getCache('a.md')?.frontmatter).toEqual({
        d: '2024-01-05',
        t: '2024-01-05T10:00:00',
      });
    });
  });

  describe('notes that cannot be read as text', () => {
    test('have metadata as far as their bytes are UTF-8', async () => {
      vault = await noteVault({});
      writeFileSync(vault.at('a.md'), Buffer.from([0x23, 0x20, 0xff, 0x41, 0x0a]));
      writeFileSync(vault.at('b.md'), Buffer.from([0x00, 0xfe, 0xff]));
      await vault.host.settled();
      await vault.host.metadataSettled();
      const { metadataCache } = vault.host.app;
      expect(metadataCache.getCache('a.md')?.headings?.[0]?.heading).toBe('\ufffdA');
      expect(metadataCache.getCache('b.md')).not.toBeNull();
    });

    test('have no metadata, and delay nothing', async () => {
      vault = await noteVault({ 'a.md': '# A' });
      chmodSync(vault.at('a.md'), 0);
      symlinkSync(vault.at('a.md'), vault.at('link.md'));
      await vault.host.settled();
      await vault.host.metadataSettled();
      expect(vault.host.app.metadataCache.getCache('a.md')).not.toBeNull();
      expect(vault.host.app.metadataCache.getCache('link.md')).not.toBeNull();
    });

    test('are never read from outside the vault', async () => {
      vault = await noteVault({ 'a.md': '# A' });
      const { host } = vault;
      const file = fileOf(vault, 'a.md');
      const { rmSync } = await import('node:fs');
      rmSync(vault.at('a.md'));
      symlinkSync(join(vault.outside, 'canary.md'), vault.at('a.md'));
      // As if the note had changed just before its place was taken.
      host.app.vault.trigger('modify', file);
      await host.metadataSettled();
      expect(host.app.metadataCache.getFileCache(file)).toEqual({});
    });
  });
});

describe('a large note that is overwritten between its scan and its reading', () => {
  const overwrites = `
    const send = process.send.bind(process);
    let path;
    process.once('message', task => { path = task.realPath; });
    process.send = message => {
      if (path !== undefined) require('node:fs').writeFileSync(path, '#new\\n'.repeat(10_000));
      path = undefined;
      return send(message);
    };`;

  test('comes with the metadata of its text', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-worker-'));
    const scanWorker = join(folder, 'scan-worker.cjs');
    buildScanWorker(scanWorker, overwrites);
    const vault = await temporaryVault({ 'a.md': '#old\n'.repeat(10_000) }, undefined, { scanWorker });
    const told: (readonly [boolean, string | undefined])[] = [];
    vault.host.app.metadataCache.on('changed', (_file, data, { tags }) =>
      told.push([data.startsWith('#new'), tags?.[0]?.tag]),
    );
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    await vault.close();
    rmSync(folder, { recursive: true, force: true });
    expect(told).toEqual([[true, '#new']]);
  });
});

describe('a large note', () => {
  const text = '[[t]] #tag\n'.repeat(4_000);
  let folder: string;
  let vault: TemporaryVault | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-worker-'));
  });

  afterEach(async () => {
    await vault?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('that is moved while it is scanned has its metadata at the new place', async () => {
    const scanWorker = join(folder, 'scan-worker.cjs');
    const begun = join(folder, 'begun');
    const waits = `
      const { existsSync, writeFileSync } = require('node:fs');
      const begun = ${JSON.stringify(begun)};
      process.once('message', ({ realPath }) => {
        if (existsSync(begun)) return;
        writeFileSync(begun, '');
        const pause = new Int32Array(new SharedArrayBuffer(4));
        for (let turn = 0; turn < 500 && existsSync(realPath); turn += 1) Atomics.wait(pause, 0, 0, 10);
      });`;
    buildScanWorker(scanWorker, waits);
    vault = await noteVault({ 'a.md': '', 't.md': '' }, { scanWorker });
    const { host } = vault;
    await host.app.vault.modify(fileOf(vault, 'a.md'), text);
    await eventually(() => existsSync(begun));
    await host.app.vault.rename(fileOf(vault, 'a.md'), 'b.md');
    await host.metadataSettled();
    expect(host.app.metadataCache.getCache('b.md')?.tags).toHaveLength(4_000);
    expect(host.app.metadataCache.resolvedLinks['b.md']).toEqual({ 't.md': 4_000 });
  });

  test('that could not be scanned keeps its links when their target moves', async () => {
    const scanWorker = join(folder, 'broken.cjs');
    buildSync({ stdin: { contents: 'throw new Error("broken")' }, outfile: scanWorker });
    vault = await noteVault({ 'a.md': text, 't.md': '' }, { scanWorker });
    await vault.host.app.fileManager.renameFile(fileOf(vault, 't.md'), 'u.md');
    expect(readFileSync(vault.at('a.md'), 'utf8')).toBe(text.replaceAll('[[t]]', () => '[[u]]'));
  });
});

describe('the upkeep of links', () => {
  const folders = ['', 'A/', 'A/B/', 'C/'];
  const names = ['n.md', 'N.md', 'm.md', 'index.md', 'n.md.md', 'p.png', 'A.md'];
  const links = [
    'n',
    'N.md',
    'm',
    'A/n',
    'B/index',
    'index',
    './m',
    '../n',
    '../',
    'p.png',
    'A',
    '#h',
    'n.md',
    '/m',
  ];

  const path = fc
    .tuple(fc.constantFrom(...folders), fc.constantFrom(...names))
    .map(([folder, name]) => folder + name);
  const text = fc
    .array(fc.constantFrom(...links), { maxLength: 4 })
    .map(all => all.map(link => `[[${link}]]`).join(' '));
  const step = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), path, text }),
    fc.record({ kind: fc.constant('delete' as const), path }),
    fc.record({ kind: fc.constant('rename' as const), path, to: path }),
    fc.record({
      kind: fc.constant('renameFolder' as const),
      from: fc.constantFrom('A', 'A/B', 'C', 'D'),
      to: fc.constantFrom('A', 'C', 'C/B', 'D'),
    }),
    fc.record({ kind: fc.constant('settle' as const) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

  async function take(host: Host, one: Step): Promise<void> {
    const { vault } = host.app;
    const found = (where: string) => vault.getFileByPath(where);
    switch (one.kind) {
      case 'write': {
        const file = found(one.path);
        await (file ? vault.modify(file, one.text) : vault.create(one.path, one.text));
        return;
      }
      case 'delete': {
        const file = found(one.path);
        if (file) await vault.delete(file);
        return;
      }
      case 'rename': {
        const file = found(one.path);
        if (file) await vault.rename(file, one.to);
        return;
      }
      case 'renameFolder': {
        const folder = vault.getFolderByPath(one.from);
        if (folder) await vault.rename(folder, one.to);
        return;
      }
      case 'settle':
        await host.metadataSettled();
    }
  }

  /** All links from nothing, by the cache's own look-up. */
  async function recount(host: Host): Promise<unknown> {
    const { vault, metadataCache } = host.app;
    const resolved: Record<string, Record<string, number>> = {};
    const unresolved: Record<string, Record<string, number>> = {};
    for (const file of vault.getMarkdownFiles()) {
      const [yes, no]: Record<string, number>[] = [{}, {}];
      for (const { link } of metadataCache.getFileCache(file)?.links ?? []) {
        const target = metadataCache.getFirstLinkpathDest(link, file.path);
        const [counts, key] = target ? [yes, target.path] : [no, link.split('#')[0] ?? ''];
        if (counts) counts[key] = (counts[key] ?? 0) + 1;
      }
      // The cache holds what the file says.
      expect((metadataCache.getFileCache(file)?.links ?? []).map(({ original }) => original).join(' ')).toBe(
        await vault.read(file),
      );
      resolved[file.path] = yes ?? {};
      unresolved[file.path] = no ?? {};
    }
    return { resolved, unresolved };
  }

  test('links equal those of a newly read vault, whatever happens to its files', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
        let vault: TemporaryVault | undefined;
        try {
          vault = await temporaryVault(
            { 'A/B/n.md': '[[../]] [[m]]', 'A/m.md': '[[../n]]', 'C/index.md': '[[n]]' },
            undefined,
            { metadataDelay: 0 },
          );
          const { host } = vault;
          await host.becomeReady();
          // A name that is taken and a folder that is missing are refused, and change nothing.
          for (const one of steps) await take(host, one).catch(() => undefined);
          await host.metadataSettled();
          const { resolvedLinks: resolved, unresolvedLinks: unresolved } = host.app.metadataCache;
          expect({ resolved, unresolved }).toEqual(await recount(host));
        } finally {
          await vault?.close();
        }
      }),
      { seed: 11, numRuns: 60 },
    );
  });
});
