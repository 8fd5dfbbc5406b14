import type * as Api from 'obsidian';
import type { FileStamp } from './file-stamp';
import { metadataOf, type NoteRecord } from './note-record';

/** One note of the cache. Its metadata is one object for as long as anybody can tell. */
export class NoteEntry {
  private seen: WeakRef<Api.CachedMetadata> | undefined;

  constructor(
    readonly record: NoteRecord,
    /** Undefined when the record is not to be taken for the file's at the next start. */
    readonly stamp: FileStamp | undefined,
    private kept?: Api.CachedMetadata,
  ) {}

  /** What listeners are about to be shown; equal to what the record says. */
  show(metadata: Api.CachedMetadata): void {
    this.seen ??= new WeakRef(metadata);
  }

  /** What somebody asked for is kept. */
  metadata(): Api.CachedMetadata {
    this.kept ??= this.glimpse();
    return this.kept;
  }

  /** What is only shown, as to the listeners of ten thousand events at the start, may go again. */
  glimpse(): Api.CachedMetadata {
    const known = this.kept ?? this.seen?.deref();
    if (known !== undefined) return known;
    const made = metadataOf(this.record);
    this.seen = new WeakRef(made);
    return made;
  }
}
