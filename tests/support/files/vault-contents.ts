import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every file of a folder, hidden ones included, with its bytes as Latin-1; folders end in a slash. */
export function contentsOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of readdirSync(folder, { recursive: true }).map(String).sort()) {
    const isFolder = statSync(join(folder, path)).isDirectory();
    found[isFolder ? `${path}/` : path] = isFolder ? '' : readFileSync(join(folder, path)).toString('latin1');
  }
  return found;
}

/** The same without what is Lectern's own and the app's. */
export function notesOf(folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(contentsOf(folder)).filter(([path]) => !path.startsWith('.')));
}
