import { rmSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '../support/disk';

/** What lies in the place of a plugin's `data.json`, and what `loadData` makes of it, as text. */
export interface DataCase {
  readonly what: string;
  /** Of the file; undefined for none. */
  readonly text?: string;
  /** A folder in its place cannot be read as a file, whoever asks. */
  readonly isFolder?: boolean;
  readonly answer: 'null' | 'undefined';
}

/** Two projects saw the first ones in the app; the headless host imitates all. */
export const dataCases: readonly DataCase[] = [
  { what: 'a missing file', answer: 'null' },
  { what: 'a file that holds null', text: 'null', answer: 'null' },
  { what: 'a file that was cut', text: '{ "cut', answer: 'undefined' },
  { what: 'an empty file', text: '', answer: 'undefined' },
  { what: 'a file that cannot be read', isFolder: true, answer: 'undefined' },
];

/** @param path of the plugin's `data.json` in the vault */
export function putData(disk: Disk, path: string, { text, isFolder = false }: DataCase): void {
  removeData(disk, path);
  if (isFolder) mkdirSync(join(disk.root, path), { recursive: true });
  else if (text !== undefined) disk.put(path, text);
}

export function removeData(disk: Disk, path: string): void {
  rmSync(join(disk.root, path), { recursive: true, force: true });
}
