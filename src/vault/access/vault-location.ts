import { type App, FileSystemAdapter } from 'obsidian';
import type { Access } from './access';

/** Where the vault is on disk; told only to tokens without folder rules. */
export function vaultPath(app: App, access: Access): string | undefined {
  const { adapter } = app.vault;
  return adapter instanceof FileSystemAdapter && !access.hasFolderRules ? adapter.getBasePath() : undefined;
}
