// `npm run test:attacks [-- words of case names]`: hostile calls to the built host, and what they cost. See docs/security.md.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleModules } from './bundle.mjs';

const root = join(fileURLToPath(new URL('.', import.meta.url)), '..');
const outdir = join(root, 'node_modules', '.cache', 'lectern-attacks');

const programs = {
  attacks: join(root, 'tests', 'attacks', 'run.ts'),
  'loop-delay': join(root, 'pkg', 'bench', 'loop-delay.ts'),
};
await bundleModules(programs, outdir);
const { run } = await import(pathToFileURL(join(outdir, 'attacks.mjs')).href);
process.exitCode = await run({ folder: root, words: process.argv.slice(2) });
