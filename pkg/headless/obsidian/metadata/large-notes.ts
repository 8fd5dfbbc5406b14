/** Scans large notes in a thread of their own, one after the other; the thread lives as long as there are any. */
import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type * as Api from 'obsidian';
import {
  addPart,
  type BuildTask,
  isPart,
  isScannedNote,
  readLargeNote,
  type ScannedNote,
  type ScanTask,
} from './large-note';
import { metadataOf, type NoteRecord } from './note-record';

/** A note that takes longer has no metadata, milliseconds. */
const patience = 30_000;

/** Nor has one that takes more memory. */
const mostMegabytes = 1024;

export class LargeNotes {
  private readonly worker: string | undefined;
  private thread: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** @param worker the built worker; without it everything happens on this thread, however long that takes */
  constructor(worker: string | undefined) {
    this.worker = worker !== undefined && existsSync(worker) ? worker : undefined;
  }

  /** Undefined when the note is too much for the thread. */
  scan(task: ScanTask): Promise<ScannedNote | undefined> {
    if (this.worker === undefined) return Promise.resolve(readLargeNote(task));
    return this.inTurn(async () => {
      const answer = await this.ask(task);
      return isScannedNote(answer) ? answer : undefined;
    });
  }

  /** The metadata of a large record. Undefined when it is too much for the thread. */
  build(record: NoteRecord): Promise<Api.CachedMetadata | undefined> {
    if (this.worker === undefined) return Promise.resolve(metadataOf(record));
    return this.inTurn(async () => {
      const metadata: Record<string, unknown> = {};
      const task: BuildTask = { record };
      let answer = await this.ask(task);
      for (; isPart(answer); answer = await this.ask('more')) {
        addPart(metadata, answer);
        await setImmediate();
      }
      return answer === null && isMetadata(metadata) ? metadata : undefined;
    });
  }

  close(): void {
    void this.thread?.terminate();
    this.thread = undefined;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.waiting++;
    const result = this.last.then(work);
    this.last = result.finally(() => {
      if (--this.waiting === 0) this.close();
    });
    return result;
  }

  private async ask(message: ScanTask | BuildTask | 'more'): Promise<unknown> {
    this.thread ??= new Worker(this.worker ?? '', {
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    const answer = await answerOf(this.thread, message);
    // What is left of the thread may still be busy.
    if (answer === undefined) this.close();
    return answer;
  }
}

/** Undefined when the thread ends, fails, or takes too long. */
function answerOf(thread: Worker, message: unknown): Promise<unknown> {
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
    thread.postMessage(message);
  });
}

/** Made from what `metadataOf` made, part by part. */
function isMetadata(value: Record<string, unknown>): value is Record<string, unknown> & Api.CachedMetadata {
  return value['sections'] === undefined || Array.isArray(value['sections']);
}
