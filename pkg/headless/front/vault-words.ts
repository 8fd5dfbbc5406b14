/** The words `NAME=FOLDER` that name several vaults. */
import { statSync } from 'node:fs';
import { sep } from 'node:path';
import { Misuse } from '../command/command-context';
import { servedFolder } from '../command/served-folder';

export interface NamedFolder {
  readonly name: string;
  /** As given; it may be missing. */
  readonly folder: string;
}

export interface NamedVault extends NamedFolder {
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

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The only vault of a command, without a name; undefined if there is none. @throws Misuse */
export function oneVault([vault, second]: readonly string[]): string | undefined {
  if (second !== undefined)
    throw new Misuse(`One vault at a time, or NAME=FOLDER for each: "${second}" is one too many.`);
  const problem = vault === undefined ? undefined : nameProblem(vault);
  if (problem !== undefined) throw new Misuse(problem);
  return vault;
}

/** What is wrong with the name in a word such as `my notes=/path`; undefined if nothing there is meant as a name. */
function nameProblem(word: string): string | undefined {
  const name = /^([^/\\=]*)=/u.exec(word)?.[1];
  if (name === undefined || isNamedVault(word) || isFolder(word)) return undefined;
  return `"${name}" cannot be the name of a vault: a name has up to 40 characters (a-z, A-Z, 0-9, - and _) and begins with a letter or a digit.`;
}

/** Does not check the folders. @throws Error with a sentence for the user */
export function namedFolders(words: readonly string[]): NamedFolder[] {
  const unnamed = words.find(word => !isNamedVault(word));
  if (unnamed !== undefined)
    throw new Error(
      nameProblem(unnamed) ?? `"${unnamed}" has no name; where one vault has one, give each as NAME=FOLDER.`,
    );
  const vaults: NamedFolder[] = [];
  for (const word of words) {
    const vault = namedFolder(word);
    const other = vaults.find(({ name }) => name.toLowerCase() === vault.name.toLowerCase());
    if (other !== undefined) throw new Error(sameName(vault.name, other.name));
    vaults.push(vault);
  }
  return vaults;
}

/** @throws Error with a sentence for the user */
export function namedVaults(words: readonly string[]): NamedVault[] {
  const vaults = namedFolders(words).map(({ name, folder }) => ({ name, folder: servedFolder(folder) }));
  const problem = overlapOf(vaults);
  if (problem !== undefined) throw new Error(problem);
  return vaults;
}

/** A sentence about two vaults that share a folder, if any do. */
export function overlapOf(vaults: readonly NamedVault[]): string | undefined {
  return vaults
    .flatMap((one, index) => vaults.slice(0, index).map(other => overlap(one, other)))
    .find(problem => problem !== undefined);
}

function namedFolder(word: string): NamedFolder {
  const [, name = '', folder = ''] = namedWord.exec(word) ?? [];
  if (reserved.has(name.toLowerCase()))
    throw new Error(
      `No vault can be called "${name}", since /${name.toLowerCase()} is an address of Lectern's own.`,
    );
  if (folder.trim() === '') throw new Error(`The vault "${name}" has no folder: ${name}=FOLDER.`);
  return { name, folder };
}

function sameName(name: string, other: string): string {
  return name === other
    ? `Two vaults are called "${name}".`
    : `Two vaults are called "${other}" and "${name}", which differ in letter case alone.`;
}

function overlap(one: NamedVault, other: NamedVault): string | undefined {
  if (one.folder === other.folder)
    return `The vaults "${other.name}" and "${one.name}" are one folder: ${one.folder}.`;
  if (isBelow(one.folder, other.folder)) return inside(one, other);
  return isBelow(other.folder, one.folder) ? inside(other, one) : undefined;
}

function isBelow(inner: string, outer: string): boolean {
  return inner.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`);
}

function inside(inner: NamedVault, outer: NamedVault): string {
  return `The vault "${inner.name}" is a folder inside the vault "${outer.name}"; serve one of them.`;
}
