import { textOf } from './app-under-test';
import { RealApp } from './real-app';

/** The app with the plugin, and the plugin's `data.json` as a test found it. */
export interface SettingsFile {
  readonly app: RealApp;
  /** Vault path. */
  readonly path: string;
  /** Its text before the test. */
  readonly before: string;
}

/** @throws Error without the file */
export async function openSettingsFile(): Promise<SettingsFile> {
  const app = await RealApp.open();
  const path = await app.dataFile();
  const before = await textOf(app, path);
  if (before === undefined || before === '') throw new Error(`There is no ${path}.`);
  return { app, path, before };
}
