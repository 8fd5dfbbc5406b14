/** The vaults that Obsidian knows on this computer. */
import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { serverNameFor } from '../../../../src/settings/clients/setup-texts';
import { isRecord } from '../../obsidian/core/unknowns';
import { servedFolder } from '../served-folder';
import { type Place, settingsFolder } from './clients';
import { textOf } from './settings-file';

export interface ListedVault {
  /** As Obsidian wrote it; the folder may be gone. */
  readonly path: string;
  /** Whether it was open when the list was written. */
  readonly isOpen: boolean;
}

/** The vaults in Obsidian's file `obsidian.json`; undefined if there is no readable one. */
export function listedVaults(place: Place): readonly ListedVault[] | undefined {
  const lists = listFiles(place).flatMap(file => {
    const vaults = vaultsIn(file);
    return vaults === undefined ? [] : [vaults];
  });
  return lists.length === 0 ? undefined : lists.flat();
}

/** On Linux, Flatpak and Snap have their own settings. */
function listFiles(place: Place): readonly string[] {
  const { homeFolder, platform } = place;
  const own = [settingsFolder(place)];
  if (platform === 'linux')
    own.push(
      join(homeFolder, '.var', 'app', 'md.obsidian.Obsidian', 'config'),
      join(homeFolder, 'snap', 'obsidian', 'current', '.config'),
    );
  return own.map(folder => join(folder, 'obsidian', 'obsidian.json'));
}

function vaultsIn(file: string): ListedVault[] | undefined {
  try {
    const list: unknown = JSON.parse(textOf(file) ?? '');
    const vaults = isRecord(list) ? list['vaults'] : undefined;
    return Object.values(isRecord(vaults) ? vaults : {})
      .filter(isRecord)
      .map(({ path, open }) => ({ path: typeof path === 'string' ? path : '', isOpen: open === true }));
  } catch {
    return undefined;
  }
}

export function isSameFolder(path: string, root: string): boolean {
  try {
    return realpathSync.native(path) === root;
  } catch {
    return false;
  }
}

/** A vault that can be served, and what a client calls it. */
export interface KnownVault {
  /** `lectern-work`; `lectern` if it is the only one. */
  readonly entry: string;
  /** Its real path. */
  readonly folder: string;
}

export function knownVaults(place: Place): readonly KnownVault[] {
  const listed = (listedVaults(place) ?? []).flatMap(({ path }) => servedFolderIn(path));
  const folders = [...new Set(listed)];
  if (folders.length === 1) return folders.map(folder => ({ entry: 'lectern', folder }));
  const taken = new Set<string>();
  return folders.map(folder => {
    const name = serverNameFor(basename(folder));
    let entry = name;
    for (let number = 2; taken.has(entry); number += 1) entry = `${name}-${number}`;
    taken.add(entry);
    return { entry, folder };
  });
}

function servedFolderIn(path: string): string[] {
  try {
    return [servedFolder(path)];
  } catch {
    return [];
  }
}
