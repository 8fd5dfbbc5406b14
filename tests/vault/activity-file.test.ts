import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Host, openVault } from '../../pkg/headless/host';
import { ActivityFile, type CallRecord } from '../../src/vault/activity/call-record';
import { VaultFolder } from '../support/files/vault-folder';

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
