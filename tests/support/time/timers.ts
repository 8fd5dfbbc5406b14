import type { Cancellable } from '../../../src/platform';

/** Time that passes when it is told to. */
export class Timers {
  private time = 0;
  private readonly waiting = new Set<{ readonly at: number; readonly run: () => void }>();

  readonly now = (): number => this.time;

  readonly after = (milliseconds: number, run: () => void): Cancellable => {
    const timer = { at: this.time + milliseconds, run };
    this.waiting.add(timer);
    return { cancel: () => void this.waiting.delete(timer) };
  };

  get count(): number {
    return this.waiting.size;
  }

  pass(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const [next] = [...this.waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.waiting.delete(next);
      this.time = next.at;
      next.run();
    }
    this.time = end;
  }
}
