/** Reads a client's settings file, and changes it with a backup. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../obsidian/core/unknowns';

/** The text of a file; undefined if there is none. @throws Error if it exists and cannot be read */
export function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes a file whole or not at all; a link to it stays a link.
 * @param before the contents that the change was made from
 * @returns the copy of the file as it was; undefined if there was none
 * @throws Error if another program has changed the file since
 */
export function rewrite(file: string, before: string | undefined, after: string): string | undefined {
  if (textOf(file) !== before)
    throw new Error(`${file} has just been changed by another program. Try again.`);
  if (before === undefined) mkdirSync(dirname(file), { recursive: true });
  const real = before === undefined ? file : realpathSync.native(file);
  const copy = before === undefined ? undefined : copyOf(real);
  const temporary = `${real}.${process.pid}.tmp`;
  // The file may contain a token.
  writeFileSync(temporary, after, {
    flag: 'wx',
    mode: before === undefined ? 0o600 : statSync(real).mode & 0o777,
  });
  renameSync(temporary, real);
  return copy;
}

/** @returns the path of a copy beside the file; the first copy is never overwritten */
function copyOf(file: string): string {
  const first = `${file}.before-lectern`;
  let copy = first;
  for (let number = 2; existsSync(copy); number += 1) copy = `${first}-${number}`;
  copyFileSync(file, copy);
  return copy;
}
