import { Derived } from '../../../src/vault/index/derived';
import { IdleValues } from '../../../src/vault/index/idle-values';
import { NoteFactsIndex } from '../../../src/vault/index/metadata/note-metadata';
import { MetadataReadiness } from '../../../src/vault/index/metadata/metadata-readiness';
import { TagIndex } from '../../../src/vault/index/tag-index';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { LinkGraph } from '../../../src/vault/links/link-graph';
import type { DirectoryItem, FileItem } from '../../../src/vault/queries/listings/list-files';
import { ListedRows } from '../../../src/vault/queries/listings/listed-rows';
import { writtenStretch } from '../../../src/utils/json/json-size';
import { temporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';

const minute = 60_000;

/** A timer that runs when the test lets time go by. */
class ManualTimer {
  private due: { readonly every: number; readonly run: () => void; next: number } | undefined;
  private time = 0;

  readonly repeat = (every: number, run: () => void): { cancel: () => void } => {
    this.due = { every, run, next: this.time + every };
    return { cancel: () => (this.due = undefined) };
  };

  get isRunning(): boolean {
    return this.due !== undefined;
  }

  pass(milliseconds: number): void {
    this.time += milliseconds;
    while (this.due !== undefined && this.due.next <= this.time) {
      this.due.next += this.due.every;
      this.due.run();
    }
  }
}

describe('a value that nobody uses', () => {
  it('is dropped after an hour, once, and held again after its next use', () => {
    const timer = new ManualTimer();
    let drops = 0;
    const value = new IdleValues(timer.repeat).add(() => (drops += 1));
    timer.pass(120 * minute);
    expect([drops, timer.isRunning]).toEqual([0, false]);
    value.used();
    timer.pass(60 * minute);
    expect(drops).toBe(0);
    timer.pass(10 * minute);
    expect([drops, timer.isRunning]).toEqual([1, false]);
    value.used();
    timer.pass(200 * minute);
    expect(drops).toBe(2);
  });

  it('is kept while another use comes within each hour', () => {
    const timer = new ManualTimer();
    let drops = 0;
    const value = new IdleValues(timer.repeat).add(() => (drops += 1));
    for (let use = 0; use < 5; use += 1) {
      value.used();
      timer.pass(59 * minute);
    }
    expect(drops).toBe(0);
  });

  it('is not held after the end', () => {
    const timer = new ManualTimer();
    const idle = new IdleValues(timer.repeat);
    const value = idle.add(() => undefined);
    value.used();
    idle.end();
    value.used();
    expect(timer.isRunning).toBe(false);
  });
});

describe('rows of lists that nobody has asked for', () => {
  it('are dropped after an hour, those of each kind by themselves', () => {
    const timer = new ManualTimer();
    const { files } = new ListedRows(new IdleValues(timer.repeat));
    const folder: DirectoryItem = { kind: 'directory', name: 'a', path: 'a', childrenCount: 0 };
    const stretch = writtenStretch<FileItem | DirectoryItem>([folder]);
    if (stretch === undefined) throw new Error('The row is too long.');
    for (const rows of [files.plain, files.withProperties]) {
      rows.beginPage();
      rows.keep('a', [1], stretch);
    }
    timer.pass(40 * minute);
    files.plain.beginPage();
    timer.pass(31 * minute);
    expect([files.plain.bytes, files.withProperties.bytes]).toEqual([stretch.size, 0]);
    expect(files.withProperties.find('a', [{ path: 'a' }], [1])).toBeUndefined();
    timer.pass(40 * minute);
    expect([files.plain.bytes, timer.isRunning]).toEqual([0, false]);
  });
});

describe('indexes that were idle for an hour', () => {
  it('are computed again by need, and answer the same', async () => {
    const timer = new ManualTimer();
    const vault = await temporaryVault({
      'a.md': '---\ntags: [x]\naliases: [Other]\n---\n[[Garden]] #y\n',
      'Garden.md': '# Garden',
    });
    const { app } = vault.host;
    const events = new VaultEvents(app, () => undefined, new IdleValues(timer.repeat));
    const { slicer } = steppingSlicer();
    const facts = new NoteFactsIndex(app, events);
    const readiness = new MetadataReadiness(app, events);
    const tags = new TagIndex({ app, events, facts, readiness, slicer });
    const graph = new LinkGraph(app, events);
    let builds = 0;
    const derived = new Derived<number>(
      events,
      () => Promise.resolve((builds += 1)),
      () => ({}),
    );
    const answers = async (): Promise<unknown> => {
      const all = [...(await tags.all(new AbortController().signal))];
      return {
        tags: all.map(([key, { own }]) => [key, [...own].map(({ path }) => path)]),
        aliases: facts.of(vault.file('a.md')).aliases,
        sources: (await graph.backlinks(slicer.slice())).of('Garden.md'),
      };
    };
    try {
      await vault.host.becomeReady();
      await vault.host.metadataSettled();
      const before = await answers();
      const version = facts.of(vault.file('a.md')).version;
      await derived.get(slicer.slice());
      timer.pass(71 * minute);
      expect(await answers()).toEqual(before);
      expect(before).toEqual({
        tags: [
          ['x', ['a.md']],
          ['y', ['a.md']],
        ],
        aliases: ['Other'],
        sources: ['a.md'],
      });
      expect(facts.of(vault.file('a.md')).version).toBeGreaterThan(version);
      await derived.get(slicer.slice());
      expect(builds).toBe(2);
      timer.pass(71 * minute);
      await app.vault.create('c.md', '#x [[Garden]]');
      await vault.host.metadataSettled();
      expect(await answers()).toMatchObject({ sources: ['a.md', 'c.md'] });
    } finally {
      await vault.close();
    }
  });
});
