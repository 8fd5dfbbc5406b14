// What loading the built plugin costs the app's start, in milliseconds of processor time: the median of many fresh
// processes. `npm run build` first.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const runs = Number(process.argv[2] ?? 21);

function once() {
  const { stdout, stderr } = spawnSync(process.execPath, [
    join(root, 'scripts/load-plugin.cjs'),
    join(root, 'main.js'),
  ]);
  if (stdout.length === 0) throw new Error(String(stderr));
  return JSON.parse(String(stdout));
}

const all = Array.from({ length: runs }, once);
const median = values => values.sort((one, other) => one - other)[Math.floor(values.length / 2)].toFixed(1);
console.log(`main.js: ${(all[0].letters / 1e6).toFixed(2)} MB, ${runs} fresh processes, medians`);
console.log(`compiling:           ${median(all.map(({ compile }) => compile))} ms`);
console.log(`top level and onload: ${median(all.map(({ load }) => load))} ms`);
