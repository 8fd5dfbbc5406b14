/** The event loop and its clock. */
export interface Loop {
  /** Monotonic milliseconds. */
  now(): number;
  /** Resolves after one turn of the event loop. */
  yieldToLoop(): Promise<void>;
}

/** Gives the turns of the event loop to those that wait for one: whatever is due in one turn runs before anything else. */
export class LoopTurns {
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly loop: Pick<Loop, 'yieldToLoop'>) {}

  /** Resolves in a later turn, for one caller in each, in the order in which they came. */
  next(): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) void this.#resumeAll();
    });
  }

  async #resumeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.loop.yieldToLoop();
      this.#waiting.shift()?.();
    }
  }
}
