import { type App, FileSystemAdapter, type Vault } from 'obsidian';
import type { Access } from '../access/access';

/** One of the app's own settings; internal in the app, but widely used. Undefined where it has no such member. */
export function configOf(vault: Vault, key: string): unknown {
  return hasConfig(vault) ? vault.getConfig(key) : undefined;
}

function hasConfig(vault: Vault): vault is Vault & { getConfig(key: string): unknown } {
  return 'getConfig' in vault && typeof vault.getConfig === 'function';
}

/** Where the vault is on disk; told only to tokens without folder rules. */
export function vaultPath(app: App, access: Access): string | undefined {
  const { adapter } = app.vault;
  return adapter instanceof FileSystemAdapter && !access.hasFolderRules ? adapter.getBasePath() : undefined;
}
