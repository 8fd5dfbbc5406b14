/** Makes the entry of a note from its file; never fails. */
import type { Confinement } from '../confinement';
import type { TFile } from '../files';
import { type LargeNotes, largeSize } from './large-notes';
import { NoteEntry } from './note-entry';
import { NoteReader } from './note-reader';
import { emptyRecord, NoteRecorder } from './note-record';

export interface SourcedNote {
  readonly text: string;
  readonly entry: NoteEntry;
}

/** A note that may not be read is there all the same, and nothing is known of it. */
const unread: SourcedNote = { text: '', entry: new NoteEntry(emptyRecord, undefined) };

export class NoteSource {
  private readonly recorder = new NoteRecorder();
  private readonly reader: NoteReader;

  constructor(
    private readonly confinement: Confinement,
    private readonly large: LargeNotes,
  ) {
    this.reader = new NoteReader(confinement);
  }

  /** At once for most notes; later for large ones. */
  get(file: TFile, wantsText: boolean): SourcedNote | Promise<SourcedNote> {
    return file.stat.size >= largeSize ? this.getLarge(file, wantsText) : this.getSmall(file);
  }

  private getSmall(file: TFile): SourcedNote {
    try {
      const { text, stamp } = this.reader.read(file);
      return { text, entry: new NoteEntry(this.recorder.record(text), stamp) };
    } catch {
      return unread;
    }
  }

  private async getLarge(file: TFile, wantsText: boolean): Promise<SourcedNote> {
    try {
      const realPath = this.confinement.real(file.path);
      const scanned = await this.large.scan({ realPath, wantsText });
      if (scanned === undefined) return unread;
      const { buffer, byteOffset, byteLength } = scanned.record;
      const record = Buffer.from(buffer, byteOffset, byteLength);
      return { text: scanned.text, entry: new NoteEntry(record, scanned.stamp) };
    } catch {
      return unread;
    }
  }
}
