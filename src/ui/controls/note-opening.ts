import { type App, normalizePath } from 'obsidian';
import { notify } from '../notices/notices';

/** Opens a note in the main area; tells where there is none. */
export async function openNote({ vault, workspace }: App, path: string): Promise<void> {
  const place = normalizePath(path);
  const file = vault.getFileByPath(place) ?? vault.getFileByPath(`${place}.md`);
  if (file === null) notify('There is no such note.');
  else await workspace.getLeaf(false).openFile(file);
}
