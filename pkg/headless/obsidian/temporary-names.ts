/**
 * Names of the files that exist only between writing and renaming. They begin with a dot, so no program shows
 * them as notes, and end in a keyed checksum, so that what a crash left behind can be told from a user's file.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { codeOf } from './unknowns';

const pattern = /^\.lectern-(\d{1,10})-([0-9a-f]{16})-([0-9a-f]{16})\.tmp$/;

export class TemporaryNames {
  constructor(private readonly key: Uint8Array) {}

  next(): string {
    return this.nameFor(process.pid);
  }

  nameFor(pid: number): string {
    const body = `${pid}-${randomBytes(8).toString('hex')}`;
    return `.lectern-${body}-${this.checksum(body)}.tmp`;
  }

  /** Whether a name is one of ours whose process has ended. */
  isLeftOver(name: string): boolean {
    const match = pattern.exec(name);
    if (match === null) return false;
    const [, pid = '', random = '', checksum] = match;
    return this.checksum(`${pid}-${random}`) === checksum && !isRunning(Number(pid));
  }

  private checksum(body: string): string {
    return createHmac('sha256', this.key).update(body).digest('hex').slice(0, 16);
  }
}

/** Of any user: a process that may not be signalled runs all the same. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
