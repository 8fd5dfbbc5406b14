/** Reads all notes at the start of the host: records of an earlier run first, other notes in batches. */
import { existsSync } from 'node:fs';
import type { Confinement } from '../disk/confinement';
import type { TFile } from '../vault/files';
import { type BatchReader, readInBatches } from './reading/batch-reader';
import type { StoredNote } from './records/record-file';
import type { RecordKeeper } from './records/record-keeper';
import type { Slices } from './slices';

export interface FirstNote {
  readonly file: TFile;
  /** Undefined if the note has to be read alone. */
  readonly known: StoredNote | undefined;
  /** Whether it was read in this run. */
  readonly isRead: boolean;
}

export interface FirstReadingOptions {
  readonly recordFile: string | undefined;
  readonly scanWorker: string | undefined;
}

export class FirstReading {
  /** Number of records of an earlier run. */
  kept = 0;
  private batches: BatchReader | undefined;

  constructor(
    private readonly confinement: Confinement,
    private readonly keeper: RecordKeeper,
    private readonly options: FirstReadingOptions,
  ) {}

  /** Starts to read if there are no records; `notes` takes the results. */
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
      yield { file, known: upToDate(known, file), isRead: true };
    }
    const unknown: TFile[] = [];
    for (const file of files) {
      const known = upToDate(stored.get(file.path), file);
      if (known !== undefined) yield { file, known, isRead: false };
      else if (!given.has(file)) unknown.push(file);
    }
    const more = readInBatches(this.options.scanWorker, this.confinement, unknown);
    this.batches = more;
    for await (const { file, known } of more?.notes() ?? noneOf(unknown))
      yield { file, known: upToDate(known, file), isRead: true };
  }

  close(): void {
    this.batches?.end();
  }
}

function* noneOf(files: readonly TFile[]): Generator<{ file: TFile; known: undefined }> {
  for (const file of files) yield { file, known: undefined };
}

/** Undefined also for what was read before the latest change of the file. */
function upToDate(known: StoredNote | undefined, file: TFile): StoredNote | undefined {
  if (known === undefined) return undefined;
  const { time, size, inode } = known.stamp;
  return time === file.exactTime && size === file.stat.size && inode === file.inode ? known : undefined;
}
