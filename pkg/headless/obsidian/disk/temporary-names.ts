/**
 * Names of the files that exist only between writing and renaming. They begin with a dot, so no program shows
 * them as notes, and end in a keyed checksum, which tells them from a user's files after a crash.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { codeOf } from '../core/unknowns';

const pattern = /^\.lectern-(\d{1,10})-([0-9a-f]{16})-([0-9a-f]{16})\.tmp$/;

export class TemporaryNames {
  /** @param run of this process: a later one may get the same number, as it always does in a container */
  constructor(
    private readonly key: Uint8Array,
    private readonly run = thisRun(),
  ) {}

  next(): string {
    return this.nameFor(process.pid);
  }

  nameFor(pid: number): string {
    const body = `${pid}-${this.run}${randomBytes(4).toString('hex')}`;
    return `.lectern-${body}-${this.checksum(body)}.tmp`;
  }

  /** Whether a name was made here, in this run or an earlier one. */
  isOurs(name: string): boolean {
    return this.parts(name) !== undefined;
  }

  /** Whether a name is one of ours whose process has ended. */
  isLeftOver(name: string): boolean {
    const parts = this.parts(name);
    if (parts === undefined) return false;
    return parts.pid === process.pid ? !parts.random.startsWith(this.run) : !isRunning(parts.pid);
  }

  private parts(name: string): { readonly pid: number; readonly random: string } | undefined {
    const [, pid, random, checksum] = pattern.exec(name) ?? [];
    if (pid === undefined || random === undefined) return undefined;
    return this.checksum(`${pid}-${random}`) === checksum ? { pid: Number(pid), random } : undefined;
  }

  private checksum(body: string): string {
    return createHmac('sha256', this.key).update(body).digest('hex').slice(0, 16);
  }
}

/** Eight hexadecimal digits from the time at which the process started. */
function thisRun(): string {
  return Math.round(performance.timeOrigin).toString(16).slice(-8).padStart(8, '0');
}

/** Of any user: a process that may not be signalled runs all the same. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** A killed process can be signalled until its parent has asked for its exit code. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold brackets.
    return stat.slice(stat.lastIndexOf(')') + 1).startsWith(' Z');
  } catch {
    // Not Linux.
    return false;
  }
}
