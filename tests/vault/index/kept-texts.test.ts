import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { EventRef } from 'obsidian';
import { type Host, openVault } from '../../../pkg/headless/host';
import { Query } from '../../../src/search/query/query';
import { Search } from '../../../src/search/search';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';
import { NoteTexts } from '../../../src/vault/index/note-texts';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { temporaryVault, type TemporaryVault } from '../../headless/temporary-vault';
import { eventually } from '../../support/time/waiting';

const longAgo = new Date('2024-01-01T00:00:00.123Z');
const files = { 'a.md': 'alpha and lantern\n', 'F/b.md': 'beta of a quay\n', 'c.canvas': '{}' };
const slicer = createTimeSlicer({
  now: () => 0,
  yieldToLoop: () => new Promise(resolve => setImmediate(resolve)),
  othersWaiting: () => false,
});

let vault: TemporaryVault;
let again: Host | undefined;

function textsOf(
  { app, services }: Host,
  version = '1.0.0',
  listeners: EventRef[] = [],
  maxBytes = Infinity,
): NoteTexts {
  return new NoteTexts({
    app,
    events: new VaultEvents(app, listener => void listeners.push(listener)),
    slicer,
    background: slicer,
    maxBytes: () => maxBytes,
    readiness: { wait: () => Promise.resolve() },
    keptFacts: () => services.keptFacts,
    version,
  });
}

/** Reads and prepares all notes. */
async function warmedUp(texts: NoteTexts): Promise<NoteTexts> {
  let isDone = false;
  texts.warmUp({ after: () => Promise.resolve(void (isDone = true)) });
  await eventually(() => isDone);
  return texts;
}

async function startAgain(version?: string): Promise<NoteTexts> {
  again = await openVault(vault.root, { stateFolder: vault.state, watch: false, quiet: true });
  await again.becomeReady();
  return textsOf(again, version);
}

async function foundBy(texts: NoteTexts, query: string): Promise<string[]> {
  const search = new Search(texts.open(), Query.parse({ query, exact: true }));
  return (await search.find({ slicer, now: 0 })).notes.map(({ path }) => path);
}

/** Other bytes of the same length in the same file, which its time, size and inode do not show. */
function changeUnseen(path: string, text: string): void {
  const { size } = statSync(vault.at(path));
  writeFileSync(vault.at(path), text.padEnd(size).slice(0, size));
  utimesSync(vault.at(path), longAgo, longAgo);
}

function records(): string {
  return join(vault.state, 'texts.records');
}

beforeEach(async () => {
  vault = await temporaryVault(files);
  for (const path of Object.keys(files)) utimesSync(vault.at(path), longAgo, longAgo);
  await vault.host.settled();
  await vault.host.becomeReady();
});
afterEach(async () => {
  await again?.close();
  again = undefined;
  await vault.close();
});

/** How many notes the next run knows before it reads one. */
async function knownNext(version?: string): Promise<number> {
  const texts = await startAgain(version);
  await foundBy(texts, 'alpha');
  return texts.open().restored;
}

