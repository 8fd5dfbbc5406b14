/** What a call may do to the vault; a preview of a change only reads. */
export type Effect = 'reads' | 'writes';

/** How many calls are under way. */
export type RunningCalls = Readonly<Record<Effect, number>>;

/** One finished call, without any text of a note. */
export interface CallRecord {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly token: string;
  readonly client: string | undefined;
  readonly tool: string;
  readonly effect: Effect;
  /** The note or folder it named, as the client wrote it. */
  readonly path: string | undefined;
  /** An error code, or `ok`. */
  readonly outcome: string;
  readonly milliseconds: number;
}

/** The last calls, newest last, for the activity view and the status bar. */
export class CallLog {
  private readonly records: CallRecord[] = [];
  private readonly listeners = new Set<(record: CallRecord) => void>();
  private readonly watchers = new Set<() => void>();
  private underWay: RunningCalls = { reads: 0, writes: 0 };

  constructor(private readonly capacity = 500) {}

  get running(): RunningCalls {
    return this.underWay;
  }

  /** Counts a call until the function that is returned is called, once. */
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
