/** When the records of the notes are read from the disk and written to it. */
import { RecordFile, type StoredNote, type StoredNotes } from './record-file';
import { Slices } from '../slices';

/** After the notes were read for the first time; by then the first calls are over, milliseconds. */
const firstSave = 1000;

/** Later changes wait this long: notes that are missing at the next start are only read again, milliseconds. */
const laterSave = 5 * 60_000;

/** All are written for one that changed, so the more they are the longer it is put off: once more for so many bytes. */
const moderate = 16 * 1024 * 1024;

export class RecordKeeper {
  private readonly file: RecordFile | undefined;
  private hasChanged = false;
  private wasSaved = false;
  private hasTold = false;
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<void> = Promise.resolve();

  /** @param path of the file outside the vault; undefined to keep nothing */
  constructor(
    path: string | undefined,
    private readonly notes: () => StoredNotes,
  ) {
    this.file = path === undefined ? undefined : new RecordFile(path);
  }

  /** What was kept by path. */
  async load(slices: Slices): Promise<ReadonlyMap<string, StoredNote>> {
    const notes = (await this.file?.load(slices)) ?? new Map<string, StoredNote>();
    this.wasSaved = notes.size > 0;
    return notes;
  }

  /** Something is no longer as it was kept. */
  changed(): void {
    this.hasChanged = true;
    this.timer ??= setTimeout(() => void this.save(), this.delay()).unref();
  }

  /** Writes what changed; never rejects, since without the file the next start is only slower. */
  save(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.saving = this.saving.then(() => this.write()).catch((error: unknown) => this.failed(error));
    return this.saving;
  }

  /** What was not written is with the next change; the disk may stay full, so it is told once. */
  private failed(error: unknown): void {
    this.hasChanged = true;
    if (this.hasTold) return;
    this.hasTold = true;
    console.error('What is known of the notes could not be kept for the next start:', error);
  }

  private delay(): number {
    return this.wasSaved ? laterSave * Math.max(1, (this.file?.size ?? 0) / moderate) : firstSave;
  }

  private async write(): Promise<void> {
    if (this.file === undefined || !this.hasChanged) return;
    this.hasChanged = false;
    this.wasSaved = true;
    await this.file.save(this.notes(), new Slices());
  }
}
