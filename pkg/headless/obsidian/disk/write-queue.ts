/** One write at a time, in the order of the calls, as the app's adapter does (developer docs). */
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../core/unknowns';

/** Many small writes in a row would block everything else; milliseconds between turns of the event loop. */
const longest = 8;

/** How a change fails while another program has the file open, as a virus scanner or a sync client often has on Windows. */
const held: ReadonlySet<string | undefined> = new Set(
  process.platform === 'win32' ? ['EBUSY', 'EACCES', 'EPERM'] : ['EBUSY'],
);
/** Milliseconds before each further try of such a change. */
const waits = [10, 30, 100, 300];

export class WriteQueue {
  private last: Promise<unknown> = Promise.resolve();
  /** When the present turn of the event loop began, as far as this queue knows. */
  private began: number | undefined;

  run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.began === undefined) this.beginTurn();
    const result = this.last.then(() => this.breathe()).then(() => whenFree(work));
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all writes requested so far are done. */
  async drained(): Promise<void> {
    await this.last;
  }

  private beginTurn(): void {
    this.began = performance.now();
    setImmediate(() => (this.began = undefined));
  }

  private async breathe(): Promise<void> {
    if (this.began === undefined) this.beginTurn();
    else if (performance.now() - this.began >= longest) await turn();
  }
}

/** @param work is done again if it fails because a file is held: in part it may have been done then */
async function whenFree<T>(work: () => T | Promise<T>): Promise<T> {
  for (const wait of waits) {
    try {
      return await work();
    } catch (error) {
      if (!held.has(codeOf(error))) throw error;
    }
    await sleep(wait);
  }
  return work();
}
