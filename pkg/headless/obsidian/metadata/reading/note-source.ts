/** Makes the entry of a note from its file or from its record; never fails. */
import type { Stats } from 'node:fs';
import { locateFrontmatter } from '../../../../../src/markdown/frontmatter/frontmatter';
import type { Confinement } from '../../disk/confinement';
import { readRegularText } from '../../disk/regular-file';
import type { TFile } from '../../vault/files';
import type { FileStamp } from '../records/file-stamp';
import { isNothing } from './large-note';
import type { LargeNotes } from './large-notes';
import { NoteEntry } from '../note-entry';
import { NoteReader } from './note-reader';
import { bufferOf, emptyRecord, largeRecord, type NoteRecord, weightOf } from '../records/note-record';
import { NoteRecorder } from '../records/note-recorder';
import type { StoredNote } from '../records/record-file';

/** From these sizes on a note may take longer than a slice: another process scans it. */
const largeFile = 32 * 1024;
/** Of the YAML: a parse takes some 3 ms for a thousand bytes at its worst. */
const largeYaml = 4 * 1024;

export interface SourcedNote {
  readonly text: string;
  readonly entry: NoteEntry;
  /** Whether this is all that is known since it could not be read. */
  readonly isUnread?: true;
}

/** A note that cannot be read still exists, with empty metadata. */
const unread: SourcedNote = { text: '', entry: new NoteEntry(emptyRecord, undefined), isUnread: true };

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
    if (file.stat.size >= largeFile) return this.getLarge(file, wantsText);
    try {
      const { text, stamp } = this.reader.read(file);
      if (hasLargeYaml(text)) return this.getLarge(file, wantsText);
      const { record, metadata } = this.recorder.note(text);
      const note = this.withEntry(text, record, stamp);
      if (wantsText && !(note instanceof Promise)) note.entry.show(metadata());
      return note;
    } catch {
      return unread;
    }
  }

  /** What an earlier run recorded of the file. */
  restore({ record, stamp }: StoredNote): SourcedNote | Promise<SourcedNote> {
    return this.withEntry('', record, stamp);
  }

  /** @param attempts how often it may be scanned, since it can change between the scan and the reading of its text */
  private async getLarge(file: TFile, wantsText: boolean, attempts = 3): Promise<SourcedNote> {
    try {
      const realPath = this.confinement.real(file.path);
      const before = this.confinement.stats(file.path);
      const scanned = await this.large.scan({ realPath });
      if (scanned === undefined || isNothing(scanned)) return unread;
      const { stamp, metadata } = scanned;
      const text = wantsText ? await readRegularText(realPath) : '';
      if (wantsText && attempts > 1 && !isSameState(before, this.confinement.stats(file.path)))
        return await this.getLarge(file, wantsText, attempts - 1);
      return { text, entry: new NoteEntry(bufferOf(scanned), stamp, metadata) };
    } catch {
      return unread;
    }
  }

  private withEntry(
    text: string,
    record: NoteRecord,
    stamp: FileStamp | undefined,
  ): SourcedNote | Promise<SourcedNote> {
    return weightOf(record) < largeRecord
      ? { text, entry: new NoteEntry(record, stamp) }
      : this.withLargeEntry(text, record, stamp);
  }

  private async withLargeEntry(
    text: string,
    record: NoteRecord,
    stamp: FileStamp | undefined,
  ): Promise<SourcedNote> {
    const metadata = await this.large.build(record);
    return metadata === undefined ? unread : { text, entry: new NoteEntry(record, stamp, metadata) };
  }
}

function isSameState(a: Stats | null, b: Stats | null): boolean {
  return a?.mtimeMs === b?.mtimeMs && a?.size === b?.size && a?.ino === b?.ino;
}

function hasLargeYaml(text: string): boolean {
  const block = locateFrontmatter(text);
  if (block === undefined) return false;
  const yaml = text.slice(block.bodyStart, block.bodyEnd);
  // With aliases it can stand for a thousand times its length.
  return yaml.length >= largeYaml || (yaml.includes('&') && yaml.includes('*'));
}
