// `node scripts/release/notes.mjs VERSION`: what the changelog says of a version.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** @throws Error where the changelog does not tell of the version */
export function notesOf(version) {
  const parts = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
  const own = parts.find(part => part.startsWith(`## [${version}]`));
  if (own === undefined) throw new Error(`CHANGELOG.md has no part for ${version}.`);
  return own.slice(own.indexOf('\n')).trim();
}

const [version] = process.argv.slice(2);
if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(notesOf(version));
