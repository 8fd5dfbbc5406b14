/** What the app keeps outside the vault's files: its own settings, and the id of this device. */

import type { App, Vault } from 'obsidian';
import { callMethod } from '../plugins/plugin-api';

/** Reads one of the app's own settings: internal, but widely used. Undefined if there is none. */
export function configOf(vault: Vault, key: string): unknown {
  return callMethod(vault, 'getConfig', [key]);
}

/** Key in the app's local storage, which belongs to one vault on one device and is never synced. */
const key = 'lectern-mcp-device';
const form = /^[0-9a-z]{8}$/;

/**
 * Identifies this device among those that share the vault; stable while local storage is kept.
 * @param random returns a few characters of 0–9 and a–z
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
    // Local storage is full: after the next start, changes recorded now belong to another device.
  }
  return id;
}
