/** What is known of the notes when the host starts: kept records first, then notes that are read together. */
import { existsSync } from 'node:fs';
import type { Confinement } from '../disk/confinement';
import type { TFile } from '../vault/files';
import { type BatchReader, readInBatches } from './reading/batch-reader';
import type { StoredNote } from './records/record-file';
import type { RecordKeeper } from './records/record-keeper';
import type { Slices } from './slices';

export interface FirstNote {
  readonly file: TFile;
  /** Undefined where the note has to be read by itself. */
  readonly known: StoredNote | undefined;
  /** Whether it was read in this run. */
  readonly isRead: boolean;
}

export interface FirstReadingOptions {
  readonly recordFile: string | undefined;
  readonly scanWorker: string | undefined;
}

export class FirstReading {
  /** How many notes were kept by an earlier run. */
  kept = 0;
  private batches: BatchReader | undefined;

  constructor(
    private readonly confinement: Confinement,
    private readonly keeper: RecordKeeper,
    private readonly options: FirstReadingOptions,
  ) {}

  /** Begins to read where nothing was kept: what is read is waited for by `notes`. */
  begin(files: readonly TFile[]): void {
    const { recordFile, scanWorker } = this.options;
    if (recordFile === undefined || existsSync(recordFile)) return;
    this.batches ??= readInBatches(scanWorker, this.confinement, files);
  }

  /** Each of the files once. */
  async *notes(files: readonly TFile[], slices: Slices): AsyncGenerator<FirstNote> {
    const stored = await this.keeper.load(slices);
    this.kept = stored.size;
    const given = new Set<TFile>();
    for await (const { file, known } of this.batches?.notes() ?? []) {
      given.add(file);
      yield { file, known, isRead: true };
    }
    const unknown: TFile[] = [];
    for (const file of files) {
      const known = stored.get(file.path);
      if (known && isOf(known, file)) yield { file, known, isRead: false };
      else if (!given.has(file)) unknown.push(file);
    }
    const more = readInBatches(this.options.scanWorker, this.confinement, unknown);
    this.batches = more;
    for await (const { file, known } of more?.notes() ?? noneOf(unknown)) yield { file, known, isRead: true };
  }

  close(): void {
    this.batches?.end();
  }
}

function* noneOf(files: readonly TFile[]): Generator<{ file: TFile; known: undefined }> {
  for (const file of files) yield { file, known: undefined };
}

function isOf({ stamp }: StoredNote, file: TFile): boolean {
  return stamp.time === file.exactTime && stamp.size === file.stat.size && stamp.inode === file.inode;
}
