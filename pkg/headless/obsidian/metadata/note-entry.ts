import type * as Api from 'obsidian';
import type { FileStamp } from './records/file-stamp';
import { metadataOf, type NoteRecord } from './records/note-record';

/**
 * One note of the cache. Its metadata is the same object as long as plugins hold it. Nothing here keeps it
 * alive: a query of all notes would keep ten times their records in memory (measured: 76 MB at 10,000 notes).
 */
export class NoteEntry {
  private seen: WeakRef<Api.CachedMetadata> | undefined;

  constructor(
    readonly record: NoteRecord,
    /** Undefined if the record must not be used at the next start. */
    readonly stamp: FileStamp | undefined,
    /** Only of a large note: making it again would block the thread. */
    private readonly kept?: Api.CachedMetadata,
  ) {}

  /** The metadata that listeners are about to get; equal to the record. */
  show(metadata: Api.CachedMetadata): void {
    this.seen ??= new WeakRef(metadata);
  }

  metadata(): Api.CachedMetadata {
    const { known } = this;
    if (known !== undefined) return known;
    const made = metadataOf(this.record);
    this.seen = new WeakRef(made);
    return made;
  }

  private get known(): Api.CachedMetadata | undefined {
    return this.kept ?? this.seen?.deref();
  }
}
