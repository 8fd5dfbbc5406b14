/** A vault in a folder of its own that goes away with the test, beside a folder that nothing may touch. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TFile } from 'obsidian';
import { type Host, type HostOptions, openVault } from '../../pkg/headless/host';
import { closing } from '../support/left-open';

export interface TemporaryVault {
  readonly host: Host;
  /** Real path of the vault's folder. */
  readonly root: string;
  /** Real path of a folder beside the vault. */
  readonly outside: string;
  readonly state: string;
  /** Real path of an entry of the vault. */
  at(path: string): string;
  /** A file that must be there. */
  file(path: string): TFile;
  close(): Promise<void>;
}

export type Files = Readonly<Record<string, string>>;

export async function temporaryVault(
  files: Files = {},
  prepare: (root: string, outside: string) => void = () => undefined,
  options: HostOptions = {},
): Promise<TemporaryVault> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-')));
  const root = join(base, 'Vault');
  const outside = join(base, 'outside');
  const state = join(base, 'state');
  mkdirSync(root);
  mkdirSync(outside);
  writeFileSync(join(outside, 'canary.md'), 'canary');
  writeFiles(root, files);
  prepare(root, outside);
  const host = await openVault(root, {
    stateFolder: state,
    watch: false,
    quiet: true,
    holdsTexts: true,
    ...options,
  });
  return {
    host,
    root,
    outside,
    state,
    at: path => join(root, path),
    file: path => {
      const found = host.app.vault.getFileByPath(path);
      if (found === null) throw new Error(`There is no file ${path}.`);
      return found;
    },
    close: closing('A temporary vault', async () => {
      await host.close();
      rmSync(base, { recursive: true, force: true });
    }),
  };
}

export function writeFiles(root: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** What happens in the vault from now on, as `create a.md` and `rename b.md from a.md`. */
export function recordEvents(host: Host): string[] {
  const { vault } = host.app;
  const events: string[] = [];
  vault.on('create', file => events.push(`create ${file.path}`));
  vault.on('modify', file => events.push(`modify ${file.path}`));
  vault.on('delete', file => events.push(`delete ${file.path}`));
  vault.on('rename', (file, oldPath) => events.push(`rename ${file.path} from ${oldPath}`));
  return events;
}
