import type { ServerStatus } from '../control';
import type { CallLog, RunningCalls } from '../server/calls/call-log';
import type { CallRecord } from '../vault/activity/call-record';

export interface ServerSwitch {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly usePort: (port: number) => Promise<void>;
}

export interface LiveState {
  readonly server: ServerStatus;
  readonly isPaused: boolean;
  readonly running: RunningCalls;
  /** Calls that wait for the user's answer. */
  readonly waiting: number;
  readonly lastCall: CallRecord | undefined;
  /** One that the server could use instead of its own, which another program has. */
  readonly freePort?: number | undefined;
}

/** What the status bar, the settings and views use. */
export type Live = Pick<LiveStatus, 'state' | 'setPaused' | 'subscribe'>;

export class LiveStatus {
  isPaused = false;
  private waiting = 0;
  private freePort: number | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly server: () => ServerStatus,
    private readonly calls: CallLog,
  ) {
    calls.watch(this.changed);
    calls.subscribe(this.changed);
  }

  get state(): LiveState {
    const { isPaused, waiting, calls } = this;
    const server = this.server();
    const freePort = server.takenPort === undefined ? undefined : this.freePort;
    return { server, isPaused, waiting, running: calls.running, lastCall: calls.all.at(-1), freePort };
  }

  /** While paused, every call fails with `paused`. Not stored: the app starts unpaused. */
  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.changed();
  }

  /** @param count how many calls wait for the user's decision */
  setWaiting(count: number): void {
    this.waiting = count;
    this.changed();
  }

  setFreePort(port: number | undefined): void {
    this.freePort = port;
    this.changed();
  }

  readonly changed = (): void => {
    for (const listener of this.listeners) listener();
  };

  /** Called after every change. @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