describe('after a run that prepared all texts', () => {
  beforeEach(async () => {
    await warmedUp(textsOf(vault.host));
    await vault.host.close();
  });

  test('a first search reads only what may match', async () => {
    // It would be found if the note were read.
    changeUnseen('F/b.md', 'alpha');
    const texts = await startAgain();
    expect(await foundBy(texts, 'alpha')).toEqual(['a.md']);
    expect([...texts.open().missing]).toEqual(['F/b.md', 'c.canvas']);
  });

  test.each([
    ['of another size', () => writeFileSync(vault.at('F/b.md'), 'alpha, and more than before')],
    [
      'of the same size and another time',
      () => {
        changeUnseen('F/b.md', 'alpha');
        utimesSync(vault.at('F/b.md'), longAgo, new Date(longAgo.getTime() + 1));
      },
    ],
    [
      'of the same size and time in another file',
      () => {
        writeFileSync(vault.at('F/new'), 'alpha'.padEnd(files['F/b.md'].length));
        renameSync(vault.at('F/new'), vault.at('F/b.md'));
        utimesSync(vault.at('F/b.md'), longAgo, longAgo);
      },
    ],
  ])('a note with contents %s is read', async (_what, change) => {
    change();
    utimesSync(vault.at('F/b.md'), longAgo, statSync(vault.at('F/b.md')).mtime);
    expect((await foundBy(await startAgain(), 'alpha')).sort()).toEqual(['F/b.md', 'a.md']);
  });

  test('word counts are known without reading', async () => {
    const texts = await startAgain();
    const notes = again?.app.vault.getMarkdownFiles() ?? [];
    const store = await texts.readUnknown(notes, new AbortController().signal);
    expect(notes.map(({ path }) => [path, store.get(path)?.wordCount]).sort()).toEqual([
      ['F/b.md', 4],
      ['a.md', 3],
    ]);
    expect(store.missing.size).toBe(3);
  });

  test('new and renamed notes are read, and deleted ones are gone', async () => {
    renameSync(vault.at('a.md'), vault.at('moved.md'));
    rmSync(vault.at('F/b.md'));
    writeFileSync(vault.at('new.md'), 'alpha');
    const texts = await startAgain();
    expect((await foundBy(texts, 'alpha')).sort()).toEqual(['moved.md', 'new.md']);
    expect(await foundBy(texts, 'beta')).toEqual([]);
  });

  test('a note that changes while the host runs is read again', async () => {
    const texts = await startAgain();
    expect(await foundBy(texts, 'gamma')).toEqual([]);
    await again?.app.vault.adapter.write('F/b.md', 'gamma');
    expect(await foundBy(texts, 'gamma')).toEqual(['F/b.md']);
  });

  test('reading in the background reads all of them', async () => {
    const texts = await warmedUp(await startAgain());
    expect(texts.open().isComplete).toBe(true);
    expect(texts.open().get('a.md')?.text?.original).toBe(files['a.md']);
  });

  test('nothing is written again if nothing changed', async () => {
    const { ino } = statSync(records());
    await warmedUp(await startAgain());
    await again?.close();
    expect(statSync(records()).ino).toBe(ino);
    const texts = await warmedUp(await startAgain());
    await again?.app.vault.adapter.write('new.md', 'delta');
    await foundBy(texts, 'delta');
    await again?.close();
    expect(statSync(records()).ino).not.toBe(ino);
  });

  test('what is known of a deleted note is kept no longer', async () => {
    expect(readFileSync(records(), 'latin1')).toContain('F/b.md');
    rmSync(vault.at('F/b.md'));
    await warmedUp(await startAgain());
    await again?.close();
    expect(readFileSync(records(), 'latin1')).not.toContain('F/b.md');
    expect(await knownNext()).toBe(2);
  });

  test('what is known of the last notes is kept no longer when they are deleted', async () => {
    for (const path of Object.keys(files)) rmSync(vault.at(path));
    await warmedUp(await startAgain());
    await again?.close();
    expect(readFileSync(records(), 'latin1')).not.toContain('a.md');
  });

  test('what is kept is outside the vault, and only the user can read it', () => {
    expect(statSync(records()).mode & 0o777).toBe(0o600);
    expect(readFileSync(records(), 'latin1')).not.toContain('lantern');
    expect(existsSync(vault.at('texts.records'))).toBe(false);
  });

  test('another version of the plugin does not use it', async () => {
    expect(await knownNext('1.0.1')).toBe(0);
  });

  test('a run with the same version uses it', async () => {
    expect(await knownNext()).toBe(3);
  });

  test.each([
    ['a changed byte', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([7])])],
    ['no end', (bytes: Buffer) => bytes.subarray(0, -9)],
    ['nothing in it', () => Buffer.alloc(0)],
  ])('a file with %s is not used, and the search is right', async (_what, damage) => {
    writeFileSync(records(), damage(readFileSync(records())));
    const texts = await startAgain();
    expect(await foundBy(texts, 'beta')).toEqual(['F/b.md']);
    expect(texts.open().restored).toBe(0);
  });

  test('the file of another vault is not used', async () => {
    const other = await temporaryVault(files);
    try {
      for (const path of Object.keys(files)) utimesSync(other.at(path), longAgo, longAgo);
      await other.host.settled();
      await other.host.becomeReady();
      writeFileSync(join(other.state, 'texts.records'), readFileSync(records()));
      const texts = textsOf(other.host);
      await foundBy(texts, 'alpha');
      expect(texts.open().restored).toBe(0);
    } finally {
      await other.close();
    }
  });
});

test('a note that is written after the plugin was unloaded is found in the next run', async () => {
  const listeners: EventRef[] = [];
  await warmedUp(textsOf(vault.host, undefined, listeners));
  for (const listener of listeners) vault.host.app.vault.offref(listener);
  await vault.host.app.vault.adapter.write('F/b.md', 'gamma');
  await vault.host.close();
  expect((await foundBy(await startAgain(), 'alpha OR gamma')).sort()).toEqual(['F/b.md', 'a.md']);
});

test('a note that was read right after a change is read again in the next run', async () => {
  await vault.host.app.vault.adapter.write('a.md', 'alpha again');
  await warmedUp(textsOf(vault.host));
  await vault.host.close();
  expect(await knownNext()).toBe(2);
});

test('a note that was read right after a change is read again in the next run, also if its text was read once more', async () => {
  await vault.host.app.vault.adapter.write('a.md', 'alpha again');
  const texts = await warmedUp(textsOf(vault.host, undefined, [], 0));
  const later = Date.now() + 5000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
  const note = texts.open().get('a.md');
  const read = note && (await texts.open().shownTextOf(note, slicer.slice()));
  expect(read?.original).toBe('alpha again');
  clock.mockRestore();
  // So that all is kept once more.
  await vault.host.app.vault.delete(vault.file('F/b.md'));
  await vault.host.close();
  expect(await knownNext()).toBe(1);
});

test('a note that was read right after a change is read again in the next run under its new name', async () => {
  await vault.host.app.vault.adapter.write('a.md', 'alpha again');
  await warmedUp(textsOf(vault.host));
  await vault.host.app.vault.rename(vault.file('a.md'), 'moved.md');
  await vault.host.close();
  expect(await knownNext()).toBe(2);
});

test('a note is known in the next run under the name of a deleted one that had just changed', async () => {
  await vault.host.app.vault.adapter.write('a.md', 'alpha again');
  await warmedUp(textsOf(vault.host));
  await vault.host.app.vault.delete(vault.file('a.md'));
  await vault.host.app.vault.rename(vault.file('F/b.md'), 'a.md');
  await vault.host.close();
  expect(await knownNext()).toBe(2);
});

test('a run that ends before its texts are prepared keeps nothing', async () => {
  await foundBy(textsOf(vault.host), 'alpha');
  await vault.host.close();
  expect(readdirSync(vault.state)).not.toContain('texts.records');
});
