/**
 * The user's settings of the app, as `.obsidian/app.json` keeps them: only what differs from the defaults. Names
 * and defaults from the typings of the app's internals; read again when the file's time changes.
 */
import { lstatSync } from 'node:fs';
import type { Confinement } from '../disk/confinement';
import { readRegularSync } from '../disk/regular-file';
import { isRecord, type Json } from '../core/unknowns';

const defaults: Readonly<Json> = {
  newLinkFormat: 'shortest',
  useMarkdownLinks: false,
  alwaysUpdateLinks: false,
  attachmentFolderPath: '/',
  newFileLocation: 'root',
  newFileFolderPath: '/',
  trashOption: 'system',
  promptDelete: true,
  userIgnoreFilters: null,
  showUnsupportedFiles: false,
};

export class VaultConfig {
  private readAt = -1;
  private stored: Json = {};

  constructor(
    private readonly confinement: Confinement,
    private readonly path: string,
  ) {}

  get(key: string): unknown {
    this.refresh();
    if (Object.hasOwn(this.stored, key)) return this.stored[key];
    return Object.hasOwn(defaults, key) ? defaults[key] : undefined;
  }

  private refresh(): void {
    const modified = this.confinement.stats(this.path)?.mtimeMs ?? 0;
    if (modified === this.readAt) return;
    this.readAt = modified;
    this.stored = modified === 0 ? {} : readJsonRecord(this.confinement, this.path);
  }
}

/** A JSON object from the vault; empty if the file is missing or damaged. */
export function readJsonRecord(confinement: Confinement, path: string): Json {
  const value = readJson(confinement, path);
  return isRecord(value) ? value : {};
}

/** A JSON value from the vault; undefined if the file is missing or damaged. */
export function readJson(confinement: Confinement, path: string): unknown {
  try {
    const real = confinement.real(path);
    if (!lstatSync(real).isFile()) return undefined;
    const value: unknown = JSON.parse(readRegularSync(real).toString('utf8'));
    return value;
  } catch {
    return undefined;
  }
}
