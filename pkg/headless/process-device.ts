/** Which of the processes that serve one vault from one state folder at the same time this one is. */
import { createHmac } from 'node:crypto';
import { mkdirSync, readFileSync, rmdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './obsidian/core/unknowns';
import { isRunning } from './obsidian/disk/temporary-names';
import { keyOf, makeFolders, type StateFolder } from './state-folder';

/** More processes than that share the last name. */
const most = 1000;

/** How long a claim may take that a process has begun, milliseconds; then it ended in the middle. */
const claimTime = 10_000;

/**
 * A number that no other running process has, kept in a file with the id of its process. The journal takes changes
 * that are not complete for those of a process that has ended, so two processes must not write under one name.
 */
export class ProcessDevice {
  private file: string | undefined;

  constructor(private readonly state: StateFolder) {}

  /** Undefined for the first process, and where the state folder cannot be written; else eight characters of 0–9 and a–f. */
  claim(): string | undefined {
    const folder = join(this.state.path, 'processes');
    let number = 1;
    try {
      makeFolders(folder);
      while (number < most && !isClaimed(join(folder, String(number)))) number += 1;
    } catch {
      return undefined;
    }
    this.file = join(folder, String(number));
    if (number === 1) return undefined;
    return createHmac('sha256', keyOf(this.state)).update(`process ${number}`).digest('hex').slice(0, 8);
  }

  release(): void {
    if (this.file === undefined || readText(this.file) !== identityOf(process.pid)) return;
    unlinkSync(this.file);
    this.file = undefined;
  }
}

/** Whether this process has the file now. */
function isClaimed(file: string): boolean {
  try {
    writeFileSync(file, identityOf(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  if (isHeld(file)) return false;
  // Only one process may take over what an ended one has left.
  const guard = `${file}.claim`;
  try {
    mkdirSync(guard);
  } catch {
    if (!isYoung(guard)) rmdirSync(guard);
    return false;
  }
  try {
    if (isHeld(file)) return false;
    writeFileSync(file, identityOf(process.pid), { mode: 0o600 });
    return true;
  } finally {
    rmdirSync(guard);
  }
}

/** By another process that runs, or that has made the file just now. */
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

function isYoung(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs < claimTime;
}

/** Empty where there is none. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
