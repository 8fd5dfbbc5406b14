import { ToolFailure } from '../../errors';

/** Bytes of files. Smaller ones are read at once: their texts are gone soon. */
const largeFile = 1_000_000;
/** Of large files that are read at once, by all callers: work on a note takes up to ten times its bytes. */
const mostBytes = 24_000_000;

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** Lets calls work on large files in the order in which they ask, as many at once as fit into memory. */
export class ReadBudget {
  private bytes = 0;
  private readonly waiting: Waiting[] = [];

  /**
   * Runs work that holds a file in memory. It must not run other such work: that could wait for itself.
   * @param bytes of the file; one that is larger than the budget is worked on alone
   * @throws what the work throws; the signal's reason
   */
  async run<T>(bytes: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (bytes < largeFile) return work();
    await this.turn(bytes, signal);
    try {
      return await work();
    } finally {
      this.bytes -= bytes;
      this.beginNext();
    }
  }

  private async turn(bytes: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        const at = this.waiting.indexOf(entry);
        if (at >= 0) this.waiting.splice(at, 1);
        reject(reasonOf(signal));
        this.beginNext();
      };
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const entry = { bytes, begin };
      this.waiting.push(entry);
      signal?.addEventListener('abort', leave);
      this.beginNext();
    });
  }

  private beginNext(): void {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (this.bytes > 0 && this.bytes + next.bytes > mostBytes) return;
      this.waiting.shift();
      this.bytes += next.bytes;
      next.begin();
    }
  }
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new ToolFailure('budget_exceeded', 'The client went away.');
}
