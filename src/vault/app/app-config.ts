import { type App, FileSystemAdapter, type Vault } from 'obsidian';
import type { Access } from '../access/access';

/** Reads one of the app's own settings: internal, but widely used. Undefined if there is none. */
export function configOf(vault: Vault, key: string): unknown {
  return hasConfig(vault) ? vault.getConfig(key) : undefined;
}

function hasConfig(vault: Vault): vault is Vault & { getConfig(key: string): unknown } {
  return 'getConfig' in vault && typeof vault.getConfig === 'function';
}

/** The vault's path on disk; only tokens without folder rules get it. */
export function vaultPath(app: App, access: Access): string | undefined {
  const { adapter } = app.vault;
  return adapter instanceof FileSystemAdapter && !access.hasFolderRules ? adapter.getBasePath() : undefined;
}
