import { type App, normalizePath } from 'obsidian';
import { notify } from '../notices/notices';
import { t } from '../text/text';

/** Opens notes and settings in the app. */

/** Opens a note in the main area; shows a notice if there is none. */
export async function openNote({ vault, workspace }: App, path: string): Promise<void> {
  const place = normalizePath(path);
  const file = vault.getFileByPath(place) ?? vault.getFileByPath(`${place}.md`);
  if (file === null) notify(t('activity.noNote'));
  else await workspace.getLeaf(false).openFile(file);
}

/** Opens the plugin's settings. The dialog is not in the typings; does nothing if it is missing. */
export function openSettings(app: App, id: string): void {
  const dialog: unknown = Reflect.get(app, 'setting');
  if (typeof dialog !== 'object' || dialog === null) return;
  call(dialog, 'open');
  call(dialog, 'openTabById', id);
}

function call(target: object, name: string, ...values: readonly string[]): void {
  const method: unknown = Reflect.get(target, name);
  if (typeof method === 'function') Reflect.apply(method, target, values);
}
