import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonStore } from '../../pkg/headless/obsidian/vault/json-store';
import { writingProcess } from './other-process';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-store-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux(
  'what two processes keep at the same time is kept of both, and a killed one stops no other',
  async () => {
    const path = join(folder, 'local-storage.json');
    const store = new JsonStore(path, '', () => undefined);
    store.update(() => ({ before: 1 }));
    const child = await writingProcess(path, 'stored.theirs = 2');
    children.push(child);
    const ended = once(child, 'exit');
    store.update(stored => ({ ...stored, ours: 3 }));
    await ended;
    expect(store.read()).toEqual({ before: 1, theirs: 2, ours: 3 });
    expect(readdirSync(folder)).toEqual(['local-storage.json']);

    writeFileSync(`${path}.lock`, '999999999 1');
    store.update(stored => ({ ...stored, ours: 4 }));
    expect(store.read()).toMatchObject({ ours: 4 });
    expect(readdirSync(folder)).toEqual(['local-storage.json']);
  },
);

test('a lock that nobody releases holds one change up for a second, and no further one', () => {
  const path = join(folder, 'local-storage.json');
  const store = new JsonStore(path, '', () => undefined);
  mkdirSync(`${path}.lock`);
  mkdirSync(`${path}.lock.claim`);
  store.update(() => ({ first: 1 }));
  const start = performance.now();
  store.update(stored => ({ ...stored, second: 2 }));
  expect(performance.now() - start).toBeLessThan(500);
  expect(store.read()).toEqual({ first: 1, second: 2 });
  expect(readdirSync(folder)).toEqual(['local-storage.json']);
});
