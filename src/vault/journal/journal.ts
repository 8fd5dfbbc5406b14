import { InOrder } from '../../utils/lazily';
import { type Change, ChangeIndex, maxFiles, OtherDevices } from './change-index';
import { type ImageBatch, ImageStore } from './image-store';
import { mayRemove, type JournalProblem, readJournal, readOthers, removeSetAside } from './journal-reader';
import type { JournalStorage } from './journal-storage';
import {
  type IntendedFile,
  type IntendedLinks,
  loadedFiles,
  loadedLinks,
  recordedFiles,
  recordedLinks,
} from './recording';
import type { ChangeAction, EndLine, Image, JournalLine } from './records';

export interface Intent {
  readonly caller: {
    readonly token: string;
    readonly key?: string | undefined;
    readonly client?: string | undefined;
  };
  readonly tool: string;
  readonly undoes?: string | undefined;
  readonly action?: ChangeAction | undefined;
  readonly files: readonly IntendedFile[];
  readonly progress?: ((done: number, of: number) => void) | undefined;
  /** Files whose links the app will change because of a move. */
  readonly linked?: readonly IntendedLinks[] | undefined;
}

export interface RetentionLimits {
  /** Milliseconds. */
  readonly age: number;
  readonly bytes: number;
  /** For all changes together; limits the memory of the index. */
  readonly files?: number;
}

/** Retention deletes whole segments, so they are kept short. */
const segmentLimits = { bytes: 4 * 1024 * 1024, age: 24 * 3_600_000 };

interface CurrentSegment {
  readonly id: string;
  readonly name: string;
  readonly begun: number;
  bytes: number;
}

/**
 * Write-ahead log of every change: the intent is on disk before the change happens. Lines are only appended;
 * contents are in separate files. All disk operations run in the order of the calls.
 */
export class Journal {
  private index = new ChangeIndex();
  private others: OtherDevices;
  private readonly ids: ChangeIds;
  private readonly images: ImageStore;
  private current: CurrentSegment | undefined;
  /** Whether the index has all of this device's changes, so that contents without one are not used. */
  private isComplete = false;
  /** Ends that could not be written. They precede all other lines, so a change without an end was open when a later one began. */
  private readonly owed: { readonly line: EndLine; readonly more: readonly IntendedFile[] }[] = [];
  private readonly inOrder = new InOrder();

  constructor(
    private readonly storage: JournalStorage,
    /** The device as `deviceId` makes it. */
    private readonly source: IdSource & { readonly device: () => string },
    private readonly report: (problem: JournalProblem) => void,
    private readonly limits: () => RetentionLimits,
  ) {
    this.ids = new ChangeIds(source);
    this.images = new ImageStore(storage, () => `${this.ids.next().id}-${source.device()}`);
    this.others = new OtherDevices(storage);
  }

  /** Reads the journal from disk; call it once, before anything else. Never rejects. */
  load(): Promise<void> {
    return this.inOrder.run(() => this.read());
  }

  /**
   * Resolves with the change's id when the intent is on disk.
   * @throws ToolFailure `storage_error`; nothing is recorded then
   */
  begin({ caller, tool, undoes, action, files, linked = [], progress }: Intent): Promise<string> {
    return this.inOrder.run(async () => {
      await this.writeOwed();
      const { id } = await this.write(async contents => {
        const recorded = { files: await recordedFiles(files, contents, progress) };
        const links = await recordedLinks(linked, contents);
        await contents.write();
        return { type: 'begin', ...this.ids.next(), ...caller, tool, undoes, action, ...recorded, ...links };
      });
      return id;
    });
  }

  /**
   * Marks the change as complete. Nothing fails if that cannot be written: at the next start the files themselves show it.
   * @param more files whose part in the change was not known before
   * @param unchanged files whose links could not be changed; without the line they make the change look half done
   */
  done(id: string, more: readonly IntendedFile[] = [], unchanged?: string[]): Promise<void> {
    return this.end({ type: 'done', id, time: this.source.now(), unchanged }, more);
  }

  /** The change was answered as an error, but parts of it may be left. */
  failed(id: string): Promise<void> {
    return this.end({ type: 'failed', id, time: this.source.now() });
  }

