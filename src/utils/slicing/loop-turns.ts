/** Milliseconds of work that may begin in one turn of the event loop. */
const beginning = 2;

interface Loop {
  /** Monotonic milliseconds. */
  now(): number;
  /** Resolves after one turn of the event loop. */
  yieldToLoop(): Promise<void>;
}

/**
 * Shares the turns of the event loop among the requests of many connections: whatever is due in one turn runs before
 * anything else. Sixty calls that came together blocked the loop for 100 ms of work (measured).
 */
export class LoopTurns {
  readonly #waiting: (() => void)[] = [];
  /** When the first work of this turn began. */
  #begunAt: number | undefined;

  constructor(private readonly loop: Loop) {}

  /** Resolves in a later turn, for one caller in each, in the order in which they came. */
  next(): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) void this.#resumeAll();
    });
  }

  /** Resolves at once while little has begun in this turn and nobody waits, else like `next`. */
  async begin(): Promise<void> {
    if (this.#waiting.length > 0) return this.next();
    const { loop } = this;
    if (this.#begunAt === undefined) {
      this.#begunAt = loop.now();
      void loop.yieldToLoop().then(() => (this.#begunAt = undefined));
      return undefined;
    }
    return loop.now() - this.#begunAt < beginning ? undefined : this.next();
  }

  async #resumeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.loop.yieldToLoop();
      this.#waiting.shift()?.();
    }
  }
}
