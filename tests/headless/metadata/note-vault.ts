/** A vault whose metadata is read, and what its cache tells. */
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { TFile } from 'obsidian';
import type { HostOptions } from '../../../pkg/headless/host';
import { type Files, temporaryVault, type TemporaryVault } from '../temporary-vault';

/** Opens a vault and waits until every note is read; `metadataDelay` is 0 unless given. */
export async function noteVault(files: Files, options: HostOptions = {}): Promise<TemporaryVault> {
  const vault = await temporaryVault(files, undefined, { metadataDelay: 0, ...options });
  await vault.host.becomeReady();
  await vault.host.metadataSettled();
  return vault;
}

/** Each event as its name and the file's path. */
export function recordCacheEvents({ host }: TemporaryVault): string[] {
  const { metadataCache } = host.app;
  const events: string[] = [];
  metadataCache.on('changed', file => events.push(`changed ${file.path}`));
  metadataCache.on('deleted', file => events.push(`deleted ${file.path}`));
  metadataCache.on('resolve', file => events.push(`resolve ${file.path}`));
  metadataCache.on('resolved', () => events.push('resolved'));
  return events;
}

/** @throws Error when there is no such file */
export function fileOf({ host }: TemporaryVault, path: string): TFile {
  const file = host.app.vault.getFileByPath(path);
  if (file === null) throw new Error(`There is no ${path}.`);
  return file;
}

/** Without prototypes and absent members. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const scanProgram = join(__dirname, '../../../pkg/headless/obsidian/metadata/reading/scan-worker.ts');

/** Builds the program that scans large notes. @param before JavaScript that it runs first */
export function buildScanWorker(outfile: string, before: string): void {
  const options = { bundle: true, platform: 'node', format: 'cjs' } as const;
  buildSync({ entryPoints: [scanProgram], outfile, banner: { js: before }, ...options });
}
