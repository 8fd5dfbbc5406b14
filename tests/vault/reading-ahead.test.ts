import type { Host } from '../../pkg/headless/host';
import { VaultEvents } from '../../src/vault/index/vault-events';
import { Query } from '../../src/search/query/query';
import { Search } from '../../src/search/search';
import { NoteTexts } from '../../src/vault/index/note-texts';
import { createTimeSlicer } from '../../src/utils/slicing/time-slicer';
import { eventually } from '../support/time/waiting';
import { type TemporaryVault, temporaryVault } from '../headless/temporary-vault';
import { restingSlicer } from '../support/time/resting-slicer';

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
