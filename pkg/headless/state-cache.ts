/** Derived data in the state folder, from one run to the next: small files that are whole or absent. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from './obsidian/temporary-names';
import { WriteQueue } from './obsidian/write-queue';

/** No folder, no hidden file, and on no system two names for one file. */
const goodName = /^(?!.*\.tmp$)[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?$/;

const temporary = /\.(\d+)\.tmp$/;

export class StateCache {
  private readonly queue = new WriteQueue();

  /** @param folder made when something is written first */
  constructor(private readonly folder: string) {}

  /**
   * Undefined when nothing, or nothing readable, is kept under the name.
   * @throws Error for a bad name
   */
  async read(name: string): Promise<Uint8Array | undefined> {
    const file = this.fileOf(name);
    try {
      return await readFile(file);
    } catch {
      return undefined;
    }
  }

  /** Replaces what is kept under the name, at once or not at all. @throws Error for a bad name; system errors */
  async write(name: string, bytes: Uint8Array): Promise<void> {
    const file = this.fileOf(name);
    // The caller may go on filling its buffer.
    const copy = Uint8Array.from(bytes);
    await this.queue.run(async () => {
      this.prepare();
      const made = `${file}.${process.pid}.tmp`;
      try {
        await writeFile(made, copy, { mode: 0o600 });
        await rename(made, file);
      } catch (error) {
        await rm(made, { force: true });
        throw error;
      }
    });
  }

  /** Resolves when every write asked for so far has ended. */
  drained(): Promise<void> {
    return this.queue.drained();
  }

  private fileOf(name: string): string {
    if (!goodName.test(name)) throw new Error(`"${name}" is no name for derived data.`);
    return join(this.folder, name);
  }

  private prepare(): void {
    const isNew = mkdirSync(this.folder, { recursive: true, mode: 0o700 }) !== undefined;
    if (isNew) return;
    for (const name of readdirSync(this.folder)) {
      const [, pid] = temporary.exec(name) ?? [];
      // What a crash left behind.
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(this.folder, name), { force: true });
    }
  }
}
