/** Chromium's timers: they return numbers, which have neither `unref` nor `ref`. */
import {
  clearInterval as clearNodeInterval,
  clearTimeout as clearNodeTimeout,
  setInterval as setNodeInterval,
  setTimeout as setNodeTimeout,
} from 'node:timers';

type Task = (...values: unknown[]) => unknown;

export class RendererTimers {
  private readonly running = new Map<number, () => void>();
  /** What is due while the page is hidden. */
  private readonly late: (() => void)[] = [];
  private last = 0;
  private isThrottled = false;

  /** How many timers have neither run out nor been cleared. */
  get pending(): number {
    return this.running.size;
  }

  /** Chromium runs the timers of a hidden page once a minute at the worst; here not before it is shown. */
  set isHidden(isHidden: boolean) {
    this.isThrottled = isHidden;
    if (!isHidden) for (const run of this.late.splice(0)) run();
  }

  /** The four functions, which throw when they are called as methods of anything but the window. */
  functionsFor(
    window: object,
  ): Record<'setTimeout' | 'setInterval' | 'clearTimeout' | 'clearInterval', Task> {
    const start = this.start.bind(this);
    const clear = this.clear.bind(this);
    const guarded = (run: Task): Task =>
      function (this: unknown, ...values: unknown[]) {
        if (this !== undefined && this !== window) throw new TypeError('Illegal invocation');
        return run(...values);
      };
    return {
      setTimeout: guarded((task, delay, ...values) => start(task, delay, values, false)),
      setInterval: guarded((task, delay, ...values) => start(task, delay, values, true)),
      clearTimeout: guarded(clear),
      clearInterval: guarded(clear),
    };
  }

  private start(task: unknown, delay: unknown, values: unknown[], repeats: boolean): number {
    const id = (this.last += 1);
    const run = (): void => {
      if (!this.running.has(id)) return;
      if (this.isThrottled) {
        if (!this.late.includes(run)) this.late.push(run);
        return;
      }
      if (!repeats) this.running.delete(id);
      if (typeof task === 'function') Reflect.apply(task, undefined, values);
    };
    const milliseconds = Number(delay ?? 0);
    if (repeats) {
      const timer = setNodeInterval(run, milliseconds);
      this.running.set(id, () => clearNodeInterval(timer));
    } else {
      const timer = setNodeTimeout(run, milliseconds);
      this.running.set(id, () => clearNodeTimeout(timer));
    }
    return id;
  }

  /** As in Chromium, whatever is no number of a timer is ignored, Node's timer objects included. */
  private clear(id: unknown): void {
    if (typeof id !== 'number') return;
    this.running.get(id)?.();
    this.running.delete(id);
  }
}
