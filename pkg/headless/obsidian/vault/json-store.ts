/** A JSON object in a file outside the vault that only its owner may read. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { codeOf, isRecord, type Json, messageOf } from '../core/unknowns';
import { isClaimed, isOurs } from '../disk/claims';

/** How long another process may hold the file, and between two looks, milliseconds. */
const patience = { longest: 1000, look: 2 };

export class JsonStore {
  /**
   * @param loss what it means that the file is lost, as a sentence
   * @param tell gets a line when a damaged file is set aside
   */
  constructor(
    private readonly file: string,
    private readonly loss: string,
    private readonly tell: (message: string) => void,
  ) {}

  /** @throws Error in plain words if the file is there but cannot be read */
  requireReadable(): void {
    try {
      this.read();
    } catch (error) {
      throw new Error(
        `${this.file} cannot be read: ${messageOf(error)}. Give this account access to it, or remove it. ${this.loss}`,
        { cause: error },
      );
    }
  }

  /** Empty if there is no file. A damaged one is set aside, never overwritten. @throws the disk's error */
  read(): Json {
    const text = this.text();
    if (text === undefined) return {};
    try {
      const value: unknown = JSON.parse(text);
      if (isRecord(value)) return value;
    } catch {
      // It is set aside below.
    }
    const aside = `${this.file}.damaged`;
    renameSync(this.file, aside);
    this.tell(`${this.file} was damaged and is now ${basename(aside)}. ${this.loss}`);
    return {};
  }

  /** Other processes that serve the vault may change it too: each changes what the one before it wrote. */
  update(change: (stored: Json) => Json): void {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    const lock = `${this.file}.lock`;
    const end = performance.now() + patience.longest;
    while (!isClaimed(lock)) {
      if (performance.now() > end) {
        // Whoever has it was stopped, or its process ended and another one has its number.
        for (const left of [lock, `${lock}.claim`]) rmSync(left, { recursive: true, force: true });
        break;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience.look);
    }
    try {
      this.write(change(this.read()));
    } finally {
      if (isOurs(lock)) rmSync(lock, { force: true });
    }
  }

  private write(value: Json): void {
    const temporary = `${this.file}.${process.pid}.tmp`;
    writeFileSync(temporary, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
    // The mode above does not change a file that an earlier crash left there.
    chmodSync(temporary, 0o600);
    renameSync(temporary, this.file);
  }

  private text(): string | undefined {
    try {
      return readFileSync(this.file, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }
}
