// `node pkg/bench/links/run.mjs` after a build: times `check_links` with many broken links. See ../README.md.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleModules } from '../../../scripts/bundle.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, '..', '..', '..', 'node_modules', '.cache', 'lectern-bench-links');

const programs = { main: join(here, 'main.ts'), 'loop-delay': join(here, '..', 'loop-delay.ts') };
await bundleModules(programs, outdir);
await import(pathToFileURL(join(outdir, 'main.mjs')).href);
