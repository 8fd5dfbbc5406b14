/** The folder outside the vault for what must not be synced with it: secrets, caches, keys. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { codeOf } from './obsidian/core/unknowns';

type Environment = Readonly<Record<string, string | undefined>>;

export interface StateFolder {
  readonly path: string;
  /** Identity of the vault on this device: 16 hexadecimal digits. */
  readonly id: string;
}

/** `XDG_STATE_HOME`, else `~/.local/state`, then `lectern/` and a digest of the vault's real path. */
export function stateFolderPath(vaultRoot: string, environment: Environment): string {
  const configured = environment['XDG_STATE_HOME'];
  const base =
    configured === undefined || configured === '' ? join(homedir(), '.local', 'state') : configured;
  return join(base, 'lectern', vaultId(vaultRoot));
}

/**
 * Creates a folder and those above it, for this account alone. `mkdirSync` with `recursive` never returns if
 * the system reports a missing folder below an existing one as not found, as below /proc (Node 20 and 22).
 * @throws Error of the file system
 */
export function makeFolders(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const above = dirname(path);
  if (above !== path) makeFolders(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

/** Creates the folder if it is missing; only its owner may read it. */
export function openStateFolder(path: string, vaultRoot: string): StateFolder {
  makeFolders(path);
  chmodSync(path, 0o700);
  return { path, id: vaultId(vaultRoot) };
}

function vaultId(vaultRoot: string): string {
  return createHash('sha256').update(vaultRoot).digest('hex').slice(0, 16);
}

/**
 * The token of the client at standard input: the same for this vault on this device, so that the client may undo what it
 * changed before the host was started again. It is derived each time and stored nowhere.
 */
export function stdioTokenOf(folder: StateFolder): string {
  return createHmac('sha256', keyOf(folder)).update('token of standard input').digest('base64url');
}

/** 32 random bytes that stay the same for this vault on this device. */
export function keyOf(folder: StateFolder): Uint8Array {
  const file = join(folder.path, 'key');
  try {
    const key = readFileSync(file);
    if (key.length === 32) return key;
  } catch (error) {
    // With another key, clients could not undo their earlier changes.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const key = randomBytes(32);
  writeFileSync(file, key, { mode: 0o600 });
  return key;
}
