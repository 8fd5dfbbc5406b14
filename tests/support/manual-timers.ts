import type { Cancellable } from '../../src/platform';

/** Timers that run when a test says that time has passed. */
export class ManualTimers {
  private time = 0;
  private waiting: { readonly at: number; readonly run: () => void }[] = [];

  readonly after = (milliseconds: number, run: () => void): Cancellable => {
    const timer = { at: this.time + milliseconds, run };
    this.waiting.push(timer);
    return { cancel: () => void (this.waiting = this.waiting.filter(other => other !== timer)) };
  };

  get count(): number {
    return this.waiting.length;
  }

  pass(milliseconds: number): void {
    this.time += milliseconds;
    const due = this.waiting.filter(({ at }) => at <= this.time);
    this.waiting = this.waiting.filter(({ at }) => at > this.time);
    for (const { run } of due) run();
  }
}
