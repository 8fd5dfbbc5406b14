/** One finished call, without any text of a note. */
export interface CallRecord {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly token: string;
  readonly client: string | undefined;
  readonly tool: string;
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

  constructor(private readonly capacity = 500) {}

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
}
