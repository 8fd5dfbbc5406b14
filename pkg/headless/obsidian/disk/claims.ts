/** Files that one process has at a time, each with the identity of that process. */
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { codeOf } from '../core/unknowns';
import { isRunning } from './temporary-names';

/** A file without an identity, as a file system without hard links may leave, is held no longer; milliseconds. */
const claimTime = 10_000;

/** Whether this process has the file now. */
export function isClaimed(file: string): boolean {
  if (makeWhole(file)) return true;
  if (isHeld(file)) return false;
  // Only one process may take over what an ended one has left.
  const guard = `${file}.claim`;
  if (!makeWhole(guard)) {
    // Where the system does not tell when a process started, an old guard may name another one by now.
    if (isHeld(guard) && (isYoung(guard) || readText(guard).includes(' '))) return false;
    rmSync(guard, { recursive: true, force: true });
    if (!makeWhole(guard)) return false;
  }
  try {
    const ended = readText(file);
    return !isHeld(file) && isOurs(guard) && isTakenAway(file, ended) && makeWhole(file);
  } finally {
    if (isOurs(guard)) rmSync(guard, { force: true });
  }
}

/** Removes what an ended process left. Another start may have taken the guard too, and made its file: that is put back. */
function isTakenAway(file: string, ended: string): boolean {
  const away = `${file}.${process.pid}.tmp`;
  try {
    renameSync(file, away);
  } catch {
    return false;
  }
  const isEnded = readText(away) === ended;
  if (isEnded) rmSync(away, { force: true });
  else renameSync(away, file);
  return isEnded;
}

/**
 * Makes a file that names this process, at once or not at all: a process that is killed in the middle must not seem to
 * hold what it began to take. @returns false if something has that name
 */
function makeWhole(file: string): boolean {
  try {
    withWhole(file, whole => linkSync(whole, file));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
  }
  return makeInPlace(file);
}

/** For file systems without hard links, which answer in many ways. */
function makeInPlace(file: string): boolean {
  try {
    writeFileSync(file, identityOf(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    rmSync(file, { force: true });
    throw error;
  }
}

/** Gives `use` a whole file that names this process; what a crash leaves of it is removed at the next start. */
function withWhole(file: string, use: (whole: string) => void): void {
  const whole = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(whole, identityOf(process.pid), { mode: 0o600 });
    use(whole);
  } finally {
    rmSync(whole, { force: true });
  }
}

export function isOurs(file: string): boolean {
  return readText(file) === identityOf(process.pid);
}

/** By another process that runs, or that is just making or releasing the file. */
function isHeld(file: string): boolean {
  const identity = readText(file);
  if (identity === '') return isYoung(file);
  const pid = Number.parseInt(identity, 10);
  return pid !== process.pid && isRunning(pid) && identityOf(pid) === identity;
}

/** The id of a process and, where the system tells it, when it started: ids are given out again. */
function identityOf(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`);
  // The name in brackets may hold anything; behind it, the start is the twentieth field.
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return started === undefined ? String(pid) : `${pid} ${started}`;
}

/** So is what is gone: another process had it a moment ago. */
function isYoung(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || Date.now() - stats.mtimeMs < claimTime;
}

/** Empty where it cannot be read. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
