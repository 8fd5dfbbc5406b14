import { Journal, type RetentionLimits } from '../../../src/vault/journal/journal';
import { JournalStorage } from '../../../src/vault/journal/journal-storage';
import { temporaryVault, type TemporaryVault } from '../../headless/temporary-vault';

export const journalFolder = '.obsidian/plugins/lectern-mcp/journal';

const usual = { age: 30 * 24 * 3_600_000, bytes: 100 * 1024 * 1024 };

/** A vault with a journal whose clock stands where a test puts it. */
export class JournaledVault {
  time = Date.UTC(2026, 10, 21);
  readonly problems: string[] = [];

  private constructor(readonly vault: TemporaryVault) {}

  static async open(files: Readonly<Record<string, string>> = {}): Promise<JournaledVault> {
    return new JournaledVault(await temporaryVault(files));
  }

  /** As after a start of the app. */
  async journal(limits: RetentionLimits = usual): Promise<Journal> {
    const storage = new JournalStorage(this.vault.host.app.vault.adapter, journalFolder);
    const ids = { now: () => this.time, random: () => 'abc' };
    const journal = new Journal(
      storage,
      ids,
      problem => this.problems.push(problem),
      () => limits,
    );
    await journal.load();
    return journal;
  }
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export const caller = { token: 'test', client: 'tests' };
