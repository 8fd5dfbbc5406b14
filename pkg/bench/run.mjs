// `npm run bench -- [options]`: translates the benchmark and runs it. See README.md beside this file.
import { build } from 'esbuild';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, '..', '..', 'node_modules', '.cache', 'lectern-bench');

await build({
  entryPoints: ['benchmark', 'floor-server', 'loop-delay'].map(name => join(here, `${name}.ts`)),
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
await import(pathToFileURL(join(outdir, 'benchmark.mjs')).href);
