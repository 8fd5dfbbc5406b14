import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { type Intent, Journal, type RetentionLimits } from '../../../src/vault/journal/journal';
import { JournalStorage } from '../../../src/vault/journal/journal-storage';
import { journalProblemText } from '../../../src/ui/text/server-texts';
import { temporaryVault, type TemporaryVault } from '../../headless/temporary-vault';

export const journalFolder = '.obsidian/plugins/lectern-mcp/journal';

const usual = { age: 30 * 24 * 3_600_000, bytes: 100 * 1024 * 1024 };

/** A vault with a journal whose clock is where a test puts it. */
export class JournaledVault {
  time = Date.UTC(2026, 10, 21);
  readonly problems: string[] = [];

  private constructor(readonly vault: TemporaryVault) {}

  static async open(files: Readonly<Record<string, string>> = {}): Promise<JournaledVault> {
    return new JournaledVault(await temporaryVault(files));
  }

  get folder(): string {
    return this.vault.at(journalFolder);
  }

  blobs(): string[] {
    return readdirSync(`${this.folder}/blobs`);
  }

  segments(): string[] {
    return readdirSync(this.folder)
      .filter(name => name.endsWith('.jsonl'))
      .sort();
  }

  /** As after a start of the app. */
  async journal(limits: RetentionLimits = usual, device = 'device01'): Promise<Journal> {
    const storage = new JournalStorage(this.vault.host.app.vault.adapter, journalFolder);
    const ids = { now: () => this.time, random: () => 'abc', device: () => device };
    const journal = new Journal(
      storage,
      ids,
      problem => this.problems.push(journalProblemText(problem)),
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

export function edit(path: string, before: string, after: string): Intent {
  return {
    caller,
    tool: 'edit_note',
    files: [{ kind: 'edit', path, before: bytes(before), after: bytes(after) }],
  };
}

export async function complete(journal: Journal, intent: Intent): Promise<string> {
  const id = await journal.begin(intent);
  await journal.done(id);
  return id;
}

/** Of these texts those that the journal still holds. */
export async function keptTexts(journal: Journal, ...texts: readonly string[]): Promise<string[]> {
  const images = [...journal.newestFirst(), ...journal.pending()].flatMap(({ files, linked = [] }) => [
    ...files.flatMap(({ before, after }) => [before, after]),
    ...linked.map(({ before }) => before),
  ]);
  const contents = await Promise.all(
    images.flatMap(image => (image === undefined ? [] : [journal.image(image)])),
  );
  const kept = new Set(contents.map(content => content && new TextDecoder().decode(content)));
  return texts.filter(text => kept.has(text));
}

/** Text that hardly compresses, the same in every run. */
export function noise(seed: number, length: number): string {
  const hash = createHash('shake256', { outputLength: length });
  return hash.update(String(seed)).digest('base64').slice(0, length);
}
