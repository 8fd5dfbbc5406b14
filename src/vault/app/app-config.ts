import type { Vault } from 'obsidian';

/** One of the app's own settings; internal in the app, but widely used. Undefined where it has no such member. */
export function configOf(vault: Vault, key: string): unknown {
  return hasConfig(vault) ? vault.getConfig(key) : undefined;
}

function hasConfig(vault: Vault): vault is Vault & { getConfig(key: string): unknown } {
  return 'getConfig' in vault && typeof vault.getConfig === 'function';
}
