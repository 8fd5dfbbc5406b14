// Builds pkg/bench/streams.ts and runs it with a garbage collector that can be asked.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const outfile = join(root, 'dist', 'test-build', 'streams.cjs');
await build({
  entryPoints: [join(root, 'pkg', 'bench', 'streams.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, ['--expose-gc', outfile], { stdio: 'inherit' });
process.exitCode = status ?? 1;
