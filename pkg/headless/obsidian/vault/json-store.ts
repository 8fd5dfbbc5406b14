/** A JSON object in a file outside the vault that only its owner may read. */
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, isRecord, type Json } from '../core/unknowns';

export class JsonStore {
  constructor(private readonly file: string) {}

  /** Empty if there is no file. A damaged one is set aside, never overwritten. */
  read(): Json {
    const text = this.text();
    if (text === undefined) return {};
    try {
      const value: unknown = JSON.parse(text);
      if (isRecord(value)) return value;
    } catch {
      // It is set aside below.
    }
    renameSync(this.file, `${this.file}.damaged`);
    return {};
  }

  write(value: Json): void {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
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
