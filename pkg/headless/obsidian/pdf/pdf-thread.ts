import { Worker } from 'node:worker_threads';
import { isRecord } from '../core/unknowns';
import type { PdfRequest } from './pdf-messages';

/** Of the thread's own heap, megabytes. */
const heapLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** What the whole process may grow by while a PDF is read: buffers are no part of a thread's heap. Bytes. */
const maxGrowth = 512 * 1024 * 1024;

/** Between two checks of the memory, milliseconds. */
const lookInterval = 50;

/** A thread with one PDF. A PDF that takes too much memory ends it. */
export class PdfThread {
  private readonly worker: Worker;
  private readonly looks: NodeJS.Timeout;
  private failure: Error | undefined;
  private pending: { resolve(value: unknown): void; reject(error: Error): void } | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  /** @param file the built `pdf-worker.mjs` */
  constructor(file: string) {
    // Its warnings are about fonts and pictures, which are not used here.
    this.worker = new Worker(file, { resourceLimits: heapLimits, stdout: true, stderr: true, execArgv: [] });
    this.worker.unref();
    this.worker.on('message', (message: unknown) => this.settle(message));
    this.worker.on('error', error => this.fail(asError(error)));
    this.worker.on('exit', () => this.fail(named('UnknownErrorException', 'The thread ended.')));
    const before = process.memoryUsage.rss();
    this.looks = setInterval(() => {
      if (process.memoryUsage.rss() - before > maxGrowth)
        this.fail(named('OutOfMemoryException', 'The PDF takes too much memory.'));
    }, lookInterval);
    this.looks.unref();
  }

  /** @throws Error with the name that PDF.js gave it, or `OutOfMemoryException` */
  ask(question: PdfRequest): Promise<unknown> {
    const asked = this.queue.then(
      () =>
        new Promise<unknown>((resolve, reject) => {
          if (this.failure !== undefined) reject(this.failure);
          this.pending = { resolve, reject };
          this.worker.postMessage(question);
        }),
    );
    this.queue = asked.catch(() => undefined);
    return asked;
  }

  async end(): Promise<void> {
    this.fail(named('AbortException', 'The reading was ended.'));
    await this.worker.terminate();
  }

  private settle(message: unknown): void {
    const { pending } = this;
    this.pending = undefined;
    if (!isRecord(message)) return;
    const { failure, value } = message;
    if (isRecord(failure)) pending?.reject(named(String(failure['name']), String(failure['message'])));
    else pending?.resolve(value);
  }

  private fail(error: Error): void {
    clearInterval(this.looks);
    if (this.failure !== undefined) return;
    this.failure = error;
    this.pending?.reject(error);
    void this.worker.terminate();
  }
}

function asError(error: unknown): Error {
  if (isRecord(error) && error['code'] === 'ERR_WORKER_OUT_OF_MEMORY')
    return named('OutOfMemoryException', 'The PDF takes too much memory.');
  return error instanceof Error ? error : named('UnknownErrorException', 'The thread failed.');
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
