// `npm run bench:peers -- --peers FILE`: bundles the comparison and runs it. See README.md beside this file.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleModules } from '../../../scripts/bundle.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, '..', '..', '..', 'node_modules', '.cache', 'lectern-bench', 'peers');

await bundleModules({ main: join(here, 'main.ts') }, outdir);
await import(pathToFileURL(join(outdir, 'main.mjs')).href);
