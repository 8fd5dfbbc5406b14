/** What Obsidian's own list of vaults says about this vault. */
import type { Place } from '../connect/clients';
import { isSameFolder, listedVaults } from '../connect/obsidian-vaults';
import { type Finding, good, note } from './finding';

export interface AppReport {
  readonly findings: readonly Finding[];
  /** Undefined if Obsidian's list is not found. */
  readonly isOpen: boolean | undefined;
}

/**
 * The file `obsidian.json` lists each vault by its path, with `open` for those that were open when it was written. That
 * does not prove that the app is running now.
 */
export function checkApp(root: string, place: Place): AppReport {
  const vaults = listedVaults(place);
  if (vaults === undefined)
    return {
      findings: [note('Obsidian’s list of vaults was not found on this computer')],
      isOpen: undefined,
    };
  const own = vaults.find(({ path }) => isSameFolder(path, root));
  if (own === undefined)
    return {
      findings: [note('Obsidian does not know this vault', 'Open the folder in Obsidian once.')],
      isOpen: false,
    };
  return own.isOpen
    ? { findings: [good('Obsidian had this vault open last')], isOpen: true }
    : { findings: [note('Obsidian knows this vault but does not have it open')], isOpen: false };
}
