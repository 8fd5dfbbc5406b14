/** What the journal keeps where its own files are damaged, or the disk fails to read or write them. */
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from '../../../src/vault/journal/journal';
import { recover, Reversal } from '../../../src/vault/writing/undo/reversal';
import { VaultOperations } from '../../../src/vault/writing/pipeline/vault-operations';
import { failCalls } from '../../support/disk-faults';
import { bytes, caller, complete, edit, JournaledVault, keptTexts } from './support';

let own: JournaledVault;
const repairs: (() => unknown)[] = [];

beforeEach(async () => {
  own = await JournaledVault.open({ 'a.md': 'A', 'b.md': 'B' });
});
afterEach(async () => {
  repair();
  await own.vault.close();
});

const fail = (...fault: Parameters<typeof failCalls>): void => {
  repairs.push(failCalls(...fault).repair);
};
function repair(): void {
  for (const undo of repairs.splice(0).reverse()) undo();
}

describe('a start at which the journal cannot be read', () => {
  test.each([
    ['its lines fail', () => fail('openSync', { code: 'EIO', ending: '.jsonl' })],
    ['its lines may not be looked at', () => fail('lstatSync', { code: 'EACCES', ending: '.jsonl' })],
    ['its folder may not be listed', () => fail('opendirSync', { code: 'EACCES', ending: '/journal' })],
    ['its folder fails', () => fail('opendirSync', { code: 'EIO', ending: '/journal' })],
    [
      'it is damaged and cannot be written',
      () => {
        appendFileSync(join(own.folder, own.segments()[0] ?? ''), 'garbage\n');
        fail('renameSync', { code: 'ENOSPC', ending: '.jsonl' });
      },
    ],
    [
      'it is damaged and cannot be copied',
      () => {
        appendFileSync(join(own.folder, own.segments()[0] ?? ''), 'garbage\n');
        fail('linkSync', { code: 'EIO', ending: '.jsonl' });
        fail('renameSync', { code: 'EIO', ending: '.jsonl' });
      },
    ],
  ] as const)('removes no contents: %s', async (_what, damage) => {
    const id = await complete(await own.journal(), edit('a.md', 'one', 'two'));
    damage();
    await (await own.journal()).retain();
    const inBetween = await own.journal();
    await inBetween.retain();
    repair();
    const journal = await own.journal();
    await journal.retain();
    expect(journal.get(id)?.files).toHaveLength(1);
    expect(await keptTexts(journal, 'one', 'two')).toEqual(['one', 'two']);
  });

  test('removes none later in that run either', async () => {
    const id = await complete(await own.journal(), edit('a.md', 'one', 'two'));
    fail('opendirSync', { code: 'EACCES', ending: '/journal' });
    const blind = await own.journal();
    repair();
    own.time += 1000;
    await complete(blind, edit('b.md', 'three', 'four'));
    await blind.retain();
    const journal = await own.journal();
    expect(journal.get(id)?.files).toHaveLength(1);
    expect(await keptTexts(journal, 'one', 'two', 'three')).toEqual(['one', 'two', 'three']);
  });
});

test('a content that cannot be read now is not taken for one that is gone', async () => {
  const journal = await own.journal();
  const id = await complete(journal, edit('a.md', 'one', 'two'));
  const image = journal.get(id)?.files[0]?.before;
  if (image === undefined) throw new Error('There is no image.');
  const [blob = ''] = own.blobs();
  fail('openSync', { code: 'EIO', ending: blob });
  await expect((await own.journal()).image(image)).rejects.toMatchObject({ code: 'storage_error' });
  repair();
  rmSync(join(own.folder, 'blobs', blob));
  expect(await (await own.journal()).image(image)).toBeUndefined();
});

test('a change whose followed links cannot be recorded stays open until the next start', async () => {
  const journal = await own.journal();
  const id = await journal.begin(edit('a.md', 'one', 'two'));
  fail('openSync', { code: 'ENOSPC', ending: '.tmp' });
  await journal.done(id, edit('b.md', 'three', 'four').files);
  repair();
  expect([journal.get(id), journal.pending().map(change => change.id)]).toEqual([undefined, [id]]);
  expect((await own.journal()).pending().map(change => change.id)).toEqual([id]);
});

describe('a change that a crash left half done', () => {
  const files = ['a', 'b'].map(name => ({
    kind: 'edit' as const,
    path: `${name}.md`,
    before: bytes(name.toUpperCase()),
    after: bytes(`${name}${name}`),
  }));

  /** @param spoil of the file with the contents */
  async function crash(spoil: (blob: string) => void): Promise<string> {
    const id = await (await own.journal()).begin({ caller, tool: 'edit_notes', files });
    writeFileSync(own.vault.at('a.md'), 'aa');
    spoil(join(own.folder, 'blobs', own.blobs()[0] ?? ''));
    await own.vault.host.settled();
    return id;
  }

  async function start(): Promise<Journal> {
    const journal = await own.journal();
    const { app } = own.vault.host;
    await recover(journal, new Reversal(app, new VaultOperations(app)), () => true);
    return journal;
  }

  const textOf = (path: string): string => readFileSync(own.vault.at(path), 'utf8');

  test('stays open where its contents cannot be read, and is taken back once they can', async () => {
    const id = await crash(blob => fail('openSync', { code: 'EMFILE', ending: blob }));
    await expect(start()).rejects.toMatchObject({ code: 'storage_error' });
    expect((await own.journal()).pending().map(change => change.id)).toEqual([id]);
    repair();
    const journal = await start();
    expect([textOf('a.md'), textOf('b.md'), journal.pending()]).toEqual(['A', 'B', []]);
  });

  test('is taken back although the text after it is not kept whole', async () => {
    // Contents lie in the order of the files, the earlier text of each first.
    await crash(blob => truncateSync(blob, readFileSync(blob).length - 1));
    await start();
    expect([textOf('a.md'), textOf('b.md')]).toEqual(['A', 'B']);
  });

  test('stays listed where its earlier texts are gone', async () => {
    const id = await crash(blob => rmSync(blob));
    const journal = await start();
    expect([textOf('a.md'), textOf('b.md'), journal.pending()]).toEqual(['aa', 'B', []]);
    expect(journal.get(id)?.files.map(({ path }) => path)).toEqual(['a.md', 'b.md']);
  });
});
