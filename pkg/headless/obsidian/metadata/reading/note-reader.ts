/** Reads notes that the index knows, small ones on this thread: that costs a quarter of handing them to another. */
import type { Confinement } from '../../disk/confinement';
import type { TFile } from '../../vault/files';
import { readRegularTextSync } from '../../disk/regular-file';
import { stampOf } from '../records/file-stamp';
import { KnownNotes, type ReadNote } from './known-note';

export class NoteReader {
  private readonly known = new KnownNotes();

  constructor(private readonly confinement: Confinement) {}

  /** Bytes that are no UTF-8 become U+FFFD. @throws a system error when there is no such file any more */
  read(file: TFile): ReadNote {
    return this.readKnown(file) ?? this.readProven(file);
  }

  /** The text of a file that is as the index knows it; undefined for any other, and for large ones. */
  textOf(file: TFile): string | undefined {
    const note = this.readKnown(file);
    const isKnown = note?.stamp?.time === file.exactTime && note.stamp.size === file.stat.size;
    return isKnown ? note.text : undefined;
  }

  private readKnown(file: TFile): ReadNote | undefined {
    return this.known.read(this.confinement.full(file.path), file.inode);
  }

  private readProven(file: TFile): ReadNote {
    const stats = this.confinement.stats(file.path);
    const text = readRegularTextSync(this.confinement.real(file.path));
    return { text, stamp: stats === null ? undefined : stampOf(stats) };
  }
}
