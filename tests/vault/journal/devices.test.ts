import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deviceId } from '../../../src/vault/app/app-config';
import { complete, edit, JournaledVault, keptTexts } from './support';

const day = 24 * 3_600_000;
const limits = { age: 30 * day, bytes: 100 * 1024 * 1024 };

let own: JournaledVault;
beforeEach(async () => {
  own = await JournaledVault.open();
});
afterEach(() => own.vault.close());

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
