import { itemsOf } from '../../../utils/collections';
import { forEachInTurn, type SlicedLoop, throwIfAborted } from '../../../utils/slicing/time-slicer';
import { type IndexedTask, tasksOf } from './indexed-task';
import { type CachedMetadata, TFile } from 'obsidian';
import { versionFromHash } from '../../reading/notes';
import { hashOf, decodedInTurns } from '../../../utils/bytes';
import type { MetadataReadiness } from '../metadata/metadata-readiness';
import type { IndexSource } from '../derived';

interface Table {
  /** In the order of the lines in the note. */
  readonly byNote: Map<TFile, readonly IndexedTask[]>;
  readonly changed: Set<TFile>;
}

/**
 * The tasks of all notes. The app's metadata decides which lines are tasks, so lines in code and comments are
 * not. Only notes with tasks are read: all on the first call, later only changed ones.
 */
export class TaskIndex {
  /** Undefined before the first call. Concurrent calls share it, so it is not made in slices. */
  private table: Table | undefined;
  private settling: Promise<void> | undefined;
  /** The notes that are being read, each until its tasks are in the table. */
  private readonly reading = new Map<TFile, Promise<void>>();

  constructor(
    private readonly dependencies: IndexSource & { readonly readiness: Pick<MetadataReadiness, 'wait'> },
  ) {}

  /** The tasks of all notes, those of each in the order of its lines. @throws ToolFailure `busy` while the vault is still opening */
  async all(signal: AbortSignal): Promise<readonly IndexedTask[]> {
    await this.dependencies.readiness.wait(signal);
    const table = (this.table ??= this.open());
    // Shared by concurrent calls, so it does not end when the first call is aborted.
    this.settling ??= this.settle(table).finally(() => {
      this.settling = undefined;
    });
    await this.settling;
    throwIfAborted(signal);
    return [...table.byNote.values()].flat();
  }

  /** The tasks of one note; no other note is read for them. @throws as `all` */
  async ofNote(note: TFile, signal: AbortSignal): Promise<readonly IndexedTask[]> {
    await this.dependencies.readiness.wait(signal, [note.path]);
    const table = (this.table ??= this.open());
    // Others may wait for the same note, so it does not end when this call is aborted.
    await this.look(table, note);
    throwIfAborted(signal);
    return itemsOf(table.byNote, note);
  }

  /** Reads all notes before the first call; stops when a call comes, which then does the rest. */
  async prepare(between: SlicedLoop): Promise<void> {
    const table = (this.table ??= this.open());
    await forEachInTurn([...table.changed], between, note =>
      this.settling === undefined ? this.look(table, note) : undefined,
    );
  }

  private open(): Table {
    const { app, events } = this.dependencies;
    const table: Table = { byNote: new Map(), changed: new Set(app.vault.getMarkdownFiles()) };
    events.listen({
      metadataChanged: note => table.changed.add(note),
      metadataDeleted: note => forget(table, note),
      deleted: file => file instanceof TFile && forget(table, file),
    });
    return table;
  }

  private async settle(table: Table): Promise<void> {
    const { slicer } = this.dependencies;
    await Promise.all(this.reading.values());
    await forEachInTurn([...table.changed], { slicer }, note => this.look(table, note));
    await Promise.all(this.reading.values());
  }

  private look(table: Table, note: TFile): Promise<void> | undefined {
    const before = this.reading.get(note);
    const cache = table.changed.has(note) ? this.dependencies.app.metadataCache.getFileCache(note) : null;
    // A note that is not read yet is tried again later.
    if (cache === null) return before;
    table.changed.delete(note);
    const reading = this.enter(table, { note, cache, before }).finally(() => {
      if (this.reading.get(note) === reading) this.reading.delete(note);
    });
    this.reading.set(note, reading);
    return reading;
  }

  /** @param before the reading of an older text of the note */
  private async enter(
    table: Table,
    { note, cache, before }: { note: TFile; cache: CachedMetadata; before: Promise<void> | undefined },
  ): Promise<void> {
    const { app } = this.dependencies;
    await before;
    const hasTasks = cache.listItems?.some(({ task }) => task !== undefined) === true;
    const found = hasTasks ? await this.read(note, cache) : undefined;
    if (!table.changed.has(note) && app.vault.getFileByPath(note.path) === note) keep(table, note, found);
  }

  /** Undefined if the file cannot be read. Does not use background slices: a call would wait for work that yields to it. */
  private async read(file: TFile, cache: CachedMetadata): Promise<IndexedTask[] | undefined> {
    const { app, slicer } = this.dependencies;
    const bytes = await app.vault.readBinary(file).then(
      buffer => new Uint8Array(buffer),
      () => undefined,
    );
    const text = bytes === undefined ? undefined : await decodedInTurns(bytes, { slicer });
    if (bytes === undefined || text === undefined) return undefined;
    const versionId = versionFromHash(await hashOf(bytes));
    return tasksOf(text, cache, { file, versionId }, { slicer });
  }
}

function forget(table: Table, note: TFile): void {
  table.changed.delete(note);
  keep(table, note, undefined);
}

function keep(table: Table, note: TFile, found: readonly IndexedTask[] | undefined): void {
  if (found === undefined) table.byNote.delete(note);
  else table.byNote.set(note, found);
}
