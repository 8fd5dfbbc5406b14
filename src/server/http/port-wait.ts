import type { after, Cancellable } from '../../platform';

/** Between two attempts to listen, milliseconds. */
const betweenTries = 500;

/** How long one start waits for a port that is in use. */
export class PortWait {
  private isEnded = false;
  private wake: () => void = () => undefined;

  /** @param left milliseconds; 0 does not wait */
  constructor(
    private readonly timer: typeof after,
    private left: number,
  ) {}

  get hasTime(): boolean {
    return this.left > 0;
  }

  /** Resolves when it is time for another attempt. @returns false, at once, if the wait was cancelled */
  async next(): Promise<boolean> {
    if (this.isEnded) return false;
    this.left -= betweenTries;
    let timer: Cancellable | undefined;
    await new Promise<void>(resolve => {
      this.wake = resolve;
      timer = this.timer(betweenTries, resolve);
    });
    timer?.cancel();
    return !this.isEnded;
  }

  end(): void {
    this.isEnded = true;
    this.wake();
  }
}
