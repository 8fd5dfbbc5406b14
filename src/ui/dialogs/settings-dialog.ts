import type { App } from 'obsidian';

/** Opens the plugin's settings. The typings leave the dialog out, so it may not be there: then nothing happens. */
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
