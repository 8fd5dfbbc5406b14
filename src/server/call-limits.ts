import { ToolFailure } from '../errors';
import { after, type Cancellable } from '../platform';
import type { CallSlots } from './call-slots';

const callBudget = 30_000;

/** Bounds what one request may take: a slot among those of its token and of all, and thirty seconds. */
export class CallLimits {
  constructor(private readonly slots: CallSlots) {}

  /**
   * Runs work that ends when its signal aborts. Its slot is given back when the work has really ended, so that work
   * which does not listen cannot pile up.
   * @throws ToolFailure `busy`, `budget_exceeded`, and what the work throws
   */
  async run<T>(token: string, client: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const release = this.slots.take(token);
    const budget = new Budget(client);
    const running = (async () => work(budget.signal))().finally(release);
    try {
      return await Promise.race([running, budget.exhausted]);
    } finally {
      budget.end();
    }
  }
}

/** The time a call may take, and the signal that ends its work with it or with its client. */
class Budget {
  private readonly controller = new AbortController();
  private readonly timer: Cancellable;
  /** Rejects when the time is up. */
  readonly exhausted: Promise<never>;

  constructor(private readonly client: AbortSignal) {
    let reject: (failure: ToolFailure) => void;
    this.exhausted = new Promise((_resolve, refuse) => {
      reject = refuse;
    });
    this.timer = after(callBudget, () => {
      const failure = new ToolFailure(
        'budget_exceeded',
        `The call took more than ${callBudget / 1000} seconds and was stopped.`,
      );
      reject(failure);
      this.controller.abort(failure);
    });
    if (client.aborted) this.cancel();
    client.addEventListener('abort', this.cancel);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    this.timer.cancel();
    this.client.removeEventListener('abort', this.cancel);
  }

  private readonly cancel = (): void =>
    this.controller.abort(new ToolFailure('budget_exceeded', 'The client went away.'));
}
