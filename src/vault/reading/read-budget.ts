import { ToolFailure } from '../../errors';

/** Bytes. Smaller files are read at once: their texts are freed soon. */
const largeFile = 1_000_000;
/** Bytes of large files in work at once, for all callers: each takes up to ten times its size. */
const maxBytes = 24_000_000;

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** Lets calls work on large files in order, as many at once as fit into memory; a larger one is worked on alone. */
export class ReadBudget {
  private bytes = 0;
  private readonly waiting: Waiting[] = [];

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
      this.bytes -= bytes;
      this.beginNext();
    }
  }

  private async enter(bytes: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        const reason: unknown = signal?.reason;
        reject(
          reason instanceof Error ? reason : new ToolFailure('budget_exceeded', 'The client went away.'),
        );
        this.beginNext();
      };
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const entry: Waiting = { bytes, begin };
      this.waiting.push(entry);
      signal?.addEventListener('abort', leave);
      this.beginNext();
    });
  }

  private beginNext(): void {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (this.bytes > 0 && this.bytes + next.bytes > maxBytes) return;
      this.bytes += next.bytes;
      this.waiting.shift();
      next.begin();
    }
  }
}
