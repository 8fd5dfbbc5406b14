// `node scripts/release/unpack.mjs FOLDER`: the files of the published package, as an install lays them out.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFiles } from './contents.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder.');
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
for (const { path, bytes, isProgram = false } of packageFiles(root)) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  chmodSync(file, isProgram ? 0o755 : 0o644);
}
