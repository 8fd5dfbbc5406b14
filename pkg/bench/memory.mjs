// `node pkg/bench/memory.mjs`: where the memory of a served vault is. See README.md beside this file.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleModules } from '../../scripts/bundle.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, '..', '..', 'node_modules', '.cache', 'lectern-bench-memory');

const programs = ['memory', 'floor-server', 'loop-delay'];
await bundleModules(Object.fromEntries(programs.map(name => [name, join(here, `${name}.ts`)])), outdir);
await import(pathToFileURL(join(outdir, 'memory.mjs')).href);
