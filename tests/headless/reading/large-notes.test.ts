import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir, getPriority } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { openVault } from '../../../pkg/headless/host';
import { metadataOf } from '../../../pkg/headless/obsidian/metadata/records/note-record';
import { NoteRecorder } from '../../../pkg/headless/obsidian/metadata/records/note-recorder';
import { eventually } from '../../support/time/waiting';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';
import { fileOf, noteVault, recordCacheEvents } from '../metadata/note-vault';
import { ScanProcess } from '../../../pkg/headless/obsidian/metadata/reading/scan-process';

describe('a large note', () => {
  const source = join(__dirname, '../../../pkg/headless/obsidian/metadata/reading/scan-worker.ts');
  const longAgo = new Date('2024-01-01T00:00:00Z');

  const aliases = 'bcdef'.split('').map((name, index) => {
    const before = 'abcdef'[index] ?? '';
    return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`;
  });

  const hostile: Record<string, string> = {
    'many lines': 'a\n'.repeat(30_000),
    'one line of links': '[[a]] #b '.repeat(8_000),
    'a million characters in one line': 'x'.repeat(1_000_000),
    'twenty thousand nested quotes': `${'>'.repeat(20_000)} a\n`.repeat(5),
    'many items': '- [ ] #a [[b|c]] ^id\n'.repeat(5_000),
    'many blocks': 'text ^id-1\n\n'.repeat(4_000),
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
    buildSync({
      entryPoints: [source],
      outfile: scanWorker,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      banner: { js: marks },
    });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(() => vault?.close());

  test.each(Object.entries(hostile))('of %s has the metadata of a small one', async (_what, text) => {
    vault = await noteVault({ 'a.md': text }, { scanWorker });
    expect(JSON.stringify(vault.host.app.metadataCache.getCache('a.md'))).toBe(scanned(text));
  });

  test('does not delay other notes', async () => {
    const text = hostile['many items'] ?? '';
    vault = await temporaryVault({ 'large.md': text.repeat(4) }, undefined, { metadataDelay: 0, scanWorker });
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
    const text = hostile['many items'] ?? '';
    vault = await temporaryVault({ 'a.md': text }, root => utimesSync(join(root, 'a.md'), longAgo, longAgo));
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
    vault = await noteVault({ 'a.md': hostile['many blocks'] ?? '', 'b.md': '# B' }, { scanWorker: broken });
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
      expect(await scans.ask('what is your priority')).toBe(getPriority() + 5);
      scans.end();
    },
  );
});
