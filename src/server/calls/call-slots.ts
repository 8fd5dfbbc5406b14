/** The slots of running calls, and how long work is sliced beside them. */

import { ToolFailure } from '../../errors';
import { after, type Cancellable, now, pause, yieldToLoop } from '../../platform';
import { getOrInsert } from '../../utils/collections';
import type { LoopStarts } from '../../utils/slicing/loop-turns';
import { createTimeSlicer, type TimeSlicer } from '../../utils/slicing/time-slicer';
import type { Effect } from '../../vault/activity/call-record';

const perToken = 16;
/** The remaining slots are for reads, so that they never wait for writes of other notes. */
const writesPerToken = 8;
const inAll = 64;
const writesInAll = 32;
const maxWaiting = 200;
const maxWaitSeconds = 20;

/** A slot among the running calls. */
export interface Slot {
  leave(): void;
  /** Takes the slot again after `leave`; never refused, since it was admitted before. */
  enter(): void;
}

interface Waiting {
  readonly token: string;
  readonly kind: Effect;
  readonly admit: () => void;
}

class Count {
  private readonly running: Record<Effect, number> = { reads: 0, writes: 0 };

  constructor(
    private readonly most: number,
    private readonly maxWrites: number,
  ) {}

  get total(): number {
    return this.running.reads + this.running.writes;
  }

  hasPlace(kind: Effect): boolean {
    return this.total < this.most && (kind === 'reads' || this.running.writes < this.maxWrites);
  }

  add(kind: Effect, change: 1 | -1): void {
    this.running[kind] += change;
  }
}

/** Limits the running calls, so that one client starves nobody; others wait in the order of arrival. */
export class CallSlots {
  private readonly byToken = new Map<string, Count>();
  private readonly all = new Count(inAll, writesInAll);
  private waiting: readonly Waiting[] = [];

  constructor(private readonly timer: typeof after = after) {}

  /** How many calls are running. */
  get running(): number {
    return this.all.total;
  }

  /**
   * Takes a slot, at once where one is free. An aborted call leaves the queue.
   * @throws ToolFailure `busy` where too many calls of the token wait, or one waits too long; the signal's reason
   */
  async take(token: string, kind: Effect, signal: AbortSignal): Promise<Slot> {
    const slot: Slot = { leave: () => this.leave(token, kind), enter: () => this.enter(token, kind) };
    const isBehind = this.waiting.some(other => other.token === token && other.kind === kind);
    if (!isBehind && this.hasPlace(token, kind)) this.enter(token, kind);
    else await this.turn(token, kind, signal);
    return slot;
  }

  private hasPlace(token: string, kind: Effect): boolean {
    return this.all.hasPlace(kind) && (this.byToken.get(token)?.hasPlace(kind) ?? true);
  }

  private async turn(token: string, kind: Effect, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.waiting.filter(other => other.token === token).length >= maxWaiting)
      throw new ToolFailure('busy', `${maxWaiting} calls of this token are already waiting.`);
    let timer: Cancellable | undefined;
    let leaveQueue: (reason: unknown) => void = () => undefined;
    const abort = (): void => leaveQueue(signal.reason);
    try {
      await new Promise<void>((resolve, reject) => {
        const entry: Waiting = { token, kind, admit: resolve };
        leaveQueue = reason => {
          this.waiting = this.waiting.filter(other => other !== entry);
          reject(reason instanceof Error ? reason : new ToolFailure('busy', 'The call was cancelled.'));
        };
        this.waiting = [...this.waiting, entry];
        const tooLong = `The call waited ${maxWaitSeconds} seconds for its turn.`;
        timer = this.timer(maxWaitSeconds * 1000, () => leaveQueue(new ToolFailure('busy', tooLong)));
        signal.addEventListener('abort', abort);
      });
    } finally {
      timer?.cancel();
      signal.removeEventListener('abort', abort);
    }
  }

  private enter(token: string, kind: Effect): void {
    getOrInsert(this.byToken, token, () => new Count(perToken, writesPerToken)).add(kind, 1);
    this.all.add(kind, 1);
  }

  private leave(token: string, kind: Effect): void {
    this.byToken.get(token)?.add(kind, -1);
    if (this.byToken.get(token)?.total === 0) this.byToken.delete(token);
    this.all.add(kind, -1);
    this.admit();
  }

  /** Admits waiting calls that now have a slot, in the order of arrival. */
  private admit(): void {
    if (!this.all.hasPlace('reads')) return;
    const still: Waiting[] = [];
    for (const entry of this.waiting) {
      if (!this.hasPlace(entry.token, entry.kind)) {
        still.push(entry);
        continue;
      }
      this.enter(entry.token, entry.kind);
      entry.admit();
    }
    this.waiting = still;
  }
}

/** Between two short slices of background work while calls are served, milliseconds. */
const backgroundPause = 10;

export function slicersFor(
  slots: CallSlots,
  starts: LoopStarts,
  ended: AbortSignal,
): Readonly<Record<'slicer' | 'background', TimeSlicer>> {
  return {
    // A request that waits to begin has no slot yet.
    slicer: createTimeSlicer({
      now,
      yieldToLoop,
      othersWaiting: () => slots.running > 1 || starts.isWaiting,
    }),
    // Of work that nobody waits for: it leaves calls their time, and ends when the plugin is unloaded.
    background: createTimeSlicer({
      now,
      yieldToLoop: () => (slots.running > 0 ? pause(backgroundPause) : yieldToLoop()),
      othersWaiting: () => true,
      ended,
    }),
  };
}
