// `npm run --silent metadata -- FILE` prints the metadata that the host holds for a note, as JSON.
import { build } from 'esbuild';
import { existsSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [given] = process.argv.slice(2);
if (given === undefined || !existsSync(given) || !statSync(given).isFile()) {
  process.stderr.write('Usage: npm run --silent metadata -- FILE\n');
  process.exit(2);
}

const file = realpathSync(given);
const path = relative(vaultOf(file), file).split(sep).join('/');
const temporary = mkdtempSync(join(tmpdir(), 'lectern-metadata-'));
try {
  const { readMetadata } = await import(await bundled());
  const metadata = await readMetadata(vaultOf(file), path, join(temporary, 'state'));
  if (metadata === null) {
    process.stderr.write(
      `${path} is no note of the vault: its name must end in .md and begin with no dot.\n`,
    );
    process.exitCode = 1;
  } else process.stdout.write(`${JSON.stringify(metadata, undefined, 2)}\n`);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

/** The nearest folder above with `.obsidian`, else the file's own. */
function vaultOf(note) {
  for (let folder = dirname(note); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.obsidian'))) return folder;
    if (folder === dirname(folder)) return dirname(note);
  }
}

async function bundled() {
  const outfile = join(temporary, 'read-metadata.mjs');
  await build({
    entryPoints: [join(root, 'pkg/headless/read-metadata.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['electron', 'jsdom'],
    alias: { obsidian: join(root, 'pkg/headless/obsidian/index.ts') },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  return outfile;
}
