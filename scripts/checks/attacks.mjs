// `npm run test:attacks [-- [--markdown] words of case names]`: hostile calls to the built host, and what they cost.
// See docs/security.md.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleModules } from '../bundle.mjs';

const root = join(fileURLToPath(new URL('.', import.meta.url)), '..', '..');
const outdir = join(root, 'node_modules', '.cache', 'lectern-attacks');

const programs = {
  attacks: join(root, 'tests', 'attacks', 'run.ts'),
  'other-client-worker': join(root, 'tests', 'attacks', 'other-client-worker.ts'),
  'loop-delay': join(root, 'pkg', 'bench', 'loop-delay.ts'),
};
await bundleModules(programs, outdir);
const { run } = await import(pathToFileURL(join(outdir, 'attacks.mjs')).href);
const { values, positionals } = parseArgs({
  options: { markdown: { type: 'boolean', default: false } },
  allowPositionals: true,
});
process.exitCode = await run({ folder: root, words: positionals, markdown: values.markdown });
