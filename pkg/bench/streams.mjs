// Builds pkg/bench/streams.ts and runs it with an exposed garbage collector.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '../../scripts/bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const outfile = join(root, 'dist', 'test-build', 'streams.cjs');
await bundleProgram(join(root, 'pkg', 'bench', 'streams.ts'), outfile);
const { status } = spawnSync(process.execPath, ['--expose-gc', outfile], { stdio: 'inherit' });
process.exitCode = status ?? 1;
