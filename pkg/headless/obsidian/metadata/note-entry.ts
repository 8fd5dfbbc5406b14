import type * as Api from 'obsidian';
import type { FileStamp } from './records/file-stamp';
import { metadataOf, type NoteRecord } from './records/note-record';

/**
 * One note of the cache. Its metadata is one object for as long as anybody can tell: nothing here keeps it alive, so
 * that a question about all notes does not leave ten times their records behind (measured: 76 MB at 10,000 notes).
 */
export class NoteEntry {
  private seen: WeakRef<Api.CachedMetadata> | undefined;

  constructor(
    readonly record: NoteRecord,
    /** Undefined when the record is not to be taken for the file's at the next start. */
    readonly stamp: FileStamp | undefined,
    /** Of a large note alone: making it again would hold up the thread. */
    private readonly kept?: Api.CachedMetadata,
  ) {}

  /** What listeners are about to be shown; equal to what the record says. */
  show(metadata: Api.CachedMetadata): void {
    this.seen ??= new WeakRef(metadata);
  }

  metadata(): Api.CachedMetadata {
    const known = this.kept ?? this.seen?.deref();
    if (known !== undefined) return known;
    const made = metadataOf(this.record);
    this.seen = new WeakRef(made);
    return made;
  }
}
