// `node pkg/bench/many-notes.mjs` after a build: times changes of many notes. See README.md beside this file.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleModules } from '../../scripts/bundle.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, '..', '..', 'node_modules', '.cache', 'lectern-bench-many');

const programs = ['many-notes', 'loop-delay'];
await bundleModules(Object.fromEntries(programs.map(name => [name, join(here, `${name}.ts`)])), outdir);
await import(pathToFileURL(join(outdir, 'many-notes.mjs')).href);
