import { Worker } from 'node:worker_threads';

/** A question that takes longer ends the thread, milliseconds. */
const timeout = 30_000;

/** So does one that takes more memory, megabytes. */
const memoryLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** A worker that answers one question at a time. */
export class ScanThread {
  private readonly worker: Worker;
  private hasFailed = false;
  private answer: ((answer: unknown) => void) | undefined;

  constructor(file: string) {
    this.worker = new Worker(file, { resourceLimits: memoryLimits });
    this.worker.on('message', (answer: unknown) => this.answer?.(answer));
    this.worker.on('error', () => this.fail());
    this.worker.on('exit', () => this.fail());
  }

  /** Undefined when the thread failed or was too slow; it is of no use then. */
  async ask(question: unknown): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    const answer = await new Promise(resolve => {
      if (this.hasFailed) resolve(undefined);
      this.answer = resolve;
      timer = setTimeout(() => resolve(undefined), timeout);
      this.worker.postMessage(question);
    });
    clearTimeout(timer);
    return answer;
  }

  end(): void {
    this.fail();
    void this.worker.terminate();
  }

  private fail(): void {
    this.hasFailed = true;
    this.answer?.(undefined);
  }
}
