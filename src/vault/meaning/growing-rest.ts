import { after, type Cancellable } from '../../platform';

/** Milliseconds after the first failure, and at most. */
const [firstRest, longestRest] = [5000, 600_000];

/** How long a server that failed is left alone: twice as long after each further failure. */
export class GrowingRest {
  #failures = 0;
  #timer: Cancellable | undefined;

  get isOver(): boolean {
    return this.#timer === undefined;
  }

  /** Milliseconds of the last one; 0 without a failure. */
  get length(): number {
    return this.#failures === 0 ? 0 : Math.min(firstRest * 2 ** (this.#failures - 1), longestRest);
  }

  /** Failures of requests that were under way together count once. */
  begin(): void {
    if (!this.isOver) return;
    this.#failures += 1;
    this.#timer = after(this.length, () => (this.#timer = undefined));
  }

  /** The server answers, or is another one. */
  end(): void {
    this.#failures = 0;
    this.stop();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }
}
