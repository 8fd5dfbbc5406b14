/** One write at a time, in the order of the calls, as the app's adapter does (developer docs). */
import { setImmediate as turn } from 'node:timers/promises';

/** Many small writes in a row would block everything else; milliseconds between turns of the event loop. */
const longest = 8;

export class WriteQueue {
  private last: Promise<unknown> = Promise.resolve();
  /** When the present turn of the event loop began, as far as this queue knows. */
  private began: number | undefined;

  run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.began === undefined) this.beginTurn();
    const result = this.last.then(() => this.breathe()).then(work);
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
