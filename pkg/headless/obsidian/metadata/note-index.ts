/**
 * The metadata of every note, kept equal to the vault some time after it changed, never at once: in the app a
 * write is over before its note is read again, and plugins must not rely on more.
 *
 * Order, as observed: at the start `changed` for each note that had to be read, `resolved`, then `resolve` for
 * each note, `resolved`; later `deleted` and `changed`, `resolve` for each note concerned, `resolved`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type TAbstractFile, TFile } from '../vault/files';
import type { Vault } from '../vault/vault';
import { ChangeQueue } from './change-queue';
import { LargeNotes } from './reading/large-notes';
import type { LinkGraph } from './link-graph';
import type { NoteEntry } from './note-entry';
import type { IndexOptions, NoteEvents } from './note-index-options';
import { isOf, knownStampOf } from './records/file-stamp';
import type { NoteCursor } from './records/note-cursor';
import { linkpathsOf, metadataVersion } from './records/note-record';
import { NoteSource, type SourcedNote } from './reading/note-source';
import { UnreadNotes } from './reading/unread-notes';
import type { StoredNote } from './records/record-file';
import { RecordKeeper } from './records/record-keeper';
import { Slices, slicesAtStart } from './slices';

/** How often `settled` checks again while nothing is in progress, milliseconds. */
const pollInterval = 2;

export class NoteIndex {
  private readonly entries = new Map<TFile, NoteEntry>();
  private readonly large: LargeNotes;
  private readonly source: NoteSource;
  private readonly keeper: RecordKeeper;
  private readonly queue: ChangeQueue;
  private readonly unread: UnreadNotes;
  /** Large notes that are being read; of two reads of one note the later counts. */
  private readonly scans = new Map<TFile, Promise<void>>();
  /** Notes whose links may have other targets than before. */
  private concerned = new Set<TFile>();
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private state: 'new' | 'open' | 'closed' = 'new';

  constructor(
    private readonly vault: Vault,
    private readonly links: LinkGraph,
    private readonly events: NoteEvents,
    options: IndexOptions,
  ) {
    this.queue = new ChangeQueue(options.delay);
    this.large = new LargeNotes(options.scanWorker, options.schedule);
    this.unread = new UnreadNotes(options.schedule, file => {
      this.queue.add(file, 0);
      this.arm();
    });
    this.source = new NoteSource(vault.adapter.confinement, this.large);
    const kept = { path: options.recordFile, version: metadataVersion, about: 'notes' } as const;
    this.keeper = new RecordKeeper(kept, () => this.storable());
  }

  get(file: TFile): NoteEntry | undefined {
    return this.entries.get(file);
  }

  /** Reads one note now, alone. */
  async look(file: TFile): Promise<NoteEntry> {
    return (await this.source.get(file, false)).entry;
  }

  /** Undefined also for a note that could not be read, whose metadata is empty. */
  readEntry(file: TFile): NoteEntry | undefined {
    return this.unread.has(file) ? undefined : this.entries.get(file);
  }

  /** Notes without metadata, since they could not be scanned. */
  get notScanned(): readonly TFile[] {
    return this.unread.files;
  }

  all(): Iterable<readonly [TFile, NoteEntry]> {
    return this.entries;
  }

  /** Begins to read all notes and to listen for changes. Does nothing the second time. */
  begin(): void {
    if (this.state !== 'new') return;
    this.state = 'open';
    this.vault.on('create', file => this.created(file));
    this.vault.on('modify', file => this.modified(file));
    this.vault.on('delete', file => this.deleted(file));
    this.vault.on('rename', (file, oldPath) => this.renamed(file, oldPath));
    this.keeper.hold();
    this.run(() => this.readAll().finally(() => this.keeper.release()));
  }

  /**
   * Resolves when all changes so far are read and resolved, which is then not delayed; at once if `begin` was never
   * called.
   */
  async settled(): Promise<void> {
    while (this.state === 'open' && this.isBehind()) {
      this.queue.hasten();
      this.arm();
      if (this.working === undefined) await wait(pollInterval);
      else await this.working;
    }
  }

  /** Saves the records for the next start. */
  async close(): Promise<void> {
    const wasOpen = this.state === 'open';
    this.state = 'closed';
    clearTimeout(this.timer);
    this.large.close();
    this.unread.clear();
    await this.working;
    if (wasOpen) await this.keeper.save();
  }

  private created(file: TAbstractFile): void {
    if (!(file instanceof TFile)) return;
    if (isNote(file)) this.queue.add(file);
    this.queue.touch(file.path);
    this.arm();
  }

  private modified(file: TAbstractFile): void {
    if (file instanceof TFile && isNote(file)) this.queue.add(file);
    this.arm();
  }

  private deleted(file: TAbstractFile): void {
    if (!(file instanceof TFile)) return;
    this.queue.vanish({ file, previous: this.entries.get(file) });
    this.drop(file, file.path);
    this.arm();
  }

  private renamed(file: TAbstractFile, oldPath: string): void {
    if (!(file instanceof TFile)) return;
    if (!isNote(file)) {
      this.drop(file, oldPath);
    } else {
      // A scan in progress looks at the old path, where the note no longer is.
      if (this.scans.delete(file) || this.readEntry(file) === undefined) this.queue.add(file);
      if (this.entries.has(file)) {
        this.links.move(oldPath, file.path);
        this.concerned.add(file);
        this.keeper.changed();
      }
    }
    this.queue.touch(oldPath);
    this.queue.touch(file.path);
    this.arm();
  }

