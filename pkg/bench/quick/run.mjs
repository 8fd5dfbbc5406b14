// `npm run bench:quick`: bundles the quick benchmark and runs it. See ../README.md.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleModules } from '../../../scripts/bundle.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, '..', '..', '..', 'node_modules', '.cache', 'lectern-bench', 'quick');

await bundleModules(
  { main: join(here, 'main.ts'), 'floor-server': join(here, '..', 'floor-server.ts') },
  outdir,
);
await import(pathToFileURL(join(outdir, 'main.mjs')).href);
