// `npm run test:attacks [-- words of case names]`: hostile calls to the built host, and what they cost. See docs/security.md.
import { build } from 'esbuild';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(fileURLToPath(new URL('.', import.meta.url)), '..');
const outdir = join(root, 'node_modules', '.cache', 'lectern-attacks');

await build({
  entryPoints: {
    attacks: join(root, 'tests', 'attacks', 'run.ts'),
    'loop-delay': join(root, 'pkg', 'bench', 'loop-delay.ts'),
  },
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
const { run } = await import(pathToFileURL(join(outdir, 'attacks.mjs')).href);
process.exitCode = await run({ folder: root, words: process.argv.slice(2) });
