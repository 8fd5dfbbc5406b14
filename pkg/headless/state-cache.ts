/** Derived data in the state folder, from one run to the next: small files that are whole or absent. */
import { mkdirSync, readdirSync, unlinkSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './obsidian/unknowns';
import { WriteQueue } from './obsidian/write-queue';

/** No folder, no hidden file, nothing that a system would take for something else. */
const goodName = /^[a-z0-9][a-z0-9_-]{0,63}(\.[a-z0-9]{1,8})?$/;

const temporary = /\.\d+\.tmp$/;

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
  write(name: string, bytes: Uint8Array): Promise<void> {
    const file = this.fileOf(name);
    // The caller may go on filling its buffer.
    const copy = Uint8Array.from(bytes);
    return this.queue.run(async () => {
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
      if (temporary.test(name) && !name.endsWith(`.${process.pid}.tmp`)) discard(join(this.folder, name));
    }
  }
}

/** What a crash left behind; another host over this vault that is just writing starts over at its next write. */
function discard(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
