/** Checks the folder that `lectern` serves, before anything is opened or created. */
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf, messageOf } from '../obsidian/core/unknowns';
import { makeFolders } from '../state-folder';
import { nearName, offer } from './near-names';

/**
 * @param folder as given; `~` is the home folder, since neither PowerShell nor the settings of a client replace it
 * @returns the folder's real path
 * @throws Error with a sentence for the user
 */
export function servedFolder(folder: string): string {
  if (folder.trim() === '')
    throw new Error('The folder name is empty. Name the folder that contains your notes.');
  const full = resolve(folder.replace(/^~(?=$|[/\\])/u, () => homedir()));
  try {
    const real = realpathSync.native(full);
    if (!statSync(real).isDirectory())
      throw new Error(`${folder} is a file. Name the folder that contains your notes.`);
    readdirSync(real);
    return real;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new Error(`There is no folder ${full}.${near(full) || ofCommands(folder)}`);
    if (code === 'EACCES') throw new Error(`This account cannot read the folder ${full}.`);
    throw error;
  }
}

/** The hint for a word that may have been meant as a command. */
function ofCommands(word: string): string {
  return /^[a-z]+$/iu.test(word) ? ' See --help for the commands.' : '';
}

/** Where Lectern keeps its state, and whether it can write at all. */
interface StateLocation {
  /** Undefined for the default one. */
  readonly stateFolder: string | undefined;
  /** Why the vault is served read-only, in a sentence for the user. */
  readonly problem: string | undefined;
}

const untilItStops = 'the token is valid until it stops';

/**
 * @param root the vault's real path
 * @param stateFolder the usual folder for state; a temporary one replaces it if it cannot be written
 * @throws Error with a sentence for the user where clients could read it
 */
export function stateLocationOf(root: string, stateFolder: string, canWrite = isWritable): StateLocation {
  if (isShown(root, stateFolder))
    throw new Error(
      `${stateFolder} is in the vault, where clients could read its secrets. Set XDG_STATE_HOME to a folder outside the vault.`,
    );
  if (!makes(stateFolder) || !canWrite(stateFolder)) {
    const problem = `${stateFolder} is not writable, so Lectern is read-only and ${untilItStops}. Set XDG_STATE_HOME to a writable folder.`;
    return { stateFolder: temporaryState(), problem };
  }
  const settings = ['.obsidian', '.obsidian/plugins', '.obsidian/plugins/lectern-mcp'];
  const folders = ['', ...settings].map(path => join(root, path)).filter(path => existsSync(path));
  if (folders.every(path => canWrite(path))) return { stateFolder: undefined, problem: undefined };
  const problem = `This folder is not writable, so Lectern is read-only; if a new token is created, ${untilItStops}.`;
  return { stateFolder: undefined, problem };
}

/** Whether a folder is in the vault, below no name that begins with a dot. */
function isShown(root: string, folder: string): boolean {
  const way = relative(root, realOf(resolve(folder)));
  return !isAbsolute(way) && !way.split(sep).some(name => name.startsWith('.'));
}

/** The real path, also of what does not exist yet. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path === dirname(path) ? path : join(realOf(dirname(path)), basename(path));
  }
}

/** Whether the app has opened a folder: its `.obsidian` has more than what Lectern writes there. */
export function isVault(root: string): boolean {
  const settings = join(root, '.obsidian');
  return (
    namesIn(settings).some(name => name !== 'plugins') ||
    namesIn(join(settings, 'plugins')).some(name => name !== 'lectern-mcp')
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function makes(folder: string): boolean {
  try {
    makeFolders(folder);
    return true;
  } catch {
    return false;
  }
}

/** For this run. */
function temporaryState(): string {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-state-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch (error) {
    throw new Error(
      `Lectern has no folder for its state (${messageOf(error)}). Set XDG_STATE_HOME to a writable folder.`,
    );
  }
}

/** " (Did you mean …?)" with a sibling folder of nearly the same name; '' if there is none. */
function near(full: string): string {
  const parent = dirname(full);
  try {
    const folders = readdirSync(parent, { withFileTypes: true }).filter(entry => entry.isDirectory());
    const name = nearName(
      basename(full),
      folders.map(folder => folder.name),
    );
    return offer(name === undefined ? undefined : join(parent, name));
  } catch {
    return '';
  }
}
