/** Long work on the thread that serves calls yields every few milliseconds. */
import { setImmediate } from 'node:timers/promises';

/** Length of a slice while nothing else happens, and while calls are served, milliseconds. */
const alone = 6;
const shared = 1;

/** A turn of the event loop that takes longer than this did other work, milliseconds. */
const busyTurn = 0.3;

/** How many slices stay short after the event loop was seen busy. */
const timeout = 50;

export class Slices {
  private began = performance.now();
  private short = 0;

  /** Whether it is time to `pause`. */
  get isOver(): boolean {
    return performance.now() - this.began >= (this.short > 0 ? shared : alone);
  }

  async pause(): Promise<void> {
    const paused = performance.now();
    await setImmediate();
    this.began = performance.now();
    if (this.began - paused > busyTurn) this.short = timeout;
    else if (this.short > 0) this.short--;
  }
}
