/** Reads a client's settings file, and changes it with a backup. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../obsidian/core/unknowns';

/** Larger files are not settings; parsing 20 MB takes seconds. */
const maxMegabytes = 5;

const maxCopies = 100;

/** A token, or a header or variable that contains one, but not the placeholder of a setup text. */
const tokenShape = /\bBearer\s+(?!YOUR_TOKEN\b)[^\s"'\\]|\blct_\w|\bLECTERN_TOKEN["']?\s*[:=]/i;

/** What a change did in addition to changing the text. */
export interface Rewritten {
  /** The copy of the file as it was, if one was made now. */
  readonly copy: string | undefined;
  /** Whether other accounts could read the file before, and no longer can. */
  readonly isClosed: boolean;
}

/**
 * The text of a file; undefined if there is none.
 * @throws Error with a sentence for the user if it cannot be read, is too large, or is not a regular file
 */
export function textOf(file: string): string | undefined {
  try {
    refuseOdd(file);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      // Writing would replace the link, whose target may be on a disk that is not mounted now.
      if (lstatSync(file, { throwIfNoEntry: false }) !== undefined)
        throw new Error(
          `${file} is a link to a file that does not exist. Create that file, or remove the link.`,
        );
      return undefined;
    }
    if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new Error(`${file} is not UTF-8 text.`);
    throw error;
  }
}

/** Reading a pipe would wait for whoever writes into it. */
function refuseOdd(file: string): void {
  const stat = statSync(file);
  if (!stat.isFile()) throw new Error(`${file} is not a regular file.`);
  if (stat.size > maxMegabytes * 1_000_000)
    throw new Error(`${file} is larger than ${maxMegabytes} MB, too large for a settings file.`);
}

/** Whether a text gives access to notes, or to another server, to whoever reads it. */
export function holdsToken(text: string): boolean {
  return tokenShape.test(text);
}

/**
 * Writes a file whole or not at all; a link to it stays a link. A text with a token is readable only by its owner.
 * @param before the contents that the change was made from
 * @param losesForeign whether an entry that another program or the user wrote is lost with it
 * @throws Error if another program has changed the file since, or no copy can be kept
 */
export function rewrite(
  file: string,
  before: string | undefined,
  after: string,
  losesForeign = false,
): Rewritten {
  if (textOf(file) !== before)
    throw new Error(`${file} has just been changed by another program. Try again.`);
  if (before === undefined) mkdirSync(dirname(file), { recursive: true });
  const real = before === undefined ? file : realpathSync.native(file);
  const was = before === undefined ? 0o600 : statSync(real).mode & 0o777;
  const mode = holdsToken(after) ? was & ~0o077 : was;
  const copy = before === undefined || holdsToken(before) ? undefined : copyOf(real, before, losesForeign);
  const temporary = `${real}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, after, { flag: 'wx', mode });
    renameSync(temporary, real);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') rmSync(temporary, { force: true });
    throw error;
  }
  // Windows keeps no such rights.
  return { copy, isClosed: mode !== was && (statSync(real).mode & 0o077) === 0 };
}

/** Whether a file has a token, and other accounts may read it. */
export function isOpenToOthers(file: string, text: string): boolean {
  return holdsToken(text) && (statSync(file).mode & 0o077) !== 0;
}

/** Makes a file unreadable for other accounts. */
export function closeToOthers(file: string): void {
  const real = realpathSync.native(file);
  chmodSync(real, statSync(real).mode & 0o700);
}

/**
 * Keeps a copy of the first version of a file, and of those from which an entry of another server is lost: later versions
 * contain what Lectern wrote, perhaps a token.
 * @returns the path of the copy; undefined if there is one already
 */
function copyOf(file: string, text: string, losesForeign: boolean): string | undefined {
  for (let number = 1; number <= maxCopies; number += 1) {
    const copy = `${file}.before-lectern${number === 1 ? '' : `-${number}`}`;
    try {
      // Also fails for a dangling link, instead of writing through it.
      writeFileSync(copy, text, { flag: 'wx', mode: 0o600 });
      return copy;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (!lstatSync(copy).isFile())
        throw new Error(`${copy} is not a regular file, so no copy can be kept there. Nothing was changed.`);
      if (!losesForeign || readFileSync(copy, 'utf8') === text) return undefined;
    }
  }
  throw new Error(`There are ${maxCopies} copies beside ${file} already. Nothing was changed.`);
}
