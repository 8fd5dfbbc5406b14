import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A vault's folder, read and written past the app. */
export class Disk {
  constructor(readonly root: string) {}

  read(path: string): Promise<Buffer | undefined> {
    const full = join(this.root, path);
    return Promise.resolve(existsSync(full) ? readFileSync(full) : undefined);
  }

  put(path: string, content: string | Uint8Array): void {
    const full = join(this.root, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
  }

  list(folder: string): Promise<string[]> {
    return Promise.resolve(readdirSync(join(this.root, folder)));
  }
}