  private drop(file: TFile, path: string): void {
    this.queue.remove(file);
    this.concerned.delete(file);
    this.unread.forget(file);
    const entry = this.entries.get(file);
    if (entry === undefined) return;
    this.entries.delete(file);
    this.links.replace(file, entry.record, undefined);
    this.links.forget(path);
    this.keeper.changed();
  }

  private arm(): void {
    const { due } = this.queue;
    if (this.state !== 'open' || this.working !== undefined || due === Infinity) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(() => this.catchUp()), Math.max(0, due - performance.now()));
    this.timer.unref();
  }

  private isBehind(): boolean {
    return this.working !== undefined || this.scans.size > 0 || this.queue.due < Infinity;
  }

  private isClosed(): boolean {
    return this.state === 'closed';
  }

  private run(work: () => Promise<void>): void {
    if (this.working !== undefined) return;
    this.working = work()
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        this.working = undefined;
        this.arm();
      });
  }

  private async readAll(): Promise<void> {
    // Waiting callers come first.
    await new Slices().pause();
    const patient = slicesAtStart(this.vault.getMarkdownFiles().length);
    const stored = await this.keeper.load(note => this.restore(note), patient);
    if (stored === undefined) for (const all of [this.entries, this.scans, this.concerned]) all.clear();
    for (const file of this.vault.getMarkdownFiles()) {
      if (patient.isOver) await patient.pause();
      if (this.entries.has(file) || this.scans.has(file)) continue;
      // It may be deleted or moved by now.
      if (this.vault.getFileByPath(file.path) === file && isNote(file)) this.queue.add(file, 0);
    }
    if (stored !== this.entries.size + this.scans.size) this.keeper.changed();
    await this.readDue(patient);
    await Promise.all(this.scans.values());
    if (this.isClosed()) return;
    this.events.resolved();
    await this.resolveConcerned(patient);
    this.events.resolved();
  }

  private async catchUp(): Promise<void> {
    const slices = new Slices();
    await this.followTree(slices);
    await this.readDue(slices);
    await this.resolveConcerned(slices);
    // A file that was created meanwhile may be a missing target.
    if (!this.isClosed() && this.queue.isTreeTaken) this.events.resolved();
  }

  private async followTree(slices: Slices): Promise<void> {
    const changes = this.queue.takeTree();
    if (changes === undefined) return;
    for (const { file, previous } of changes.gone) this.events.deleted(file, previous);
    if (changes.touched.size > 0) await this.links.open(this.entries, slices);
    for (const path of changes.touched) {
      for (const source of this.links.concernedBy(path)) this.concerned.add(source);
      if (slices.isOver) await slices.pause();
    }
  }

  private restore(known: NoteCursor): void {
    const file = this.vault.getFileByPath(known.path);
    if (file?.path !== known.path || !isNote(file) || !isOf(known, file)) return;
    const note = this.source.restore({ record: known.record, stamp: knownStampOf(file) });
    if (note instanceof Promise) this.follow(file, note, scanned => this.enter(file, scanned));
    else this.enter(file, note);
  }

  private async readDue(slices: Slices): Promise<void> {
    for (const file of this.queue.takeNotes()) {
      if (this.isClosed()) return;
      if (this.vault.getFileByPath(file.path) !== file) continue;
      const note = this.source.get(file, this.events.wantsText());
      if (note instanceof Promise) this.follow(file, note, scanned => this.changed(file, scanned));
      else this.changed(file, note);
      if (slices.isOver) await slices.pause();
    }
  }

  /** Events do not wait for a large note. */
  private follow(file: TFile, note: Promise<SourcedNote>, use: (scanned: SourcedNote) => void): void {
    const scan = note.then(scanned => {
      if (this.isClosed() || this.scans.get(file) !== scan) return;
      this.scans.delete(file);
      // It may be deleted by now.
      if (this.vault.getFileByPath(file.path) !== file || !isNote(file)) return;
      use(scanned);
      this.queue.wake(0);
      this.arm();
    });
    this.scans.set(file, scan);
  }

  private async resolveConcerned(slices: Slices): Promise<void> {
    const sources = this.concerned;
    this.concerned = new Set();
    for (const source of sources) {
      if (this.isClosed()) return;
      const entry = this.entries.get(source);
      if (entry === undefined) continue;
      this.links.resolve(source, linkpathsOf(entry.record));
      this.events.resolve(source);
      if (slices.isOver) await slices.pause();
    }
  }

  private changed(file: TFile, note: SourcedNote): void {
    this.scans.delete(file);
    this.enter(file, note);
    this.keeper.changed();
    this.events.changed(file, note.text, note.entry);
  }

  private enter(file: TFile, { entry, isUnread }: SourcedNote): void {
    if (isUnread === true) this.unread.failed(file);
    else this.unread.forget(file);
    this.links.replace(file, this.entries.get(file)?.record, entry.record);
    this.entries.set(file, entry);
    this.concerned.add(file);
  }

  private *storable(): Generator<readonly [string, StoredNote]> {
    for (const [file, { record, stamp }] of this.entries) {
      if (stamp !== undefined) yield [file.path, { record, stamp }];
    }
  }
}

export function isNote(file: TFile): boolean {
  return file.extension === 'md';
}
