/**
 * Node's timers as a renderer of Electron has them. Chromium's loop runs, and Node's beside it only when it is woken. So
 * Electron wraps `setTimeout`, `setInterval` and `setImmediate` of `node:timers` (its lib/common/init.ts): each call wakes
 * Node's loop, which then knows when the timer is due. Nobody wraps `node:timers/promises`: a timer made there waits until
 * something else wakes the loop, in a hidden window for long. Here that is the next call of a wrapped one; in the app
 * sockets and files wake it too.
 */
import timers from 'node:timers';
import promises from 'node:timers/promises';

export class NodeTimers {
  private readonly asleep: (() => void)[] = [];

  /** In the place of `node:timers`. */
  readonly timers = {
    ...timers,
    setTimeout: this.waking(timers.setTimeout),
    setInterval: this.waking(timers.setInterval),
    setImmediate: this.waking(timers.setImmediate),
  };

  /** In the place of `node:timers/promises`. */
  readonly promises = {
    ...promises,
    setTimeout: async <T>(milliseconds?: number, value?: T): Promise<T | undefined> => {
      await this.woken();
      return promises.setTimeout(milliseconds, value);
    },
    setImmediate: async <T>(value?: T): Promise<T | undefined> => {
      await this.woken();
      return promises.setImmediate(value);
    },
  };

  private woken(): Promise<void> {
    return new Promise(resolve => this.asleep.push(resolve));
  }

  private waking<Values extends unknown[], Timer>(start: (...values: Values) => Timer) {
    return (...values: Values): Timer => {
      for (const wake of this.asleep.splice(0)) wake();
      return start(...values);
    };
  }
}
