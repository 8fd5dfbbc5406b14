import type { App } from 'obsidian';

/** In the app's local storage, which is of one vault on one device and is never synced. */
const key = 'lectern-mcp-device';
const form = /^[0-9a-z]{8}$/;

/**
 * Names this device among those that share the vault's folder; the same at each start, as far as local storage keeps it.
 * @param random gives a few characters of 0–9 and a–z
 * @returns eight characters of 0–9 and a–z
 */
export function deviceId(app: App, random: () => string): string {
  const known: unknown = app.loadLocalStorage(key);
  if (typeof known === 'string' && form.test(known)) return known;
  let made = '';
  while (made.length < 8) made += random();
  const id = made.slice(0, 8);
  try {
    app.saveLocalStorage(key, id);
  } catch {
    // Local storage is full: at the next start, what was recorded now counts as another device's.
  }
  return id;
}
