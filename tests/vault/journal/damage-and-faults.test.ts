/** What the journal keeps where its own files are damaged, or the disk fails to read or write them. */
import { appendFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from '../../../src/vault/journal/journal';
import { Recovery, Reversal } from '../../../src/vault/writing/undo/reversal';
import { VaultOperations } from '../../../src/vault/writing/pipeline/vault-operations';
import { failCalls, failDisk } from '../../support/disk-faults';
import { OpenVault } from '../../support/open-vault';
import { bytes, caller, complete, edit, JournaledVault, journalFolder, keptTexts } from './support';

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

test.each([
  ['gone', (file: string) => rmSync(file)],
  ['cut off', (file: string) => truncateSync(file, 1)],
])('a content is stored again where the file that has it is %s', async (_what, damage) => {
  const journal = await own.journal();
  await complete(journal, edit('a.md', 'one', 'two'));
  const [blob = ''] = own.blobs();
  damage(join(own.folder, 'blobs', blob));
  await complete(journal, edit('a.md', 'two', 'three'));
  expect(await keptTexts(await own.journal(), 'one', 'two', 'three')).toEqual(['two', 'three']);
});

/** A change for whose followed links the disk had no space. @returns its id */
async function unrecorded(journal: Journal): Promise<string> {
  const id = await journal.begin(edit('a.md', 'one', 'two'));
  fail('openSync', { code: 'ENOSPC', ending: '.tmp' });
  await journal.done(id, edit('b.md', 'three', 'four').files);
  repair();
  return id;
}

test('a change whose followed links cannot be recorded stays open', async () => {
  const journal = await own.journal();
  const id = await unrecorded(journal);
  expect([journal.get(id), journal.pending().map(change => change.id)]).toEqual([undefined, [id]]);
  expect((await own.journal()).pending().map(change => change.id)).toEqual([id]);
});

describe('an end that the journal could not take', () => {
  test('is written before the next change begins, with the links that followed', async () => {
    const journal = await own.journal();
    const id = await unrecorded(journal);
    await journal.begin(edit('c.md', 'five', 'six'));
    for (const one of [journal, await own.journal()]) {
      expect(one.get(id)?.files.map(({ path }) => path)).toEqual(['a.md', 'b.md']);
      expect(await keptTexts(one, 'three', 'four')).toEqual(['three', 'four']);
    }
  });

  test('lets no other change begin until it can be written', async () => {
    const journal = await own.journal();
    const id = await journal.begin(edit('a.md', 'one', 'two'));
    fail('openSync', { code: 'ENOSPC', ending: '.jsonl' });
    await journal.done(id);
    await expect(journal.begin(edit('b.md', 'x', 'y'))).rejects.toMatchObject({ code: 'storage_error' });
    expect([journal.get(id)?.id, (await own.journal()).get(id)]).toEqual([id, undefined]);
    repair();
    await journal.rolledBack(await journal.begin(edit('b.md', 'x', 'y')));
    const next = await own.journal();
    expect([next.get(id)?.id, next.newestFirst().length, next.pending()]).toEqual([id, 1, []]);
  });

  test('is written when the process ends, though nothing else was changed', async () => {
    const vault = new OpenVault({ files: { 'a.md': 'A' } });
    await vault.open();
    try {
      const disk = failDisk(vault.lectern, { code: 'ENOSPC', fails: nth => nth > 1, operations: ['append'] });
      const args = { path: 'a.md', mode: 'append', content: 'more' };
      const { structured } = await vault.call('update_note', args);
      disk.repair();
      const { host, folder } = vault.lectern;
      await host.close();
      const journal = join(folder.path, journalFolder);
      const texts = readdirSync(journal).map(name =>
        name.endsWith('.jsonl') ? readFileSync(join(journal, name), 'utf8') : '',
      );
      expect(texts.join('')).toContain(`{"type":"done","id":${JSON.stringify(structured['changeId'])},`);
    } finally {
      await vault.close();
    }
  });

  test('counts once though it was written and its failure reported', async () => {
    const { adapter } = own.vault.host.app.vault;
    const journal = await own.journal();
    const id = await journal.begin(edit('a.md', 'one', 'two'));
    const append = adapter.append.bind(adapter);
    adapter.append = async (...args) => {
      await append(...args);
      throw Object.assign(new Error('The disk failed.'), { code: 'EIO' });
    };
    await journal.done(id, edit('b.md', 'three', 'four').files);
    Reflect.deleteProperty(adapter, 'append');
    await journal.begin(edit('c.md', 'five', 'six'));
    for (const one of [journal, await own.journal()])
      expect(one.get(id)?.files.map(({ path }) => path)).toEqual(['a.md', 'b.md']);
  });
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
    await new Recovery(journal, new Reversal(app, new VaultOperations(app))).run(() => true);
    return journal;
  }

  const textOf = (path: string): string => readFileSync(own.vault.at(path), 'utf8');

  test.each([false, true])(
    'was answered as failed, and is taken back even if it happened; cleared: %s',
    async isCleared => {
      const journal = await own.journal();
      const id = await journal.begin({ caller, tool: 'edit_notes', files });
      for (const name of ['a', 'b']) writeFileSync(own.vault.at(`${name}.md`), `${name}${name}`);
      await journal.failed(id);
      if (isCleared) await journal.clear();
      await own.vault.host.settled();
      const next = await start();
      expect([textOf('a.md'), textOf('b.md'), next.pending(), next.newestFirst()]).toEqual([
        'A',
        'B',
        [],
        [],
      ]);
    },
  );

  test('leaves what it had written where another program has removed a note before that', async () => {
    const journal = await own.journal();
    const id = await journal.begin({
      ...{ caller, tool: 'undo_change' },
      files: ['c', 'd'].map(name => ({ kind: 'create' as const, path: `${name}.md`, after: bytes(name) })),
    });
    writeFileSync(own.vault.at('d.md'), 'd');
    await own.vault.host.settled();
    expect([(await start()).get(id)?.files.length, textOf('d.md')]).toEqual([2, 'd']);
  });

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
