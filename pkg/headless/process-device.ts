/** Which of the processes that serve one vault from one state folder at the same time this one is. */
import { createHmac, randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { HostServices } from '../../src/control';
import { isClaimed, isOurs } from './obsidian/disk/claims';
import { keyOf, makeFolders, type StateFolder } from './state-folder';

type JournalDevices = ReturnType<HostServices['claimDevices']>;

/**
 * Numbers that no other running process has, each kept in a file with the id of its process: one for this process, and
 * those of processes that ended without a stop. The journal takes changes that are not complete for those of a process
 * that has ended, so two processes must not write under one name.
 */
export class ProcessDevice {
  private readonly files: string[] = [];
  private claimed: JournalDevices | undefined;

  constructor(private readonly state: StateFolder) {}

  /** The same in each call. */
  claim(): JournalDevices {
    return (this.claimed ??= this.claimNumbers());
  }

  /** A process that has released its numbers writes no more. */
  release(): void {
    for (const file of this.files.splice(0)) {
      try {
        if (isOurs(file)) rmSync(file, { force: true });
      } catch {
        // The next process finds that this one has ended.
      }
    }
  }

  private claimNumbers(): JournalDevices {
    const folder = join(this.state.path, 'processes');
    try {
      makeFolders(folder);
      let number = 1;
      while (!isClaimed(join(folder, String(number)))) number += 1;
      this.files.push(join(folder, String(number)));
      // Those below were held, or lost to another start a moment ago.
      const others = readdirSync(folder).filter(name => /^[1-9]\d*$/.test(name) && Number(name) > number);
      const ended = others.filter(name => isClaimed(join(folder, name)));
      this.files.push(...ended.map(name => join(folder, name)));
      return { own: this.nameOf(String(number)), ended: ended.flatMap(name => this.nameOf(name) ?? []) };
    } catch {
      return { own: randomBytes(4).toString('hex'), ended: [] };
    }
  }

  private nameOf(number: string): string | undefined {
    if (number === '1') return undefined;
    return createHmac('sha256', keyOf(this.state)).update(`process ${number}`).digest('hex').slice(0, 8);
  }
}
