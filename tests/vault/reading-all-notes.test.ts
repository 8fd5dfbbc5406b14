import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestClient } from '../support/clients';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';
import { type Host, openVault } from '../../pkg/headless/host';
import { ActivityFile, type CallRecord } from '../../src/vault/activity/call-record';
import { VaultFolder } from '../support/files/vault-folder';
import { VaultEvents } from '../../src/vault/index/vault-events';
import { Query } from '../../src/search/query/query';
import { Search } from '../../src/search/search';
import { NoteTexts } from '../../src/vault/index/note-texts';
import { createTimeSlicer } from '../../src/utils/slicing/time-slicer';
import { eventually } from '../support/time/waiting';
import { type TemporaryVault, temporaryVault } from '../headless/temporary-vault';
import { restingSlicer } from '../support/time/resting-slicer';

/** Pages that go on with a cursor have every row once, whatever stands in the notes. */
describe('pages', () => {
  const long = 'z'.repeat(30_000);
  const values = ['a', 'A', 'á', 'b'].map(end => `${long}${end}`);
  const sources = ['b.md', 'a.md', 'Z/z.md', 'C.md', 'A2/x.md', 'm/n.md', 'B1.md'];
  let lectern: RunningLectern;
  let client: TestClient;

  beforeAll(async () => {
    const files: Record<string, string> = { 'Lantern.md': 'Light.\n' };
    for (const name of ['c', 'a', 'b'])
      files[`Queried/${name}.md`] = `---\nsummary: ${long}${name}\nall: [${long}${name}, x]\n---\n`;
    for (const [at, value] of values.entries())
      files[`Listed/${at}.md`] = `---\nsummary: ${value}\n? ${value}\n: 1\n---\n`;
    lectern = await RunningLectern.start({ files });
    client = await lectern.connect();
  });
  afterAll(() => lectern.close());

  /** The rows of all pages, or of a few too many. */
  async function rowsOf(
    tool: string,
    args: Record<string, unknown>,
    key: string,
    most: number,
  ): Promise<unknown[]> {
    const rows: unknown[] = [];
    let cursor: unknown;
    do {
      const { structured } = await client.call(tool, {
        ...args,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(structured).not.toHaveProperty('error');
      rows.push(...[structured[key] ?? []].flat());
      cursor = structured['nextCursor'];
    } while (cursor !== undefined && rows.length < most);
    return rows;
  }

  it.each([
    [{ sort: 'frontmatter.summary' }, 'rows'],
    [{ sort: 'frontmatter.summary', order: 'desc' }, 'rows'],
    [{ sort: 'frontmatter.all' }, 'rows'],
    [{ groupBy: 'frontmatter.summary' }, 'groups'],
  ])('a query by long values %j goes on with its cursor', async (args, key) => {
    const rows = await rowsOf('query_notes', { ...args, path: 'Queried', limit: 1 }, key, 5);
    const seen = rows.map(row => field(row, key === 'rows' ? 'path' : 'key'));
    expect(new Set(seen).size).toBe(3);
    expect(seen).toHaveLength(3);
  });

  it.each([
    [{ property: 'summary' }, 'values'],
    [{}, 'properties'],
  ])('a list of long values %j goes on with its cursor', async (args, key) => {
    const seen = await rowsOf('list_properties', { ...args, path: 'Listed', limit: 1 }, key, 9);
    // Of the four long names, two differ in letter case only and are one property.
    expect(seen).toHaveLength(4);
    expect(new Set(seen.map(row => JSON.stringify(row))).size).toBe(seen.length);
  });

  it('mentions come in pages without doubles or gaps, whatever order the vault lists its notes in', async () => {
    const { vault } = lectern.host.app;
    for (const path of sources) {
      const [folder] = path.split('/');
      if (folder !== undefined && folder !== path) await vault.createFolder(folder);
      await vault.create(path, 'The lantern.\n');
    }
    const args = { path: 'Lantern', includeUnlinked: true, limit: 2 };
    const seen = (await rowsOf('get_links', args, 'unlinked', 20)).map(row => String(field(row, 'source')));
    expect(seen.toSorted()).toEqual(sources.toSorted());
  });
});

describe('the file of calls', () => {
  const record = (time: number, more: Partial<CallRecord> = {}): CallRecord => ({
    time,
    token: 'laptop',
    tool: 'read_note',
    effect: 'reads',
    outcome: 'ok',
    milliseconds: 1.5,
    ...more,
  });

  describe('the calls of earlier runs', () => {
    let folder: VaultFolder;
    let host: Host;
    const path = '.obsidian/activity.jsonl';

    beforeEach(async () => {
      folder = new VaultFolder({});
      mkdirSync(join(folder.path, '.obsidian'), { recursive: true });
      host = await openVault(folder.path, { stateFolder: join(folder.parent, 'state') });
    });

    afterEach(async () => {
      await host.close();
      folder.remove();
    });

    const file = (capacity = 3): ActivityFile =>
      new ActivityFile({ adapter: host.app.vault.adapter, path, capacity });
    const onDisk = (): string => readFileSync(join(folder.path, path), 'utf8');

    test('are there again, oldest first', async () => {
      const first = file();
      expect(await first.load()).toEqual([]);
      first.add(record(1));
      first.add(record(2, { client: 'x', path: 'a\n.md', changeId: 'c' }));
      await first.flush();
      expect(await file().load()).toEqual([
        record(1),
        record(2, { client: 'x', path: 'a\n.md', changeId: 'c' }),
      ]);
      expect(readFileSync(join(folder.path, '.obsidian/.gitignore'), 'utf8')).toBe('activity.jsonl\n');
    });

    test('are only the last ones, and the file does not grow for ever', async () => {
      const first = file();
      for (let time = 1; time <= 7; time += 1) first.add(record(time));
      await first.flush();
      const second = file();
      expect((await second.load()).map(({ time }) => time)).toEqual([5, 6, 7]);
      await second.flush();
      expect(onDisk().split('\n')).toHaveLength(4);
    });

    test('leave out what is damaged', async () => {
      const good = JSON.stringify(record(1));
      writeFileSync(join(folder.path, path), `${good}\n{"time":"x"}\n\u0000\n${good.slice(0, 20)}`);
      expect(await file(10).load()).toEqual([record(1)]);
    });

    test('do not take the next one along when the last was torn by a kill', async () => {
      const [whole, torn] = [`${JSON.stringify(record(1))}\n`, JSON.stringify(record(2)).slice(0, 20)];
      writeFileSync(join(folder.path, path), whole + torn);
      const first = file(10);
      await first.load();
      first.add(record(3));
      await first.flush();
      expect((await file(10).load()).map(({ time }) => time)).toEqual([1, 3]);
      expect(onDisk()).toBe(`${whole}${torn}\n${JSON.stringify(record(3))}\n`);
    });

    test('are forgotten on request', async () => {
      const first = file();
      first.add(record(1));
      await first.flush();
      first.add(record(2));
      await first.clear();
      await first.flush();
      expect(await file().load()).toEqual([]);
    });
  });
});

describe('reading ahead', () => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_none, index) => [`n${index}.md`, 'text\n']));
  const slicer = restingSlicer();
  const { signal } = new AbortController();

  let vault: TemporaryVault;
  beforeEach(async () => {
    vault = await temporaryVault(files);
  });
  afterEach(() => vault.close());

  /** @param step how much later each look at the clock is, milliseconds */
  function textsWhereReadsTake(step: number, { app }: Host = vault.host, background = slicer): NoteTexts {
    let time = 0;
    return new NoteTexts({
      app,
      events: new VaultEvents(app, () => undefined),
      slicer,
      background,
      maxBytes: () => Infinity,
      readiness: { wait: () => Promise.resolve() },
      now: () => (time += step),
    });
  }

  async function readAhead(texts: NoteTexts): Promise<number> {
    let isDone = false;
    texts.warmUp({ after: () => Promise.resolve(void (isDone = true)) });
    await eventually(() => isDone);
    return texts
      .open()
      .all()
      .filter(note => note.isRead).length;
  }

  test('reading all notes ahead does not make the app hold their texts', async () => {
    expect(await readAhead(textsWhereReadsTake(0))).toBe(300);
    // Paths: a comparison of files that fails walks through all that hangs on them, for minutes.
    const { vault: app } = vault.host.internals;
    const held = (): string[] => app.getFiles().flatMap(file => (app.keepsText(file) ? [file.path] : []));
    expect(held()).toEqual([]);
    await vault.host.app.vault.cachedRead(vault.file('n7.md'));
    expect(held()).toEqual(['n7.md']);
  });

  test('reading ahead ends where every note has to be fetched from a cloud first', async () => {
    const texts = textsWhereReadsTake(500);
    const read = await readAhead(texts);
    expect(read).toBeGreaterThanOrEqual(64);
    expect(read).toBeLessThan(128);
  });

  test('reading ahead knows each note once that was changed, added, moved or removed while it began', async () => {
    const { host } = vault;
    await host.becomeReady();
    let [time, step] = [0, 10];
    let change = async (): Promise<unknown> => Promise.resolve();
    const pausing = createTimeSlicer({
      now: () => (time += step),
      yieldToLoop: async () => {
        await change();
        await new Promise(resolve => setImmediate(resolve));
      },
      othersWaiting: () => false,
    });
    const texts = textsWhereReadsTake(0, host, pausing);
    change = async () => {
      change = () => Promise.resolve();
      step = 0;
      await host.app.vault.modify(vault.file('n7.md'), 'other\n');
      await host.app.vault.create('new.md', 'text\n');
      await host.app.vault.rename(vault.file('n250.md'), 'moved.md');
      await host.app.vault.delete(vault.file('n260.md'));
      await host.app.vault.delete(vault.file('n0.md'));
    };
    await readAhead(texts);
    const expected = Object.keys(files).filter(path => !['n250.md', 'n260.md', 'n0.md'].includes(path));
    const known = texts
      .open()
      .all()
      .map(({ path }) => path);
    expect(known.sort()).toEqual([...expected, 'new.md', 'moved.md'].sort());
  });

  test('a search stops reading where many notes have to be fetched, and names those that it did not search', async () => {
    const texts = textsWhereReadsTake(500);
    const store = texts.open();
    const options = { slicer, signal, now: 0 };
    const { totalCount, unread = [] } = await new Search(store, Query.parse({ query: 'text' })).find({
      ...options,
      isEnough: texts.slowReadLimit(),
    });
    expect(totalCount).toBeGreaterThanOrEqual(16);
    expect(totalCount).toBeLessThan(64);
    expect(totalCount + unread.length).toBe(300);
  });

  test('a search reads first what changed last', async () => {
    const texts = textsWhereReadsTake(500);
    texts.open().expect('n7.md', { modified: 1 });
    const found = await new Search(texts.open(), Query.parse({ query: 'text' })).find({
      slicer,
      signal,
      now: 0,
      isEnough: texts.slowReadLimit(),
    });
    expect(found.notes.map(({ path }) => path)).toContain('n7.md');
  });

  test('a search reads all notes where reading is fast', async () => {
    const texts = textsWhereReadsTake(0);
    const found = await new Search(texts.open(), Query.parse({ query: 'text' })).find({
      slicer,
      signal,
      now: 0,
      isEnough: texts.slowReadLimit(),
    });
    expect([found.totalCount, found.unread]).toEqual([300, undefined]);
  });

  test('a question reads what was not read ahead', async () => {
    const texts = textsWhereReadsTake(500);
    await readAhead(texts);
    expect((await texts.read(vault.host.app.vault.getMarkdownFiles(), signal)).isComplete).toBe(true);
  });
});
