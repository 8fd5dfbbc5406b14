/** Long work on the thread that serves calls yields every few milliseconds. */
import { setImmediate } from 'node:timers/promises';

/** Length of a slice while nothing else happens, and while calls are served, milliseconds. */
const alone = 6;
const shared = 1;

/** A turn of the event loop that takes longer than this did other work, milliseconds. */
const busyTurn = 0.3;

/** How many slices stay short after the event loop was seen busy. */
const timeout = 50;

/** For so long the first reading waits for calls that do not wait for it, such as a first search, milliseconds. */
const patienceAtStart = 2000;

/** So few notes are read before a call would notice it. */
const fewNotes = 100;

export class Slices {
  private began = performance.now();
  private short = 0;

  /** @param patience for so many milliseconds in all, `pause` lets other work go on until it rests */
  constructor(private patience = 0) {}

  /** Whether it is time to `pause`. */
  get isOver(): boolean {
    // A call that waits for a file looks like rest: its next turn is not kept waiting for long.
    const isShared = this.short > 0 || this.patience > 0;
    return performance.now() - this.began >= (isShared ? shared : alone);
  }

  async pause(): Promise<void> {
    let paused = performance.now();
    await setImmediate();
    this.began = performance.now();
    while (this.patience > 0 && this.began - paused > busyTurn) {
      this.patience -= this.began - paused;
      paused = this.began;
      await setImmediate();
      this.began = performance.now();
    }
    if (this.began - paused > busyTurn) this.short = timeout;
    else if (this.short > 0) this.short--;
  }
}

/** For the first reading of the notes. @param notes how many there are: many give way to calls */
export function slicesAtStart(notes: number): Slices {
  return new Slices(notes > fewNotes ? patienceAtStart : 0);
}
