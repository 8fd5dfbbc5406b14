import { appendFileSync, readdirSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytes, complete, edit, JournaledVault, keptTexts, noise } from './support';
import { deviceId } from '../../../src/vault/app/app-config';

const day = 24 * 3_600_000;

let own: JournaledVault;
beforeEach(async () => {
  own = await JournaledVault.open();
});
afterEach(() => own.vault.close());

describe('what one device keeps', () => {
  test('drops what is too old, with its contents', async () => {
    const journal = await own.journal();
    const old = await complete(journal, edit('a.md', 'one', 'two'));
    own.time += 20 * day;
    const kept = await complete(journal, edit('a.md', 'two', 'three'));
    own.time += 11 * day;
    await journal.retain();
    expect([journal.get(old), journal.get(kept)?.id]).toEqual([undefined, kept]);
    expect(await keptTexts(journal, 'one', 'two', 'three')).toEqual(['two', 'three']);
    expect(own.blobs()).toHaveLength(1);
    expect(own.segments()).toHaveLength(1);
    expect((await own.journal()).newestFirst()).toHaveLength(1);
  });

  test('keeps the size, oldest out first', async () => {
    const limits = { age: 30 * day, bytes: 20_000, files: 1000 };
    const journal = await own.journal(limits);
    const ids: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      own.time += 2 * day;
      ids.push(await complete(journal, edit('a.md', `${round}`, noise(round, 3000))));
    }
    const kept = journal.newestFirst().map(({ id }) => id);
    expect(kept.length).toBeGreaterThan(2);
    expect(kept.length).toBeLessThan(15);
    expect(kept).toEqual(ids.slice(-kept.length).reverse());
  });

  test('removes contents that no change uses, such as a crash leaves', async () => {
    const journal = await own.journal();
    await complete(journal, edit('a.md', 'one', 'two'));
    writeFileSync(join(own.folder, 'blobs', 'f'.repeat(64)), 'x');
    appendFileSync(join(own.folder, 'blobs', '.lectern-1-a-b.tmp'), 'x');
    await journal.retain();
    expect(own.blobs()).toHaveLength(1);
  });

  test('removes the contents of what was rolled back, and keeps them anew when they come again', async () => {
    const journal = await own.journal();
    await journal.rolledBack(await journal.begin(edit('a.md', 'one', 'two')));
    await journal.retain();
    expect(own.blobs()).toEqual([]);
    await complete(journal, edit('a.md', 'one', 'two'));
    expect(await keptTexts(await own.journal(), 'one', 'two')).toEqual(['one', 'two']);
  });

  test('never drops a change whose end is unknown', async () => {
    const journal = await own.journal();
    const id = await journal.begin(edit('a.md', 'one', 'two'));
    own.time += 40 * day;
    await journal.retain();
    await journal.clear();
    expect((await own.journal()).pending().map(change => change.id)).toEqual([id]);
  });

  test('drops what is too old without a later write', async () => {
    const journal = await own.journal();
    await complete(journal, edit('a.md', 'one', 'two'));
    own.time += 31 * day;
    await journal.retain();
    expect([own.segments(), own.blobs()]).toEqual([[], []]);
  });

  test('follows limits that change while it is in use', async () => {
    let age = 30 * day;
    const journal = await own.journal({
      bytes: 1e9,
      get age() {
        return age;
      },
    });
    await complete(journal, edit('a.md', 'one', 'two'));
    own.time += 2 * day;
    await journal.retain();
    expect(journal.newestFirst()).toHaveLength(1);
    age = day;
    await journal.retain();
    expect(journal.newestFirst()).toEqual([]);
  });

  test('emptied, keeps only what it needs of changes under way', async () => {
    const journal = await own.journal();
    await complete(journal, edit('a.md', 'gone', 'two'));
    const id = await journal.begin(edit('a.md', 'two', 'three'));
    writeFileSync(join(own.folder, 'damaged-changes-1.jsonl'), 'secret');
    await journal.clear();
    await journal.done(id);
    expect(journal.newestFirst().map(change => change.id)).toEqual([id]);
    const again = await own.journal();
    expect(again.newestFirst().map(change => change.id)).toEqual([id]);
    const [file] = again.get(id)?.files ?? [];
    const before = file?.before === undefined ? undefined : await again.image(file.before);
    expect(before).toEqual(bytes('two'));
    expect(await keptTexts(again, 'gone', 'two', 'three')).toEqual(['two', 'three']);
    expect(own.blobs()).toHaveLength(1);
    expect(readdirSync(own.folder).filter(name => name.startsWith('damaged'))).toEqual([]);
  });

  test('is emptied on request', async () => {
    const journal = await own.journal();
    await complete(journal, edit('a.md', 'one', 'two'));
    await journal.clear();
    expect(journal.newestFirst()).toEqual([]);
    expect([own.segments(), own.blobs()]).toEqual([[], []]);
    await complete(journal, edit('a.md', 'one', 'two'));
    expect((await own.journal()).newestFirst()).toHaveLength(1);
  });
});

