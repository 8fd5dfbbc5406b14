import { ToolFailure } from '../../errors';
import { after, type Cancellable, now } from '../../platform';
import type { UserWait } from '../../utils/call-hooks';
import type { Effect } from '../../vault/activity/call-record';
import type { CallSlots, Slot } from './call-slots';

interface CallSource {
  readonly token: string;
  readonly kind: Effect;
  /** Aborts when the client cancels the call or disconnects. */
  readonly client: AbortSignal;
}

/** Limits what one request may use: a slot among those of its token and of all, and some time. */
export class CallLimits {
  constructor(
    private readonly slots: CallSlots,
    private readonly rules: () => { readonly isPaused: boolean; readonly seconds: number },
  ) {}

  /**
   * Runs work that is aborted with the client's signal. The work waits for a slot first; its time
   * starts when it has one. The slot is freed when the work has really ended, so that work which ignores its
   * signal cannot pile up.
   * @throws ToolFailure `paused`, `busy`, `budget_exceeded`, and what the work throws
   */
  async run<T>(
    { token, kind, client }: CallSource,
    work: (signal: AbortSignal, waitForUser: UserWait) => Promise<T>,
  ): Promise<T> {
    this.throwIfPaused();
    const budget = new Budget(client, this.rules().seconds);
    try {
      const slot = await this.slots.take(token, kind, budget.signal);
      return await this.inSlot(slot, budget, work);
    } finally {
      budget.end();
    }
  }

  private throwIfPaused(): void {
    if (this.rules().isPaused) throw new ToolFailure('paused', 'The owner of the vault has paused Lectern.');
  }

  private async inSlot<T>(
    slot: Slot,
    budget: Budget,
    work: (signal: AbortSignal, waitForUser: UserWait) => Promise<T>,
  ): Promise<T> {
    const waitForUser: UserWait = async decide => {
      budget.pause();
      slot.leave();
      try {
        return await decide();
      } finally {
        slot.enter();
        budget.resume();
      }
    };
    budget.resume();
    const running = (async () => {
      // The owner may have paused Lectern while the call waited.
      this.throwIfPaused();
      return work(budget.signal, waitForUser);
    })().finally(() => slot.leave());
    return Promise.race([running, budget.exhausted]);
  }
}

/** The time limit of a call, from `resume` on, and a signal that aborts with it or with the client (until `end`). */
class Budget {
  private readonly controller = new AbortController();
  private timer: Cancellable | undefined;
  private left: number;
  private since = 0;
  private reject: (failure: ToolFailure) => void = () => undefined;
  /** Rejects when the time is up. */
  readonly exhausted: Promise<never>;

  constructor(
    private readonly client: AbortSignal,
    private readonly seconds: number,
  ) {
    this.left = seconds * 1000;
    this.exhausted = new Promise((_resolve, reject) => {
      this.reject = reject;
    });
    if (client.aborted) this.cancel();
    client.addEventListener('abort', this.cancel);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Stops the clock until `resume`. */
  pause(): void {
    this.timer?.cancel();
    this.timer = undefined;
    this.left -= now() - this.since;
  }

  resume(): void {
    this.since = now();
    this.timer = after(Math.max(this.left, 1), () => {
      const failure = new ToolFailure(
        'budget_exceeded',
        `The call took more than ${this.seconds} seconds and was stopped.`,
      );
      this.reject(failure);
      this.controller.abort(failure);
    });
  }

  end(): void {
    this.timer?.cancel();
    this.client.removeEventListener('abort', this.cancel);
  }

  private readonly cancel = (): void =>
    this.controller.abort(new ToolFailure('budget_exceeded', 'The client disconnected.'));
}
