/** The changes that the journal knows: those of this device, and of others that share the vault. */
import { addTo, itemsOf, mapDefined } from '../../utils/collections';
import type { ReadSegment } from './journal-reader';
import type { JournalStorage } from './journal-storage';
import { type BeginLine, type ChangedFile, fileOf, type Image, type JournalLine } from './records';

/** One change of the vault as the journal knows it. */
export interface Change extends Omit<BeginLine, 'type'> {
  readonly isPending: boolean;
  /** When it was complete, milliseconds since 1970. */
  readonly ended?: number;
}

type FileTest = (file: ChangedFile) => boolean;

interface SegmentFacts {
  readonly name: string;
  /** When its latest change began, or the segment if no change in it can be read; milliseconds since 1970. */
  newest: number;
  bytes: number;
  readonly ids: Set<string>;
}

/** The journal without file contents: changes, their segments, and which change uses which blob. */
export class ChangeIndex {
  /** In the order in which they began. */
  private readonly entries = new Map<string, { change: Change; readonly segment: string }>();
  /** Ids of the changes whose outcome is unknown, in the same order. */
  private readonly open = new Set<string>();
  private readonly segments = new Map<string, SegmentFacts>();
  private readonly blobs = new Map<string, { uses: number; bytes: number }>();
  /** By hash, the latest last: several files may hold the same content. */
  private readonly contents = new Map<string, Image[]>();
  private bytes = 0;
  private files = 0;

  /** Blobs and lines on disk. */
  get totalBytes(): number {
    return this.bytes;
  }

  get fileCount(): number {
    return this.files;
  }

  /** Adds a line of a segment. Lines about changes that are gone or have ended are ignored: an end may be written twice. */
  add(line: JournalLine, segment: string): void {
    const entry = this.entries.get(line.id);
    if (line.type === 'begin') this.begin(line, segment);
    else if (entry?.change.isPending !== true) return;
    else if (line.type === 'failed') entry.change = { ...entry.change, isFailed: true };
    else if (line.type === 'done') {
      const unchanged = new Set(line.unchanged);
      const isKept: FileTest = ({ path, isLinking }) => isLinking !== true || !unchanged.has(path);
      this.finish(line.id, line.time, isKept, line.more);
    } else if (line.left === undefined) this.drop(line.id);
    else this.keepPart(line.id, line.time, new Set(line.left));
  }

  addSegment({ name, lines, bytes }: ReadSegment): void {
    for (const line of lines) this.add(line, name);
    this.addBytes(name, bytes);
  }

  addBytes(segment: string, bytes: number): void {
    this.segment(segment).bytes += bytes;
    this.bytes += bytes;
  }

  get(id: string): Change | undefined {
    return this.entries.get(id)?.change;
  }

  /** Changes whose outcome is known, in the order in which they began. */
  complete(): Change[] {
    return Array.from(this.entries.values(), ({ change }) => change).filter(({ isPending }) => !isPending);
  }

  /** The others, in the same order. */
  pending(): Change[] {
    return mapDefined(this.open, id => this.get(id));
  }

  /** The image of a content in a file that some change uses. */
  image(hash: string): Image | undefined {
    return this.contents.get(hash)?.at(-1);
  }

  isUsed(file: string): boolean {
    return this.blobs.has(file);
  }

