/** A folder that another program swaps for a link out of the vault, again and again, while it is written to. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { FileSystemAdapter } from '../../../pkg/headless/obsidian/disk/adapter';
import { TemporaryNames } from '../../../pkg/headless/obsidian/disk/temporary-names';
import { VaultFolder } from '../../support/files/vault-folder';

const rounds = Number(process.env['LECTERN_SWAP_ROUNDS'] ?? 300);

const swapping = `
const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
const { place, outside, flag } = workerData;
const ended = new Int32Array(flag);
while (Atomics.load(ended, 0) === 0) {
  try {
    renameSync(place, place + '-aside');
    symlinkSync(outside, place);
    unlinkSync(place);
    renameSync(place + '-aside', place);
  } catch {
    // The host made or filled a folder of this name meanwhile: the next turn begins anew.
    try { renameSync(place, place + '-gone' + Math.random()); } catch {}
    try { renameSync(place + '-aside', place); } catch {}
  }
}
`;

test('nothing is ever made, moved or removed outside', async () => {
  const folder = new VaultFolder({ 'F/there.md': 'x', 'G/a.md': 'a' });
  const outside = join(folder.parent, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'canary.md'), 'canary');
  const adapter = new FileSystemAdapter(folder.path, new TemporaryNames(Buffer.alloc(32)));
  const flag = new SharedArrayBuffer(4);
  const place = join(folder.path, 'F');
  const worker = new Worker(swapping, { eval: true, workerData: { place, outside, flag } });
  const seen = new Set<string>();
  const attempt = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
  try {
    for (let round = 0; round < rounds; round += 1) {
      await attempt(adapter.createNew(`F/n${round}.md`, Buffer.from('new')));
      await attempt(adapter.mkdir(`F/d${round}/e`));
      await attempt(adapter.copy('G/a.md', `F/c${round}.md`));
      await attempt(adapter.rename('G/a.md', 'F/a.md'));
      await attempt(adapter.rename('F/a.md', 'G/a.md'));
      await attempt(adapter.remove('F/canary.md'));
      for (const name of readdirSync(outside)) seen.add(name);
      if (round % 50 === 0) await new Promise(resolve => setImmediate(resolve));
    }
  } finally {
    Atomics.store(new Int32Array(flag), 0, 1);
    await new Promise(resolve => worker.once('exit', resolve));
  }
  expect([...seen]).toEqual(['canary.md']);
  folder.remove();
}, 60_000);
