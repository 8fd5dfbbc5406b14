import { addTo } from '../collections';

export interface Loop {
  /** Monotonic milliseconds. */
  now(): number;
  /** Resolves after one turn of the event loop. */
  yieldToLoop(): Promise<void>;
}

/** Shares out turns of the event loop, since whatever is due in one turn runs before anything else. */
export class LoopTurns {
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly loop: Pick<Loop, 'yieldToLoop'>) {}

  /** Resolves in a later turn: one caller per turn, first come, first served. */
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

/** Milliseconds of work that may begin in one turn of the event loop without waiting for a later one. */
const beginning = 2;

/**
 * Limits the work that begins in one turn of the event loop: whatever is due in one turn runs before anything else.
 * Sixty simultaneous calls blocked the loop for 100 ms (measured). Waiting clients take turns, so that many calls of
 * one do not delay a single call of another.
 */
export class LoopStarts {
  /** By client; none of the lists is empty. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isResuming = false;
  /** When the first work of this turn began. */
  #begunAt: number | undefined;

  constructor(private readonly loop: Loop) {}

  /** Whether any work waits to begin. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Resolves at once while little has begun in this turn and nobody waits, else in a later turn. */
  async begin(client: string): Promise<void> {
    if (!this.isWaiting && this.#hasTime()) return;
    await new Promise<void>(resolve => {
      addTo(this.#waiting, client, resolve);
      if (!this.#isResuming) void this.#resumeInTurns();
    });
  }

  async #resumeInTurns(): Promise<void> {
    this.#isResuming = true;
    while (this.isWaiting) {
      await this.loop.yieldToLoop();
      this.#resumeNext();
    }
    this.#isResuming = false;
  }

  /** The first work of each turn always has time. */
  #hasTime(): boolean {
    const now = this.loop.now();
    if (this.#begunAt === undefined) {
      this.#begunAt = now;
      void this.loop.yieldToLoop().then(() => (this.#begunAt = undefined));
    }
    return now - this.#begunAt < beginning;
  }

  /** The oldest of the client that was resumed least recently. */
  #resumeNext(): void {
    for (const [client, [resume, ...others]] of this.#waiting) {
      this.#waiting.delete(client);
      if (others.length > 0) this.#waiting.set(client, others);
      resume?.();
      return;
    }
  }
}
