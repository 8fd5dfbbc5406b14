/** What Obsidian's own list of vaults has for this vault. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../obsidian/core/unknowns';
import { type Place, settingsFolder } from '../connect/clients';
import { textOf } from '../connect/settings-file';
import { type Finding, good, note } from './finding';

export interface AppReport {
  readonly findings: readonly Finding[];
  /** Undefined if Obsidian's list is not found, as with a Flatpak or Snap. */
  readonly isOpen: boolean | undefined;
}

/**
 * The file `obsidian.json` lists each vault by its path, with `open` for those that were open when it was written. It is
 * no proof that the app runs now.
 */
export function checkApp(root: string, place: Place): AppReport {
  const vaults = vaultsIn(join(settingsFolder(place), 'obsidian', 'obsidian.json'));
  if (vaults === undefined)
    return {
      findings: [note('Obsidian’s list of vaults was not found on this computer')],
      isOpen: undefined,
    };
  const own = vaults.find(({ path }) => isSame(path, root));
  if (own === undefined)
    return {
      findings: [note('Obsidian does not know this vault', 'Open the folder in Obsidian once.')],
      isOpen: false,
    };
  return own.isOpen
    ? { findings: [good('Obsidian had this vault open last')], isOpen: true }
    : { findings: [note('Obsidian knows this vault but does not have it open')], isOpen: false };
}

function vaultsIn(file: string): { path: string; isOpen: boolean }[] | undefined {
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

function isSame(path: string, root: string): boolean {
  try {
    return realpathSync.native(path) === root;
  } catch {
    return false;
  }
}
