/** The command `npm run metadata`. */
import type * as Api from 'obsidian';
import { openVault } from './host';
import { isNote } from './obsidian/metadata/note-index';

/**
 * The metadata of one note in the host's cache; null if the vault shows no note at the path.
 * @param folder the vault's
 * @param path of the note in the vault
 */
export async function readMetadata(
  folder: string,
  path: string,
  stateFolder: string,
): Promise<Api.CachedMetadata | null> {
  const host = await openVault(folder, { stateFolder, watch: false, quiet: true });
  try {
    const { vault, metadataCache } = host.internals;
    const file = vault.getFileByPath(path);
    return file === null || !isNote(file) ? null : (await metadataCache.index.look(file)).metadata();
  } finally {
    await host.close();
  }
}
