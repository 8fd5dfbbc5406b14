import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
