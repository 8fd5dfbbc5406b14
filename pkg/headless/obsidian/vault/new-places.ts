/** Where new notes and attachments go by the user's settings (typings; names of the settings from app.json). */
import { basenameOf, extensionOf, join, nameOf, normalizePath, parentOf, root } from './paths';
import type { Vault } from './vault';

/** Files that users write in the app; everything else is an attachment. */
const written: ReadonlySet<string> = new Set(['md', 'canvas', 'base']);

/** Vault path of the folder for a new file. @param sourcePath of the note it belongs to, '' for none */
export function folderForNew(vault: Vault, sourcePath: string, newFilePath = ''): string {
  const extension = extensionOf(nameOf(newFilePath));
  if (extension !== '' && !written.has(extension)) return folderForAttachment(vault, sourcePath);
  const location = vault.getConfig('newFileLocation');
  const configured = vault.getConfig('newFileFolderPath');
  if (location === 'current' && sourcePath !== '') return parentOf(sourcePath);
  return location === 'folder' && typeof configured === 'string' ? normalizePath(configured) : root;
}

/** `/` is the root, `./` the note's folder, `./sub` a folder in it, anything else a folder of the vault. */
function folderForAttachment(vault: Vault, sourcePath: string): string {
  const setting = vault.getConfig('attachmentFolderPath');
  const configured = typeof setting === 'string' ? setting : root;
  if (!configured.startsWith('.')) return normalizePath(configured);
  const below = normalizePath(configured.replace(/^\.\/?/, ''));
  const folder = sourcePath === '' ? root : parentOf(sourcePath);
  return below === root ? folder : join(folder, below);
}

/** A free path in an existing folder. @param filename with or without an extension */
export async function pathForAttachment(vault: Vault, filename: string, sourcePath: string): Promise<string> {
  const folder = folderForAttachment(vault, sourcePath);
  if (folder !== root && !(await vault.adapter.exists(folder))) await vault.createFolder(folder);
  const name = nameOf(normalizePath(filename));
  const stem = basenameOf(name);
  const ending = name.slice(stem.length + 1);
  return vault.getAvailablePath(join(folder, stem), ending);
}