  /**
   * The change did not happen, or was reverted before its result was returned.
   * @param left files that were not reverted, since another program changed them or what they held is not kept; these
   *   stay listed
   */
  rolledBack(id: string, left: readonly string[] = []): Promise<void> {
    const time = this.source.now();
    return this.end({ type: 'rolledBack', id, time, left: left.length === 0 ? undefined : [...left] });
  }

  private end(line: EndLine, more: readonly IntendedFile[] = []): Promise<void> {
    return this.inOrder.run(async () => {
      this.owed.push({ line, more });
      await this.writeOwed().catch(() => {
        // Without the links that followed, an undo would break them.
        for (const end of this.owed) if (end.more.length === 0) this.index.add(end.line, '');
      });
      if (this.isTooLarge(this.limits())) await this.dropOldest();
    });
  }

  /** @throws ToolFailure `storage_error` */
  private async writeOwed(): Promise<void> {
    for (let [end] = this.owed; end !== undefined; [end] = this.owed) {
      const { line, more } = end;
      await this.write(async contents => {
        const followed = more.length === 0 ? {} : { more: await recordedFiles(more, contents) };
        await contents.write();
        this.owed[0] = { line: { ...line, ...followed }, more: [] };
        return this.owed[0].line;
      });
      this.owed.shift();
    }
  }

  /** Tries once more to write what is owed. Never rejects. */
  flush(): Promise<void> {
    return this.inOrder.run(() => this.writeOwed()).catch(() => undefined);
  }

  /** Writes what is owed, and reads what other devices have recorded since. @throws what the disk does */
  catchUp(): Promise<void> {
    return this.inOrder.run(async () => {
      await this.writeOwed();
      const others = new OtherDevices(this.storage);
      for await (const segment of readOthers(this.storage, this.source.device(), this.report))
        others.index.addSegment(segment);
      others.bound();
      this.others = others;
    });
  }

  /** Changes of this device whose outcome is unknown, oldest first. */
  pending(): Change[] {
    return this.index.pending();
  }

  get(id: string): Change | undefined {
    const change = this.index.get(id) ?? this.others.index.get(id);
    return change?.isPending === false ? change : undefined;
  }

  newestFirst(): Change[] {
    return this.others.withOwn(this.index.complete()).reverse();
  }

  /** A file's content before or after a change, also by its hash; undefined if it was not kept or is damaged. */
  async image(image: Image | string): Promise<Uint8Array | undefined> {
    const { index, others } = this;
    const at = typeof image === 'string' ? (index.image(image) ?? others.index.image(image)) : image;
    return at && (await this.images.get(at));
  }

  /** Deletes the oldest changes beyond the limits, and unused blobs. Never rejects. */
  retain(): Promise<void> {
    return this.inOrder.run(async () => {
      await this.dropOldest();
      if (this.isComplete) await this.removeUnusedBlobs();
    });
  }

  /**
   * Deletes all complete changes, their contents and damaged files.
   * @throws ToolFailure `storage_error`; nothing is deleted then
   */
  clear(): Promise<void> {
    return this.inOrder.run(async () => {
      const known = this.index;
      const pending = this.pending();
      this.index = new ChangeIndex();
      this.current = undefined;
      try {
        for (const change of pending) await this.beginAgain(change);
      } catch (error) {
        this.index = known;
        throw error;
      }
      for (const { name } of known.segmentsByAge()) await this.storage.remove(name).catch(() => undefined);
      await this.others.clear();
      await removeSetAside(this.storage);
      await this.removeUnusedBlobs();
    });
  }

  /** Stores its contents again: the old files also hold those of deleted changes. */
  private async beginAgain({ isPending: _isPending, linked = [], ...change }: Change): Promise<void> {
    await this.write(async contents => {
      const files = await recordedFiles(await loadedFiles(this, change.files), contents);
      const links = await recordedLinks(await loadedLinks(this, linked), contents);
      return { type: 'begin', ...change, files, ...links };
    });
  }

  private async removeUnusedBlobs(): Promise<void> {
    const names = await this.storage.blobNames().catch(() => []);
    const isUsed = (name: string): boolean => this.index.isUsed(name) || this.others.index.isUsed(name);
    await this.removeBlobs(names.filter(name => mayRemove(name, this.source.device()) && !isUsed(name)));
  }