  /** Oldest first. */
  segmentsByAge(): SegmentFacts[] {
    return [...this.segments.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  hasPending({ ids }: SegmentFacts): boolean {
    return [...ids].some(id => this.get(id)?.isPending === true);
  }

  /** @returns the blobs that are no longer used */
  removeSegment(name: string): string[] {
    const facts = this.segments.get(name);
    if (facts === undefined) return [];
    const unused = [...facts.ids].flatMap(id => this.drop(id));
    this.segments.delete(name);
    this.bytes -= facts.bytes;
    return unused;
  }

  private begin(line: BeginLine, segment: string): void {
    if (this.entries.has(line.id)) return;
    const { type: _type, ...change } = line;
    this.entries.set(line.id, { change: { ...change, isPending: true }, segment });
    this.open.add(line.id);
    const facts = this.segment(segment);
    facts.ids.add(line.id);
    facts.newest = Math.max(facts.newest, line.time);
    this.files += line.files.length;
    this.use(imagesIn(line));
  }

  /** @param isKept whether a file of the change remains in it; without any, there was no change */
  private finish(id: string, ended: number, isKept: FileTest, more: readonly ChangedFile[] = []): void {
    const entry = this.entries.get(id);
    if (entry === undefined) return;
    const { linked, files, ...change } = entry.change;
    const kept = [...files.filter(isKept), ...more];
    if (kept.length === 0) {
      this.drop(id);
      return;
    }
    entry.change = { ...change, isPending: false, ended, files: kept };
    this.open.delete(id);
    this.files += kept.length - files.length;
    this.use(more.flatMap(imagesOf));
    // The files whose links did follow are in `more`; the blobs of the others go at the next start.
    imagesIn({ files: files.filter(file => !isKept(file)), linked }).forEach(image => this.release(image));
  }

  /** If some files could not be reverted, only these remain in the change. */
  private keepPart(id: string, ended: number, left: ReadonlySet<string>): void {
    this.finish(id, ended, ({ path, newPath }) => left.has(newPath ?? path));
    const entry = this.entries.get(id);
    // A change that it was to undo is not undone as a whole.
    if (entry !== undefined) entry.change = { ...entry.change, undoes: undefined };
  }

  private drop(id: string): string[] {
    const entry = this.entries.get(id);
    if (entry === undefined) return [];
    this.entries.delete(id);
    this.open.delete(id);
    this.segments.get(entry.segment)?.ids.delete(id);
    this.files -= entry.change.files.length;
    return imagesIn(entry.change).flatMap(image => this.release(image));
  }

  private use(images: readonly Image[]): void {
    for (const image of images) {
      const { hash, at = 0, stored = 0 } = image;
      addTo(this.contents, hash, image);
      const blob = this.blobs.get(fileOf(image)) ?? { uses: 0, bytes: 0 };
      const bytes = Math.max(blob.bytes, at + stored);
      this.bytes += bytes - blob.bytes;
      this.blobs.set(fileOf(image), { uses: blob.uses + 1, bytes });
    }
  }

  private release(image: Image): string[] {
    const { hash } = image;
    const same = itemsOf(this.contents, hash);
    const released = same.findIndex(other => fileOf(other) === fileOf(image));
    const others = same.filter((_, index) => index !== released);
    if (others.length === 0) this.contents.delete(hash);
    else this.contents.set(hash, others);
    const blob = this.blobs.get(fileOf(image));
    if (blob === undefined) return [];
    blob.uses -= 1;
    if (blob.uses > 0) return [];
    this.blobs.delete(fileOf(image));
    this.bytes -= blob.bytes;
    return [fileOf(image)];
  }

  private segment(name: string): SegmentFacts {
    const begun = Number.parseInt(name.slice('changes-'.length), 36);
    const facts = this.segments.get(name) ?? { name, newest: begun, bytes: 0, ids: new Set() };
    this.segments.set(name, facts);
    return facts;
  }
}

function imagesIn({ files, linked = [] }: Pick<BeginLine, 'files' | 'linked'>): Image[] {
  return [...files, ...linked].flatMap(imagesOf);
}

/** Those that are kept. */
function imagesOf({ before, after }: Pick<ChangedFile, 'before' | 'after'>): Image[] {
  return [before, after].flatMap(image => (image?.stored === undefined ? [] : [image]));
}

/** Limit for the changes kept in memory, in files; the oldest are dropped. */
export const maxFiles = 20_000;
/** How much longer a device keeps another device's expired changes than its own, milliseconds. */
const grace = 7 * 24 * 3_600_000;

/**
 * Changes recorded by other devices that share the vault. They can be listed and undone, but are never
 * recovered here: their device may still be running. They are removed long after it should have done so.
 */
export class OtherDevices {
  readonly index = new ChangeIndex();

  constructor(private readonly storage: JournalStorage) {}

  /** Drops the oldest changes from memory beyond the limit; on disk they stay. */
  bound(): void {
    for (const { name } of this.index.segmentsByAge()) {
      if (this.index.fileCount <= maxFiles) return;
      this.index.removeSegment(name);
    }
  }

  /** Merges their complete changes with this device's, in the order in which they began. */
  withOwn(own: Change[]): Change[] {
    const others = this.index.complete();
    return others.length === 0 ? own : [...own, ...others].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** @param oldest age limit of this device's own changes, milliseconds since 1970 */
  async dropOld(oldest: number): Promise<void> {
    for (const segment of this.index.segmentsByAge())
      if (segment.newest < oldest - grace) await this.drop(segment);
  }

  /** Deletes complete changes and their contents. */
  async clear(): Promise<void> {
    for (const segment of this.index.segmentsByAge())
      if (!this.index.hasPending(segment)) await this.drop(segment);
  }

  private async drop({ name }: SegmentFacts): Promise<void> {
    await this.storage.remove(name).catch(() => undefined);
    for (const blob of this.index.removeSegment(name))
      await this.storage.removeBlob(blob).catch(() => undefined);
  }
}
