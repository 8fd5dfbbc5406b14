import { VaultEvents } from '../../src/vault/index/vault-events';
import { Search } from '../../src/search/search';
import { NoteTexts } from '../../src/vault/index/note-texts';
import { createTimeSlicer } from '../../src/utils/slicing/time-slicer';
import { eventually } from '../support/time/waiting';
import { type TemporaryVault, temporaryVault } from '../headless/temporary-vault';

const files = Object.fromEntries(Array.from({ length: 300 }, (_none, index) => [`n${index}.md`, 'text\n']));
const slicer = createTimeSlicer({
  now: () => 0,
  yieldToLoop: () => new Promise(resolve => setImmediate(resolve)),
  othersWaiting: () => false,
});
const { signal } = new AbortController();

let vault: TemporaryVault;
beforeEach(async () => {
  vault = await temporaryVault(files);
});
afterEach(() => vault.close());

/** @param step how much later each look at the clock is, milliseconds */
function textsWhereReadsTake(step: number): NoteTexts {
  let time = 0;
  return new NoteTexts({
    app: vault.host.app,
    events: new VaultEvents(vault.host.app, () => undefined),
    slicer,
    background: slicer,
    maxBytes: () => Infinity,
    readiness: { wait: () => Promise.resolve() },
    now: () => (time += step),
  });
}

async function readAhead(texts: NoteTexts): Promise<number> {
  let isDone = false;
  texts.warmUp({ after: () => Promise.resolve(void (isDone = true)) });
  await eventually(() => isDone);
  return [...texts.open().notes()].filter(note => note.isComplete).length;
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

test('a search stops reading where many notes have to be fetched, and names those that it did not search', async () => {
  const texts = textsWhereReadsTake(500);
  const store = texts.open();
  const options = { slicer, signal, now: 0 };
  const { totalCount, unread = [] } = await new Search(store, { query: 'text' }).find({
    ...options,
    isEnough: texts.slowReadLimit(),
  });
  expect(totalCount).toBeGreaterThanOrEqual(16);
  expect(totalCount).toBeLessThan(64);
  expect(totalCount + unread.length).toBe(300);
});

test('texts that no call needs for an hour are let go, and a search reads them again', async () => {
  const timers: { wait: number; run: () => void; isCancelled: boolean }[] = [];
  const texts = new NoteTexts({
    app: vault.host.app,
    events: new VaultEvents(vault.host.app, () => undefined),
    ...{ slicer, background: slicer, maxBytes: () => Infinity },
    readiness: { wait: () => Promise.resolve() },
    after: (wait, run) => {
      const timer = { wait, run, isCancelled: false };
      timers.push(timer);
      return { cancel: () => void (timer.isCancelled = true) };
    },
  });
  const store = texts.open();
  const found = async (): Promise<number> => {
    const options = { slicer, signal, now: 0 };
    return (await new Search(texts.open(), { query: 'text' }).find(options)).totalCount;
  };
  expect(await found()).toBe(300);
  expect(store.bytes).toBeGreaterThan(0);
  // Each use begins the hour anew.
  expect(timers.filter(({ isCancelled }) => !isCancelled).map(({ wait }) => wait)).toEqual([3_600_000]);
  timers.at(-1)?.run();
  await eventually(() => store.bytes === 0);
  expect(await found()).toBe(300);
  const note = store.get('n7.md');
  const text = note && (await store.textOf(note, slicer.slice()));
  expect([text?.original, note?.text === text, store.bytes > 0]).toEqual(['text\n', true, true]);
  texts.end();
  expect(timers.every(({ isCancelled }) => isCancelled)).toBe(true);
});

test('a search reads first what changed last', async () => {
  const texts = textsWhereReadsTake(500);
  texts.open().expect('n7.md', { modified: 1 });
  const found = await new Search(texts.open(), { query: 'text' }).find({
    slicer,
    signal,
    now: 0,
    isEnough: texts.slowReadLimit(),
  });
  expect(found.notes.map(({ path }) => path)).toContain('n7.md');
});

test('a search reads all notes where reading is fast', async () => {
  const texts = textsWhereReadsTake(0);
  const found = await new Search(texts.open(), { query: 'text' }).find({
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
