/** Scans large notes in a thread of their own, one after the other; the thread lives as long as there are any. */
import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
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
import { ScanThread } from './scan-thread';

/**
 * How long the thread waits for more, milliseconds. Between two large notes the other thread reads hundreds of small
 * ones, and a new thread costs more than most large notes.
 */
const idleTime = 2000;

export class LargeNotes {
  private readonly worker: string | undefined;
  private thread: ScanThread | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private isClosed = false;
  private idle: NodeJS.Timeout | undefined;

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
      // A copy, since with a view all the bytes behind it would be posted.
      const task: BuildTask = { record: Uint8Array.from(record) };
      let answer = await this.ask(task);
      for (; isPart(answer); answer = await this.ask('more')) {
        addPart(metadata, answer);
        await setImmediate();
      }
      return answer === null && isMetadata(metadata) ? metadata : undefined;
    });
  }

  /** For good: what is under way gets no answer. */
  close(): void {
    this.isClosed = true;
    this.rest();
  }

  private rest(): void {
    this.thread?.end();
    this.thread = undefined;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.waiting++;
    const result = this.last.then(work);
    this.last = result.finally(() => {
      this.waiting--;
      // What follows one step often is another.
      clearTimeout(this.idle);
      this.idle = setTimeout(() => {
        if (this.waiting === 0) this.rest();
      }, idleTime).unref();
    });
    return result;
  }

  private async ask(message: ScanTask | BuildTask | 'more'): Promise<unknown> {
    if (this.isClosed) return undefined;
    this.thread ??= new ScanThread(this.worker ?? '');
    const answer = await this.thread.ask(message);
    // What is left of the thread may still be busy.
    if (answer === undefined) this.rest();
    return answer;
  }
}

/** Made from what `metadataOf` made, part by part. */
function isMetadata(value: Record<string, unknown>): value is Record<string, unknown> & Api.CachedMetadata {
  return value['sections'] === undefined || Array.isArray(value['sections']);
}
