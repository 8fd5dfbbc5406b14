import { ToolFailure } from '../errors';

const perToken = 16;
const inAll = 64;

/** A place among the calls in flight. */
export interface Slot {
  leave(): void;
  /** Comes back after `leave`; never refused, since it was let in once. */
  enter(): void;
}

/** Counts calls in flight, so that one client cannot starve the others or the app. */
export class CallSlots {
  private readonly byToken = new Map<string, number>();
  private total = 0;

  /** Whether any call is in flight. */
  get isBusy(): boolean {
    return this.total > 0;
  }

  /** Whether a call beside the running one waits for its turn. */
  get othersWaiting(): boolean {
    return this.total > 1;
  }

  /**
   * Takes a slot.
   * @throws ToolFailure `busy`
   */
  take(token: string): Slot {
    const held = this.byToken.get(token) ?? 0;
    if (held >= perToken)
      throw new ToolFailure('busy', `This token already has ${perToken} calls in flight.`);
    if (this.total >= inAll) throw new ToolFailure('busy', `There are already ${inAll} calls in flight.`);
    this.enter(token);
    return { leave: () => this.leave(token), enter: () => this.enter(token) };
  }

  private enter(token: string): void {
    this.byToken.set(token, (this.byToken.get(token) ?? 0) + 1);
    this.total += 1;
  }

  private leave(token: string): void {
    const held = this.byToken.get(token) ?? 0;
    if (held > 1) this.byToken.set(token, held - 1);
    else this.byToken.delete(token);
    this.total -= 1;
  }
}
