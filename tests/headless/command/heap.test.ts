import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transpileModule, ModuleKind, ScriptTarget } from 'typescript';

/**
 * Prints the bytes of the space for new objects after many objects, and after as many behind the start of a thread.
 * Without incremental marking, whose end while the thread starts would be a collection after which the limit is set.
 */
const driver = `
  import { once } from 'node:events';
  import { setImmediate as turn } from 'node:timers/promises';
  import { getHeapSpaceStatistics } from 'node:v8';
  import { Worker } from 'node:worker_threads';
  import { keepYoungSpace } from './heap.mjs';
  const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
  const kept = [];
  const keep = count => { for (let at = 0; at < count; at += 1) kept.push([at]); };
  keepYoungSpace();
  for (let turns = 0; turns < 200; turns += 1) { keep(5_000); await turn(); }
  const before = size();
  const thread = new Worker('setInterval(() => undefined, 1000)', { eval: true });
  await once(thread, 'online');
  keep(1_000_000);
  process.stdout.write(JSON.stringify([before, size()]));
  process.exit();`;

test('a thread that starts does not let the space for new objects grow beyond its limit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-heap-'));
  try {
    const source = readFileSync(
      join(__dirname, '..', '..', '..', 'pkg', 'headless', 'command', 'heap.ts'),
      'utf8',
    );
    const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 };
    writeFileSync(join(folder, 'heap.mjs'), transpileModule(source, { compilerOptions }).outputText);
    writeFileSync(join(folder, 'driver.mjs'), driver);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--no-incremental-marking', join(folder, 'driver.mjs')],
      {
        encoding: 'utf8',
      },
    );
    expect(stderr).toBe('');
    const sizes: unknown = JSON.parse(stdout);
    expect(sizes).toEqual([16 * 2 ** 20, 16 * 2 ** 20]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
