/** Decides when the records of the notes are loaded and saved. */
import type { NoteCursor } from './note-cursor';
import { RecordFile, type StoredNotes } from './record-file';
import { Slices } from '../slices';

/** After the first reading of all; by then the first calls are done, milliseconds. */
const firstSave = 1000;

/** Delay of later saves: notes that are missing at the next start are only read again, milliseconds. */
const laterSave = 5 * 60_000;

/** One changed note saves all, so the delay grows with their number: once more for so many bytes. */
const moderate = 16 * 1024 * 1024;

export interface KeptRecords {
  /** Of the file outside the vault; undefined to keep nothing. */
  readonly path: string | undefined;
  /** See `RecordFile`. */
  readonly version: string;
  /** What the records are about, for the message that they could not be kept. */
  readonly about: 'notes';
}

export class RecordKeeper {
  private readonly file: RecordFile | undefined;
  private hasChanged = false;
  private isHeld = false;
  private wasSaved = false;
  private hasReported = false;
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<void> = Promise.resolve();

  constructor(
    private readonly kept: KeptRecords,
    private readonly notes: () => StoredNotes,
  ) {
    const { path, version } = kept;
    this.file = path === undefined ? undefined : new RecordFile(path, version);
  }

  /** As `RecordFile.load`. */
  async load(use: (note: NoteCursor) => void, slices: Slices): Promise<number | undefined> {
    const count = await this.file?.load(use, slices);
    this.wasSaved = (count ?? 0) > 0;
    return count;
  }

  /** The bytes of the stored records, for a `NoteCursor`. */
  async read(slices: Slices): Promise<Buffer> {
    const bytes = (await this.file?.read(slices)) ?? Buffer.alloc(0);
    this.wasSaved = bytes.length > 0;
    return bytes;
  }

  /** Some record is newer than the stored one. */
  changed(): void {
    this.hasChanged = true;
    this.arm();
  }

  /** Until `release`, nothing is written but by `save`: while all notes are read, the file would soon have too little. */
  hold(): void {
    this.isHeld = true;
  }

  release(): void {
    this.isHeld = false;
    if (this.hasChanged) this.arm();
  }

  /** Writes what changed; never rejects, since without the file the next start is only slower. */
  save(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.saving = this.saving.then(() => this.write()).catch((error: unknown) => this.failed(error));
    return this.saving;
  }

  private arm(): void {
    if (!this.isHeld) this.timer ??= setTimeout(() => void this.save(), this.delay()).unref();
  }

  /** The next change saves it again; the disk may stay full, so this is logged once. */
  private failed(error: unknown): void {
    this.hasChanged = true;
    if (this.hasReported) return;
    this.hasReported = true;
    console.error(`What is known of the ${this.kept.about} could not be kept for the next start:`, error);
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
