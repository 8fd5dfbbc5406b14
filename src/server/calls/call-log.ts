import type { CallRecord, Effect } from '../../vault/activity/call-record';

export type RunningCalls = Readonly<Record<Effect, number>>;

/** The last calls, newest last, for the activity view and the status bar. */
export class CallLog {
  private readonly records: CallRecord[] = [];
  private readonly listeners = new Set<(record: CallRecord) => void>();
  private readonly watchers = new Set<() => void>();
  private underWay: RunningCalls = { reads: 0, writes: 0 };

  constructor(readonly capacity = 10_000) {}

  /** Inserts the calls of earlier runs, oldest first, before those of this one. Does not notify listeners. */
  restore(earlier: readonly CallRecord[]): void {
    this.records.unshift(...earlier.slice(-(this.capacity - this.records.length)));
    for (const watcher of this.watchers) watcher();
  }

  clear(): void {
    this.records.length = 0;
    for (const watcher of this.watchers) watcher();
  }

  get running(): RunningCalls {
    return this.underWay;
  }

  /** Counts a call as running until the returned function is called, once. */
  begin(effect: Effect): () => void {
    this.count(effect, 1);
    return () => this.count(effect, -1);
  }

  add(record: CallRecord): void {
    this.records.push(record);
    if (this.records.length > this.capacity) this.records.shift();
    for (const listener of this.listeners) listener(record);
  }

  get all(): readonly CallRecord[] {
    return this.records;
  }

  /** @returns a function that ends the subscription. */
  subscribe(listener: (record: CallRecord) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Called whenever a call begins or ends. @returns a function that ends the subscription. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  private count(effect: Effect, more: number): void {
    this.underWay = { ...this.underWay, [effect]: this.underWay[effect] + more };
    for (const watcher of this.watchers) watcher();
  }
}
