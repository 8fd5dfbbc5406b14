// `npm run release:reproduce`: the same sources give the same bytes of everything that is published, in two folders of
// different names and depths and on two versions of Node.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodes } from './try/nodes.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const base = join(root, '.cache', 'reproduce');
const sources = [
  ...['src', 'pkg', 'scripts', 'esbuild.config.mjs', 'package.json', 'tsconfig.json'],
  ...['manifest.json', 'styles.css', 'LICENSE', 'README.md', 'CHANGELOG.md'],
];
const [first, second] = nodes(join(root, '.cache', 'nodes'), ['20', '22', '24', '26']).filter(
  ({ version }) => !version.startsWith('24'),
);

rmSync(base, { recursive: true, force: true });
const sums = [
  sumsOf(join(base, 'one'), first.program),
  sumsOf(join(base, 'further', 'down', 'the second folder'), second.program),
];
rmSync(base, { recursive: true, force: true });
if (sums[0] !== sums[1]) {
  console.error(`The bytes differ between Node ${first.version} and ${second.version}:\n${sums.join('\n')}`);
  process.exit(1);
}
console.log(`${sums[0]}The same on Node ${first.version} and ${second.version}, in two folders.`);

/** @returns the checksums of a release that is built in this folder */
function sumsOf(folder, node) {
  mkdirSync(folder, { recursive: true });
  for (const source of sources) cpSync(join(root, source), join(folder, source), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  mkdirSync(join(folder, 'dist'));
  const { status, stderr } = spawnSync(node, ['scripts/release/build.mjs'], {
    ...{ cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    env: { ...process.env, TZ: node === first.program ? 'Pacific/Auckland' : 'UTC' },
  });
  if (status !== 0) throw new Error(`No build in ${folder}:\n${stderr}`);
  return readFileSync(join(folder, 'dist', 'release', 'SHA256SUMS'), 'utf8');
}
