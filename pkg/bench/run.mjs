// `npm run bench -- [options]`: bundles the benchmark and runs it. See README.md beside this file.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleModules } from '../../scripts/bundle.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, '..', '..', 'node_modules', '.cache', 'lectern-bench');

const programs = ['benchmark', 'plain-server', 'loop-delay'];
await bundleModules(Object.fromEntries(programs.map(name => [name, join(here, `${name}.ts`)])), outdir);
await import(pathToFileURL(join(outdir, 'benchmark.mjs')).href);