  private async read(): Promise<void> {
    this.index = new ChangeIndex();
    this.current = undefined;
    this.others = new OtherDevices(this.storage);
    this.isComplete = false;
    const problems: JournalProblem[] = [];
    const report = (problem: JournalProblem): void => {
      problems.push(problem);
      this.report(problem);
    };
    try {
      await this.storage.clearPlace();
      for await (const segment of readJournal(this.storage, this.source.device(), report)) {
        (segment.isOwn ? this.index : this.others.index).addSegment(segment);
        if (segment.isOwn) for (const { time } of segment.lines) this.ids.startAfter(time);
      }
      // A folder that cannot be listed looks like an empty one.
      const hasChanges = this.index.segmentsByAge().length > 0;
      this.isComplete =
        problems.length === 0 && (hasChanges || (await this.storage.blobNames()).length === 0);
      this.others.bound();
    } catch {
      this.report({ kind: 'unreadable' });
    }
  }

  /** Contents are shared only within a segment, so that they are deleted with it. */
  private contentsIn({ id }: CurrentSegment): ImageBatch {
    return this.images.batch(hash => {
      const image = this.index.image(hash);
      return image?.file !== undefined && image.file > id ? image : undefined;
    });
  }

  /** The contents of a line are on disk before it. */
  private async write(lineOf: (contents: ImageBatch) => Promise<JournalLine>): Promise<JournalLine> {
    const segment = this.segmentNow();
    const contents = this.contentsIn(segment);
    const line = await lineOf(contents);
    await contents.write();
    const text = `${JSON.stringify(line)}\n`;
    try {
      await this.storage.append(segment.name, text);
    } catch (error) {
      // The segment may now end with part of a line, which must stay its last.
      this.current = undefined;
      throw error;
    }
    segment.bytes += text.length + contents.storedBytes;
    this.index.add(line, segment.name);
    this.index.addBytes(segment.name, text.length);
    return line;
  }

  private segmentNow(): CurrentSegment {
    const { current } = this;
    if (current !== undefined && !this.isFull(current)) return current;
    const { id } = this.ids.next();
    this.current = {
      id,
      name: `changes-${id}-${this.source.device()}.jsonl`,
      begun: this.source.now(),
      bytes: 0,
    };
    return this.current;
  }

  private isFull({ bytes, begun }: CurrentSegment): boolean {
    return bytes >= segmentLimits.bytes || this.source.now() - begun >= segmentLimits.age;
  }

  private isTooLarge({ bytes, files = maxFiles }: RetentionLimits): boolean {
    return this.index.totalBytes > bytes || this.index.fileCount > files;
  }

  private async dropOldest(): Promise<void> {
    const limits = this.limits();
    const oldest = this.source.now() - limits.age;
    await this.others.dropOld(oldest);
    if (this.current !== undefined && this.isFull(this.current)) this.current = undefined;
    for (const segment of this.index.segmentsByAge()) {
      const isTooMuch = segment.newest < oldest || this.isTooLarge(limits);
      if (!isTooMuch || segment.name === this.current?.name || this.index.hasPending(segment)) return;
      await this.storage.remove(segment.name).catch(() => undefined);
      await this.removeBlobs(this.index.removeSegment(segment.name));
    }
  }

  private async removeBlobs(names: readonly string[]): Promise<void> {
    for (const name of names) await this.storage.removeBlob(name).catch(() => undefined);
  }
}

/** The source of ids and times; tests inject their own. */
export interface IdSource {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A few random characters of 0–9 and a–z. */
  readonly random: () => string;
}

/** Makes ids that sort in the order of their creation, even if the clock is set back. */
class ChangeIds {
  private last = 0;
  private sequence = 0;

  constructor(private readonly source: IdSource) {}

  /** Later ids come after this time. */
  startAfter(time: number): void {
    this.last = Math.max(this.last, time + 1);
  }

  next(): { readonly id: string; readonly time: number } {
    const time = Math.max(this.source.now(), this.last);
    this.sequence = time === this.last ? this.sequence + 1 : 0;
    this.last = time;
    const parts = [base36(time, 9), base36(this.sequence, 4), this.source.random()];
    return { id: parts.join('-'), time };
  }
}

function base36(value: number, length: number): string {
  return value.toString(36).padStart(length, '0');
}
