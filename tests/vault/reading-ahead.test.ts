import { NoteTexts } from '../../src/vault/note-texts';
import { createTimeSlicer } from '../../src/utils/time-slicer';
import { eventually } from '../support/waiting';
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
    listen: () => undefined,
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
  const { internals, app } = vault.host;
  expect(internals.vault.getFiles().filter(file => internals.vault.keepsText(file))).toEqual([]);
  const [one] = app.vault.getFiles();
  if (one !== undefined) await app.vault.cachedRead(one);
  expect(internals.vault.getFiles().filter(file => internals.vault.keepsText(file))).toHaveLength(1);
});

test('reading ahead ends where every note has to be fetched from a cloud first', async () => {
  const texts = textsWhereReadsTake(500);
  const read = await readAhead(texts);
  expect(read).toBeGreaterThanOrEqual(64);
  expect(read).toBeLessThan(128);
});

test('a question reads what was not read ahead', async () => {
  const texts = textsWhereReadsTake(500);
  await readAhead(texts);
  expect((await texts.read(vault.host.app.vault.getMarkdownFiles(), signal)).isComplete).toBe(true);
});
