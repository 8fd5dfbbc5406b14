/** Has a process of its own read and scan many notes, while this one loads plugins and serves first calls. */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Confinement } from '../../disk/confinement';
import type { TFile } from '../../vault/files';
import type { StoredNote } from '../records/record-file';
import { type BatchTask, isNoteBatch, type NoteBatch, notesOf } from './note-batch';

/** Fewer notes are read before a process has started. */
const fewNotes = 500;

/** How many notes are read together, some 20 ms of work, and how many times that is asked for ahead. */
const [batchSize, batchesAhead] = [128, 4];

/** From this size on a note is read by itself, bytes. */
export const largeFile = 32 * 1024;

/** A batch that takes longer ends the process, milliseconds. */
const timeout = 30_000;

/** Megabytes of old objects, and of each half of the new ones. */
const memoryLimits = ['--max-old-space-size=256', '--max-semi-space-size=8'];

/** A note of a batch; `known` is undefined where it has to be read by itself. */
export interface BatchedNote {
  readonly file: TFile;
  readonly known: StoredNote | undefined;
}

/** @returns undefined where the notes are read sooner without another process */
export function readInBatches(
  worker: string | undefined,
  confinement: Confinement,
  files: readonly TFile[],
): BatchReader | undefined {
  const isWorthIt = files.length >= fewNotes && availableParallelism() > 1;
  return isWorthIt && worker !== undefined && existsSync(worker)
    ? new BatchReader(worker, confinement, files)
    : undefined;
}

/** One reading of many notes. */
export class BatchReader {
  private readonly child: ChildProcess;
  private readonly batches: NoteBatch[] = [];
  /** The files of each batch that is under way or has arrived, in order. */
  private readonly given: (readonly TFile[])[] = [];
  /** How many files the process was given. */
  private asked = 0;
  private hasEnded = false;
  private wake: () => void = () => undefined;

  constructor(
    worker: string,
    private readonly confinement: Confinement,
    private readonly files: readonly TFile[],
  ) {
    this.child = fork(worker, {
      execArgv: memoryLimits,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child.on('message', (answer: unknown) => this.received(answer));
    this.child.on('error', () => this.end());
    this.child.on('exit', () => this.end());
    // Whoever waits for a batch keeps the host alive.
    this.child.unref();
    this.child.channel?.unref();
    for (let batch = 0; batch < batchesAhead; batch++) this.ask();
  }

  /** All notes in their order, once. When the process failed, those that are left are to be read by themselves. */
  async *notes(): AsyncGenerator<BatchedNote> {
    try {
      for (let files = this.given.shift(); files !== undefined; files = this.given.shift()) {
        const batch = await this.next();
        yield* together(files, batch);
      }
      yield* together(this.files.slice(this.asked), undefined);
    } finally {
      this.end();
    }
  }

  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.child.kill('SIGKILL');
    this.wake();
  }

  private received(answer: unknown): void {
    if (!isNoteBatch(answer)) {
      this.end();
      return;
    }
    this.batches.push(answer);
    this.ask();
    this.wake();
  }

  private ask(): void {
    const files = this.files.slice(this.asked, this.asked + batchSize);
    if (this.hasEnded || files.length === 0) return;
    this.asked += files.length;
    this.given.push(files);
    const task: BatchTask = {
      // A large one is refused by its inode, which no file has.
      inodes: files.map(({ inode, stat }) => (stat.size < largeFile ? inode : -1)),
      fullPaths: files.map(({ path }) => this.confinement.full(path)),
    };
    this.child.send(task, error => {
      if (error !== null) this.end();
    });
  }

  /** Undefined when the process has ended. */
  private async next(): Promise<NoteBatch | undefined> {
    while (this.batches.length === 0 && !this.hasEnded) {
      const timer = setTimeout(() => this.end(), timeout);
      await new Promise<void>(resolve => {
        this.wake = resolve;
      });
      clearTimeout(timer);
    }
    return this.batches.shift();
  }
}

function* together(files: readonly TFile[], batch: NoteBatch | undefined): Generator<BatchedNote> {
  const known = batch && notesOf(batch);
  for (const file of files) yield { file, known: known?.next().value };
}
