import type { App } from 'obsidian';
import { securitySchema } from '../../src/settings/schema';
import { acceptedKey } from '../../src/settings/trust/acceptance';

/** Lets the rights in these settings hold on this device, as if they had been made on it. */
export function acceptSettings(app: App, settings: object): void {
  app.saveLocalStorage(acceptedKey, { part: securitySchema.parse(settings), declined: [] });
}
