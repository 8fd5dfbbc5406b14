// `node --expose-gc pkg/bench/search-cost.mjs NOTES`: memory and processor time of search. See README.md beside this file.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleModules } from '../../scripts/bundle.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, '..', '..', 'node_modules', '.cache', 'lectern-bench-search');

await bundleModules({ 'search-cost': join(here, 'search-cost.ts') }, outdir);
await import(pathToFileURL(join(outdir, 'search-cost.mjs')).href);
