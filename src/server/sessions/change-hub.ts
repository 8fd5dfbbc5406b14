import type { VaultChange } from '../../vault/app/change-feed';
import type { Cancellable } from '../../platform';
import type { TimeSlicer } from '../../utils/slicing/time-slicer';
import type { TokenEntry } from '../http/gate';
import { ChangeGatherer, type ListKind, type Watch, type WatchServices } from './watch';

/** How long changes are gathered before clients are notified, in milliseconds. */
export const gatherTime = 500;
/** How often the tokens of listeners are checked, in milliseconds. */
export const sweepTime = 10_000;

export interface Listener {
  readonly watch: Watch;
  /** The vault as its token sees it now; undefined if the token is no longer valid. */
  readonly services: () => WatchServices | undefined;
  /** Ends the stream of a token that is no longer valid. */
  readonly end: () => void;
}

export interface NotificationHub {
  /** @param entry of the token with which the client began @returns a function that ends it */
  add(listener: Listener, entry: TokenEntry): () => void;
  /** Notifies all clients that a list may have changed, and ends the streams of invalid tokens. */
  listChanged(...kinds: readonly ListKind[]): void;
}

export interface HubOptions {
  readonly changes: (listener: (change: VaultChange) => void) => () => void;
  readonly slicer: TimeSlicer;
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
  readonly reportBug: (where: string, error: unknown) => void;
}

/** Notifies clients of changes: in batches, at most twice a second. Listens to the vault only while somebody listens. */
export class ChangeHub implements NotificationHub {
  private readonly listeners = new Set<Listener>();
  private readonly gatherer = new ChangeGatherer();
  private unsubscribe: (() => void) | undefined;
  private timer: Cancellable | undefined;
  private sweeper: Cancellable | undefined;
  private notifying: Promise<void> | undefined;

  constructor(private readonly options: HubOptions) {}

  add(listener: Listener): () => void {
    this.listeners.add(listener);
    this.unsubscribe ??= this.options.changes(change => this.gather(change));
    this.sweeper ??= this.options.after(sweepTime, this.sweep);
    return () => this.remove(listener);
  }

  get size(): number {
    return this.listeners.size;
  }

  listChanged(...kinds: readonly ListKind[]): void {
    for (const { watch, services, end } of [...this.listeners]) {
      if (services() === undefined) end();
      else for (const kind of kinds) watch.listChanged(kind);
    }
  }

  /** Resolves when all gathered notifications are sent; for tests and measurements. */
  async settled(): Promise<void> {
    await this.notifying;
  }

  private remove(listener: Listener): void {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return;
    this.unsubscribe?.();
    this.unsubscribe = undefined;
    this.timer?.cancel();
    this.timer = undefined;
    this.sweeper?.cancel();
    this.sweeper = undefined;
    this.gatherer.take();
  }

  private readonly sweep = (): void => {
    this.sweeper = undefined;
    this.listChanged();
    if (this.listeners.size > 0) this.sweeper ??= this.options.after(sweepTime, this.sweep);
  };

  private gather(change: VaultChange): void {
    this.gatherer.add(change);
    this.arm();
  }

  private arm(): void {
    if (this.notifying !== undefined) return;
    this.timer ??= this.options.after(gatherTime, () => {
      this.timer = undefined;
      this.notifying = this.notify().finally(() => {
        this.notifying = undefined;
        if (!this.gatherer.isEmpty) this.arm();
      });
    });
  }

  private async notify(): Promise<void> {
    const batch = this.gatherer.take();
    const { slicer } = this.options;
    for (const listener of [...this.listeners]) {
      // A failed listener must not prevent notifying the others.
      try {
        const services = listener.services();
        if (services === undefined) listener.end();
        else if (this.listeners.has(listener)) await listener.watch.notify(batch, services, { slicer });
      } catch (error) {
        this.options.reportBug('notifications', error);
      }
    }
  }
}
