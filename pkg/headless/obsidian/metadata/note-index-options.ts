import type { TFile } from '../vault/files';
import type { NoteEntry } from './note-entry';
import type { Schedule } from './reading/unread-notes';

export interface NoteEvents {
  changed(file: TFile, text: string, entry: NoteEntry): void;
  deleted(file: TFile, previous: NoteEntry | undefined): void;
  resolve(file: TFile): void;
  resolved(): void;
  /** Whether the text of a changed note is needed. */
  wantsText(): boolean;
}

export interface IndexOptions {
  /** From a change to its reading, milliseconds. */
  readonly delay: number;
  /** Where records are kept for the next start. */
  readonly recordFile: string | undefined;
  /** The built worker that scans large notes. */
  readonly scanWorker: string | undefined;
  /** When notes that could not be scanned are tried again. */
  readonly schedule: Schedule;
}
