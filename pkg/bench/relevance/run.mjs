// `npm run bench:relevance -- [options]`: bundles the benchmark and runs it. See README.md beside this file.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleModules } from '../../../scripts/bundle.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, '..', '..', '..', 'node_modules', '.cache', 'lectern-bench', 'relevance');

await bundleModules({ relevance: join(here, 'relevance.ts') }, outdir);
await import(pathToFileURL(join(outdir, 'relevance.mjs')).href);
