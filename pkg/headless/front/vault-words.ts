/** The words `NAME=FOLDER` that name several vaults. */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { servedFolder } from '../command/served-folder';

export interface NamedVault {
  readonly name: string;
  /** Its real path. */
  readonly folder: string;
}

const namedWord = /^([A-Za-z0-9][A-Za-z0-9_-]{0,39})=(.*)$/su;

/** Paths of the front's own. */
const reserved: ReadonlySet<string> = new Set(['mcp', 'health', 'upload', 'oauth']);

/** Whether a word names a vault, and is not the name of a folder itself. */
export function isNamedVault(word: string): boolean {
  return namedWord.test(word) && !isFolder(word);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** @throws Error with a sentence for the user */
export function namedVaults(words: readonly string[]): NamedVault[] {
  const unnamed = words.find(word => !isNamedVault(word));
  if (unnamed !== undefined)
    throw new Error(`"${unnamed}" has no name; where one vault has one, give each as NAME=FOLDER.`);
  const vaults: NamedVault[] = [];
  for (const word of words) {
    const vault = namedVault(word);
    for (const other of vaults) {
      const problem = problemOf(vault, other);
      if (problem !== undefined) throw new Error(problem);
    }
    vaults.push(vault);
  }
  return vaults;
}

function namedVault(word: string): NamedVault {
  const [, name = '', folder = ''] = namedWord.exec(word) ?? [];
  if (reserved.has(name.toLowerCase()))
    throw new Error(
      `No vault can be called "${name}", since /${name.toLowerCase()} is an address of Lectern's own.`,
    );
  if (folder.trim() === '') throw new Error(`The vault "${name}" has no folder: ${name}=FOLDER.`);
  return { name, folder: servedFolder(atHome(folder)) };
}

/** Not every shell replaces `~` after a name. */
function atHome(folder: string): string {
  return /^~(?=$|[/\\])/u.test(folder) ? join(homedir(), folder.slice(1)) : folder;
}

function problemOf(one: NamedVault, other: NamedVault): string | undefined {
  const names = `"${other.name}" and "${one.name}"`;
  if (one.name.toLowerCase() === other.name.toLowerCase())
    return one.name === other.name
      ? `Two vaults are called "${one.name}".`
      : `Two vaults are called ${names}, which differ in letter case alone.`;
  if (one.folder === other.folder) return `The vaults ${names} are one folder: ${one.folder}.`;
  if (isBelow(one.folder, other.folder)) return inside(one, other);
  return isBelow(other.folder, one.folder) ? inside(other, one) : undefined;
}

function isBelow(inner: string, outer: string): boolean {
  return inner.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`);
}

function inside(inner: NamedVault, outer: NamedVault): string {
  return `The vault "${inner.name}" is a folder inside the vault "${outer.name}"; serve one of them.`;
}
