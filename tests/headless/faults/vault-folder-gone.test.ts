/** A vault whose folder is not there for a while, as when its drive is unmounted, or when it is replaced by a backup. */
import { once } from 'node:events';
import fs, { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorOf, refusals } from '../../../src/server/http/refusals';
import { codeOf, type TestClient } from '../../support/clients';
import { field } from '../../support/json';
import type { Files } from '../../support/files/vault-folder';
import { manifest, RunningLectern } from '../../support/lectern';
import { eventually } from '../../support/time/waiting';

let lectern: RunningLectern;
let client: TestClient;
let away: string;

const dataFile = `.obsidian/plugins/${manifest.id}/data.json`;
const usual = { '.obsidian/app.json': '{}', 'a.md': 'A', 'F/b.md': 'B' };
const open = async (files: Files = usual): Promise<void> => {
  lectern = await RunningLectern.start({ files, host: { watch: true } });
  client = await lectern.connect();
  away = join(lectern.folder.parent, 'away');
};
afterEach(() => lectern.close());

const takeAway = (): void => renameSync(lectern.folder.path, away);
const bringBack = (): void => {
  rmSync(lectern.folder.path, { recursive: true });
  renameSync(away, lectern.folder.path);
};
const create = async (path: string): Promise<string> =>
  String(codeOf(await client.call('create_note', { path, content: 'text' })));
const exists = async (path: string): Promise<boolean> => {
  const answer = await client.call('stat', { paths: [path] });
  return field(answer.structured, 'items', '0', 'exists') === true;
};

test.each([
  ['that has a journal', () => create('first.md')],
  ['that was never written to', () => Promise.resolve()],
])('no note is made in the empty folder that is left of a vault %s', async (_what, before) => {
  await open();
  await before();
  takeAway();
  mkdirSync(lectern.folder.path);
  const failures: unknown[] = [];
  for (const path of ['b.md', 'c.md', 'd.md'])
    failures.push((await client.call('create_note', { path, content: 'text' })).structured['error']);
  expect(failures).toEqual(Array(3).fill(failures.at(-1)));
  expect(failures.at(-1)).toMatchObject({ code: 'storage_error' });
  expect(readdirSync(lectern.folder.path)).toEqual([]);
  bringBack();
  expect(await create('b.md')).toBe('ok');
  expect(readdirSync(lectern.folder.path)).toContain('b.md');
});

test('a vault without a configuration folder gets one with its first note', async () => {
  await open({ 'a.md': 'A' });
  expect(await create('b.md')).toBe('ok');
});

test('the folder that replaces the vault’s is followed, also one that comes later', async () => {
  await open();
  await lectern.host.settled();
  takeAway();
  // Longer than the interval in which its return is looked for.
  await new Promise(resolve => setTimeout(resolve, 1200));
  cpSync(away, lectern.folder.path, { recursive: true });
  rmSync(join(lectern.folder.path, 'a.md'));
  await eventually(async () => !(await exists('a.md')));
  writeFileSync(join(lectern.folder.path, 'F/by-hand.md'), 'text');
  await eventually(() => exists('F/by-hand.md'));
  bringBack();
  await eventually(async () => (await exists('a.md')) && !(await exists('F/by-hand.md')));
  writeFileSync(join(lectern.folder.path, 'F/by-hand.md'), 'text');
  await eventually(() => exists('F/by-hand.md'));
});

test('a vault that comes back as the same folders is watched anew, since watches go with a drive', async () => {
  const { watch } = fs;
  const ends: Promise<unknown>[] = [];
  const watching = jest.spyOn(fs, 'watch').mockImplementation((...given: Parameters<typeof watch>) => {
    const watcher = watch(...given);
    ends.push(once(watcher, 'close'));
    return watcher;
  });
  await open();
  await lectern.host.settled();
  watching.mockRestore();
  takeAway();
  // Of the vault's folders, all at once.
  await Promise.race(ends);
  renameSync(away, lectern.folder.path);
  writeFileSync(join(lectern.folder.path, 'F/by-hand.md'), 'text');
  await eventually(() => exists('F/by-hand.md'));
});

describe('settings of a vault that are away', () => {
  const ask = async (): Promise<string> =>
    (await fetch(lectern.url, { method: 'POST', headers: { authorization: 'Bearer wrong' } })).text();
  const startWithSettings = async (): Promise<string> => {
    lectern = await RunningLectern.start({
      files: { ...usual, [dataFile]: '{}' },
      tokens: [],
      host: { watch: true },
    });
    away = join(lectern.folder.parent, 'away');
    return ask();
  };

  test('make no token wrong', async () => {
    const wrong = await startWithSettings();
    rmSync(join(lectern.folder.path, dataFile));
    await eventually(async () => (await ask()) !== wrong);
    expect(await ask()).toBe(JSON.stringify({ jsonrpc: '2.0', error: errorOf(refusals.noTokens), id: null }));
  });

  test.each([
    ['moved', takeAway],
    [
      'deleted',
      () => {
        cpSync(lectern.folder.path, away, { recursive: true });
        rmSync(lectern.folder.path, { recursive: true });
      },
    ],
  ])('are followed again once a vault that was %s is back', async (_what, remove) => {
    const wrong = await startWithSettings();
    await lectern.host.settled();
    remove();
    await eventually(async () => (await ask()) !== wrong);
    cpSync(away, lectern.folder.path, { recursive: true });
    await eventually(async () => (await ask()) === wrong);
    rmSync(join(lectern.folder.path, dataFile));
    await eventually(async () => (await ask()) !== wrong);
  });
});
