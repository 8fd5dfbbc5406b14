// `npm run release:build`: everything that a release publishes, in dist/release, with checksums.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tarball, zip } from './archives.mjs';
import { extensionFiles, packageFiles } from './contents.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = join(root, 'dist', 'release');

const built = spawnSync(process.execPath, ['esbuild.config.mjs'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const artefacts = new Map([
  [`${name}-${version}.mcpb`, zip(extensionFiles(root))],
  [`${name}-${version}.tgz`, tarball(packageFiles(root))],
  ...['main.js', 'manifest.json', 'styles.css'].map(file => [file, readFileSync(join(root, file))]),
]);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const sums = [];
for (const [file, bytes] of artefacts) {
  writeFileSync(join(folder, file), bytes);
  sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`);
  console.log(`${file}: ${bytes.length.toLocaleString('en')} bytes`);
}
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
