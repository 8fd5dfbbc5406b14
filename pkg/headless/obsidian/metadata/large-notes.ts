/** Scans large notes in a thread of their own, one after the other; the thread lives as long as there are any. */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { isScannedNote, readLargeNote, type ScannedNote, type ScanTask } from './large-note';

/** From this size on a note is large: its scan may take more than a slice, bytes. */
export const largeSize = 256 * 1024;

/** A note that takes longer has no metadata, milliseconds. */
const patience = 30_000;

/** So does one that takes more memory. */
const mostMegabytes = 1024;

export class LargeNotes {
  private readonly worker: string | undefined;
  private thread: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** @param worker the built worker; without it notes are scanned on this thread, however long that takes */
  constructor(worker: string | undefined) {
    this.worker = worker !== undefined && existsSync(worker) ? worker : undefined;
  }

  /** Undefined when the note is too much for the thread. */
  scan(task: ScanTask): Promise<ScannedNote | undefined> {
    const { worker } = this;
    if (worker === undefined) return Promise.resolve(readLargeNote(task));
    this.waiting++;
    const scanned = this.last.then(() => this.post(worker, task));
    this.last = scanned.finally(() => {
      if (--this.waiting === 0) this.close();
    });
    return scanned;
  }

  close(): void {
    void this.thread?.terminate();
    this.thread = undefined;
  }

  private async post(worker: string, task: ScanTask): Promise<ScannedNote | undefined> {
    this.thread ??= new Worker(worker, { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } });
    const answer = await answerOf(this.thread, task);
    if (isScannedNote(answer)) return answer;
    // What is left of the thread may still be busy.
    this.close();
    return undefined;
  }
}

/** Undefined when the thread ends, fails, or takes too long. */
function answerOf(thread: Worker, task: ScanTask): Promise<unknown> {
  return new Promise(resolve => {
    const end = (answer?: unknown): void => {
      clearTimeout(timer);
      thread.removeAllListeners();
      // A thread that fails later has nobody to tell.
      thread.on('error', () => undefined);
      resolve(answer);
    };
    const timer = setTimeout(() => end(), patience);
    thread.on('message', (answer: unknown) => end(answer));
    thread.on('error', () => end());
    thread.on('exit', () => end());
    thread.postMessage(task);
  });
}
