/** Scans large notes in a process of its own, one at a time; the process ends when there are no more. */
import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type * as Api from 'obsidian';
import {
  addPart,
  type BuildTask,
  isMessage,
  isScannedNote,
  readLargeNote,
  type ScannedNote,
  type ScanTask,
} from './large-note';
import { bufferOf, largeRecord, metadataOf, type NoteRecord, weightOf } from '../records/note-record';
import { ScanProcess } from './scan-process';
import { onTimer, type Schedule } from './unread-notes';

/**
 * How long the idle process waits, milliseconds. Between two large notes the host reads hundreds of small
 * ones, and to start a process blocks the host's thread for 28 ms, 35 to 59 where others want both processors
 * (measured in a process of 440 MB).
 */
const idleTime = 10_000;

/** Programs that end before they are ready, one after another, until none is started for a while. */
const maxFailedStarts = 3;
/** Less than until a note is tried again, milliseconds. */
const restAfterFailures = 50_000;

export interface LargeNote extends ScannedNote {
  /** Made outside the host's process; undefined if the record is small enough for it. */
  readonly metadata: Api.CachedMetadata | undefined;
}

export class LargeNotes {
  private readonly worker: string | undefined;
  private program: ScanProcess | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private isClosed = false;
  private idle: NodeJS.Timeout | undefined;
  private failedStarts = 0;
  private isResting = false;

  /** @param worker the built worker; without it everything runs here, however long it takes */
  constructor(
    worker: string | undefined,
    private readonly schedule: Schedule = onTimer,
  ) {
    this.worker = worker !== undefined && existsSync(worker) ? worker : undefined;
  }

  /**
   * Reads and scans a note, and makes its metadata if its record is large.
   * @returns undefined if the note is too much for the process, or the process does not start
   */
  scan(task: ScanTask): Promise<LargeNote | undefined> {
    if (this.worker === undefined) {
      const note = readLargeNote(task);
      return Promise.resolve({ ...note, metadata: isLarge(note) ? metadataOf(bufferOf(note)) : undefined });
    }
    return this.inTurn(async () => {
      const note = await this.ask(task);
      if (!isScannedNote(note)) return undefined;
      if (!isLarge(note)) return { ...note, metadata: undefined };
      // The process still has the record.
      const metadata = await this.fetch('more');
      return metadata && { ...note, metadata };
    });
  }

  /** The metadata of a large record. Undefined if it is too much for the process. */
  build(record: NoteRecord): Promise<Api.CachedMetadata | undefined> {
    if (this.worker === undefined) return Promise.resolve(metadataOf(record));
    // A copy, since with a view all the bytes behind it would be posted.
    return this.inTurn(() => this.fetch({ record: Uint8Array.from(record) }));
  }

  /** For good: tasks in progress get no result. */
  close(): void {
    this.isClosed = true;
    this.rest();
  }

  private rest(): void {
    this.program?.end();
    this.program = undefined;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.waiting++;
    const result = this.last.then(work);
    this.last = result.finally(() => {
      this.waiting--;
      // One step often follows another.
      clearTimeout(this.idle);
      this.idle = setTimeout(() => {
        if (this.waiting === 0) this.rest();
      }, idleTime).unref();
    });
    return result;
  }

  /** The metadata that the process makes, a thousand links, items and so on at a time. */
  private async fetch(first: BuildTask | 'more'): Promise<Api.CachedMetadata | undefined> {
    const metadata: Record<string, unknown> = {};
    let answer = await this.ask(first);
    while (isMessage(answer)) {
      // The process makes the next part meanwhile.
      const next = this.ask('more');
      for (const part of answer) addPart(metadata, part);
      await setImmediate();
      answer = await next;
    }
    return answer === null && isMetadata(metadata) ? metadata : undefined;
  }

  private async ask(message: ScanTask | BuildTask | 'more'): Promise<unknown> {
    if (this.isClosed || this.isResting) return undefined;
    const program = (this.program ??= new ScanProcess(this.worker ?? ''));
    const answer = await program.ask(message);
    // The process may still be busy with the old task.
    if (answer === undefined) this.rest();
    if (program.isReady) this.failedStarts = 0;
    else if (this.worker !== undefined) this.failStart();
    return answer;
  }

  /** Otherwise every large note would wait for a start that fails, and all calls for the notes. */
  private failStart(): void {
    this.failedStarts += 1;
    if (this.failedStarts < maxFailedStarts) return;
    this.isResting = true;
    this.schedule(restAfterFailures, () => (this.isResting = false));
    console.error(
      'The program that reads large notes ends as soon as it is started: the system may be short of memory. Their properties, tags and links are unknown for now; it is tried again in a minute.',
    );
  }
}

function isLarge(note: ScannedNote): boolean {
  return weightOf(bufferOf(note)) >= largeRecord;
}

/** Made from what `metadataOf` made, part by part. */
function isMetadata(value: Record<string, unknown>): value is Record<string, unknown> & Api.CachedMetadata {
  return value['sections'] === undefined || Array.isArray(value['sections']);
}
