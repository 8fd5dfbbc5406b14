import { ToolFailure } from '../../errors';

/** Bytes. Smaller files are read at once: their texts are freed soon. */
const largeFile = 1_000_000;
/** Bytes of large files that are read at once by all callers: each takes up to ten times its size. */
const maxBytes = 24_000_000;

/** A call that reads. */
export interface ReadingCall {
  readonly token: string;
  /** Resolves when the client has received the result of the call, or never will. */
  readonly taken: Promise<void>;
}

interface Waiting {
  /** Undefined if the file will not be in a result. */
  readonly token: string | undefined;
  readonly bytes: number;
  readonly begin: () => void;
}

/**
 * Lets calls work on large files in order, as many at once as fit into memory. Results that a client has not
 * received yet count only for the next results of the same token, so that a slow client delays no other.
 */
export class ReadBudget {
  private bytes = 0;
  private readonly kept = new Map<string, number>();
  private waiting: readonly Waiting[] = [];

  /**
   * Runs work that holds files in memory. It must not run other such work, which could cause a deadlock.
   * @param bytes of the files
   * @throws what the work throws; the signal's reason
   */
  async run<T>(bytes: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (bytes < largeFile) return work();
    await this.enter(bytes, signal);
    try {
      return await work();
    } finally {
      this.leave(bytes);
    }
  }

  /** The reads of one call. */
  of(call: ReadingCall): LargeReads {
    return new LargeReads(this, call);
  }

  /**
   * Resolves when the file fits into the budget; a file larger than the budget is processed alone.
   * @param token whose pending results count too; left out if the file will not be in a result
   */
  async enter(bytes: number, signal: AbortSignal | undefined, token?: string): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.waiting = this.waiting.filter(other => other !== entry);
        reject(reasonOf(signal));
        this.beginNext();
      };
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const entry: Waiting = { token, bytes, begin };
      this.waiting = [...this.waiting, entry];
      signal?.addEventListener('abort', leave);
      this.beginNext();
    });
  }

  leave(bytes: number): void {
    this.bytes -= bytes;
    this.beginNext();
  }

  /** The file's text is in a result that its client has not received yet. */
  keep(bytes: number, { token, taken }: ReadingCall): void {
    this.addKept(token, bytes);
    void taken.then(() => {
      this.addKept(token, -bytes);
      this.beginNext();
    });
  }

  private beginNext(): void {
    const still: Waiting[] = [];
    for (const [at, entry] of this.waiting.entries()) {
      // A call that waits for the work of others is not overtaken; a call that waits for its own client is.
      if (!fits(this.bytes, entry.bytes)) {
        still.push(...this.waiting.slice(at));
        break;
      }
      if (entry.token === undefined || fits(this.kept.get(entry.token) ?? 0, entry.bytes)) {
        this.bytes += entry.bytes;
        entry.begin();
      } else still.push(entry);
    }
    this.waiting = still;
  }

  private addKept(token: string, bytes: number): void {
    const kept = (this.kept.get(token) ?? 0) + bytes;
    if (kept === 0) this.kept.delete(token);
    else this.kept.set(token, kept);
  }
}

/** The reads of one call. */
export class LargeReads {
  constructor(
    private readonly budget: ReadBudget,
    private readonly call: ReadingCall,
  ) {}

  /** See `ReadBudget.run`. */
  run<T>(bytes: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    return this.budget.run(bytes, signal, work);
  }

  /** The same for work whose result holds the file's text until its client has received it. */
  async runForResult<T>(bytes: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (bytes < largeFile) return work();
    await this.budget.enter(bytes, signal, this.call.token);
    try {
      const result = await work();
      this.budget.keep(bytes, this.call);
      return result;
    } finally {
      this.budget.leave(bytes);
    }
  }
}

function fits(taken: number, bytes: number): boolean {
  return taken === 0 || taken + bytes <= maxBytes;
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new ToolFailure('budget_exceeded', 'The client went away.');
}
