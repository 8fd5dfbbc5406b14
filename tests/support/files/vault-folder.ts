import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Paths from the vault's root to their content. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A temporary folder of its own, with everything that a test puts beside or into its vault. */
export class VaultFolder {
  readonly parent = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  readonly path = join(this.parent, 'vault');

  constructor(files: Files = {}) {
    mkdirSync(this.path);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  write(path: string, content: string | Uint8Array): void {
    const full = join(this.path, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
  }

  remove(): void {
    rmSync(this.parent, { recursive: true, force: true });
  }
}

const fixturePlugins = join(__dirname, '..', '..', 'fixtures', 'plugins');

/** Installs a plugin of tests/fixtures/plugins in a vault, with these settings. */
export function installPlugin(folder: VaultFolder, id: string, data?: unknown): void {
  cpSync(join(fixturePlugins, id), join(folder.path, '.obsidian', 'plugins', id), { recursive: true });
  if (data !== undefined) folder.write(`.obsidian/plugins/${id}/data.json`, JSON.stringify(data));
}

/** A plugin whose `onload` has this body. */
export function writePlugin(folder: VaultFolder, id: string, onload: string): void {
  const manifest = { id, name: id, version: '1.0.0', minAppVersion: '1.0.0', author: '', description: '' };
  folder.write(`.obsidian/plugins/${id}/manifest.json`, JSON.stringify(manifest));
  const code = `const { Plugin } = require('obsidian');\nmodule.exports = class extends Plugin { onload() { ${onload} } };\n`;
  folder.write(`.obsidian/plugins/${id}/main.js`, code);
}
