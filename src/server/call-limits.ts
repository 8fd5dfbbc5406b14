import { ToolFailure } from '../errors';
import { after, type Cancellable } from '../platform';
import type { CallSlots } from './call-slots';

/** What the owner says of calls at this moment. */
export interface CallRules {
  readonly isPaused: boolean;
  /** How long a call may take. */
  readonly seconds: number;
}

const usualRules: CallRules = { isPaused: false, seconds: 30 };

/** Bounds what one request may take: a slot among those of its token and of all, and some time. */
export class CallLimits {
  constructor(
    private readonly slots: CallSlots,
    private readonly rules: () => CallRules = () => usualRules,
  ) {}

  /**
   * Runs work that ends when its signal aborts. Its slot is given back when the work has really ended, so that work
   * which does not listen cannot pile up.
   * @throws ToolFailure `paused`, `busy`, `budget_exceeded`, and what the work throws
   */
  async run<T>(token: string, client: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { isPaused, seconds } = this.rules();
    if (isPaused) throw new ToolFailure('paused', 'The owner of the vault has paused Lectern.');
    const release = this.slots.take(token);
    const budget = new Budget(client, seconds);
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

  constructor(
    private readonly client: AbortSignal,
    seconds: number,
  ) {
    let reject: (failure: ToolFailure) => void;
    this.exhausted = new Promise((_resolve, refuse) => {
      reject = refuse;
    });
    this.timer = after(seconds * 1000, () => {
      const failure = new ToolFailure(
        'budget_exceeded',
        `The call took more than ${seconds} seconds and was stopped.`,
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