describe('several devices', () => {
  const limits = { age: 30 * day, bytes: 100 * 1024 * 1024 };

  const here = () => own.journal(limits, 'device01');
  const elsewhere = () => own.journal(limits, 'device02');

  describe('what another device records in the same folder', () => {
    test('is not settled here while that device is in the middle of it', async () => {
      const other = await elsewhere();
      const id = await other.begin(edit('a.md', 'one', 'two'));
      const journal = await here();
      expect([journal.pending(), journal.get(id)]).toEqual([[], undefined]);
      expect((await elsewhere()).pending()).toMatchObject([{ id }]);
    });

    test('is listed among the own changes, with its contents', async () => {
      const first = await complete(await here(), edit('a.md', 'one', 'two'));
      own.time += 1;
      const second = await complete(await elsewhere(), edit('a.md', 'two', 'three'));
      own.time += 1;
      const third = await complete(await here(), edit('a.md', 'three', 'four'));
      const journal = await here();
      expect(journal.newestFirst().map(({ id }) => id)).toEqual([third, second, first]);
      expect(await keptTexts(journal, 'one', 'three')).toEqual(['one', 'three']);
    });

    test('keeps its contents when this device sweeps those that nobody uses', async () => {
      const journal = await here();
      const other = await elsewhere();
      const id = await complete(other, edit('a.md', 'one', 'two'));
      await journal.retain();
      expect(await keptTexts(await elsewhere(), 'one', 'two')).toEqual(['one', 'two']);
      expect((await here()).get(id)).toBeDefined();
    });

    test('does not count for what this device may keep', async () => {
      await complete(await elsewhere(), edit('a.md', 'x'.repeat(5000), 'y'));
      const small = { age: 30 * day, bytes: 3000 };
      const journal = await own.journal(small, 'device01');
      const id = await complete(journal, edit('b.md', 'one', 'two'));
      await journal.retain();
      expect((await own.journal(small, 'device01')).get(id)).toBeDefined();
    });

    test('is left as it is where a sync program is in the middle of it', async () => {
      await complete(await elsewhere(), edit('a.md', 'one', 'two'));
      const [name = ''] = own.segments();
      const half = `${readFileSync(join(own.folder, name), 'utf8')}no line\n`;
      writeFileSync(join(own.folder, name), half);
      const journal = await here();
      expect([journal.newestFirst().length, own.problems]).toEqual([1, []]);
      expect([own.segments(), readFileSync(join(own.folder, name), 'utf8')]).toEqual([[name], half]);
    });

    test('is removed a week after its device should have removed it, and when the user empties the journal', async () => {
      await complete(await elsewhere(), edit('a.md', 'one', 'two'));
      own.time += 36 * day;
      await (await here()).retain();
      expect(own.segments()).toHaveLength(1);
      own.time += 2 * day;
      await (await here()).retain();
      expect([own.segments(), own.blobs()]).toEqual([[], []]);
      await complete(await elsewhere(), edit('a.md', 'one', 'two'));
      await (await here()).clear();
      expect([own.segments(), own.blobs()]).toEqual([[], []]);
    });
  });

  test('a device has one name, which it keeps', () => {
    const { app } = own.vault.host;
    const names = ['abc', 'def', 'ghi', 'xyz'];
    const random = (): string => names.shift() ?? '';
    expect([deviceId(app, random), deviceId(app, random), names]).toEqual(['abcdefgh', 'abcdefgh', ['xyz']]);
  });
});
