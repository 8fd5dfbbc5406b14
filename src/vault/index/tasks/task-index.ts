import { addTo, itemsOf } from '../../../utils/collections';
import { compareSortKeys, type SortKey } from '../../../utils/page';
import { forEachInTurn, type SlicedLoop, throwIfAborted } from '../../../utils/slicing/time-slicer';
import { nameKey } from '../../../utils/text/folding';
import { type IndexedTask, SharedValues, tasksOf } from './indexed-task';
import { type CachedMetadata, TFile } from 'obsidian';
import { versionFromHash } from '../../reading/notes';
import { hashOf, decodedInTurns } from '../../../utils/bytes';
import type { MetadataReadiness } from '../metadata/metadata-readiness';
import type { IndexSource } from '../derived';
import { sortedByPath } from '../names/orders';

export type TaskSort = 'due' | 'priority' | 'path';

type Sortable = Pick<IndexedTask, 'file' | 'line' | 'order'>;

/** Reorders tasks sorted by path and line without comparing them: there are few dates and priorities. */
async function orderedTasks<T extends Sortable>(
  tasks: readonly T[],
  sort: TaskSort,
  loop: SlicedLoop,
): Promise<readonly T[]> {
  if (sort === 'path') return tasks;
  const byKey = new Map<number, T[]>();
  await forEachInTurn(tasks, loop, task => addTo(byKey, leadingKey(task, sort), task));
  return [...byKey.keys()].sort((a, b) => a - b).flatMap(key => itemsOf(byKey, key));
}

/** Merges both lists in one order. @param others few, in any order */
export async function withOthers<T extends Sortable>(
  ordered: readonly T[],
  others: readonly T[],
  sort: TaskSort,
  loop: SlicedLoop,
): Promise<readonly T[]> {
  if (others.length === 0) return ordered;
  const compare = (a: T, b: T): number =>
    leadingKey(a, sort) - leadingKey(b, sort) || compareSortKeys(taskKey(a, sort), taskKey(b, sort));
  const waiting = others.toSorted(compare).reverse();
  const merged: T[] = [];
  await forEachInTurn(ordered, loop, task => {
    for (let next = waiting.at(-1); next !== undefined && compare(next, task) < 0; next = waiting.at(-1)) {
      merged.push(next);
      waiting.pop();
    }
    merged.push(task);
  });
  return merged.concat(waiting.reverse());
}

export function taskKey(task: Sortable, sort: TaskSort): SortKey {
  return [leadingKey(task, sort), nameKey(task.file.path), task.line];
}

/** Larger than every date; six times this is still a small integer in V8, which Maps find fastest. */
const priorityStep = 2 ** 27;

/** By priority, then by due date; tasks without a date last. */
function leadingKey({ order }: Sortable, sort: TaskSort): number {
  if (sort === 'path') return 0;
  return sort === 'due' ? order.due : order.priority * priorityStep + order.due;
}

interface Table {
  /** In the order of the lines in the note. */
  readonly byNote: Map<TFile, readonly IndexedTask[]>;
  readonly changed: Set<TFile>;
  /** The notes of `byNote` sorted by path; undefined after notes were added, deleted or moved. */
  order: readonly TFile[] | undefined;
  /** All tasks, in each order that was requested since the last change. */
  readonly sorted: Map<TaskSort, readonly IndexedTask[]>;
  /** Grows with every change of `byNote` or of paths. */
  revision: number;
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
  private readonly shared = new SharedValues();

  constructor(
    private readonly dependencies: IndexSource & { readonly readiness: Pick<MetadataReadiness, 'wait'> },
  ) {}

  /** All tasks; equal ones by path and line. @throws ToolFailure `busy` while the vault is still opening */
  async sorted(sort: TaskSort, signal: AbortSignal): Promise<readonly IndexedTask[]> {
    const { readiness, slicer } = this.dependencies;
    await readiness.wait(signal);
    const table = (this.table ??= this.open());
    // Shared by concurrent calls, so it does not end when the first call is aborted.
    this.settling ??= this.settle(table).finally(() => {
      this.settling = undefined;
    });
    await this.settling;
    throwIfAborted(signal);
    const known = table.sorted.get(sort);
    if (known !== undefined) return known;
    const { revision } = table;
    const order = table.order ?? (await sortedByPath(table.byNote.keys(), { slicer, signal }));
    const byPath = order.flatMap(note => itemsOf(table.byNote, note));
    const sorted = await orderedTasks(byPath, sort, { slicer, signal });
    // If tasks changed during sorting, the result is used only once.
    if (table.revision === revision) {
      table.order = order;
      table.sorted.set(sort, sorted);
    }
    return sorted;
  }

  /** The tasks of one note; no other note is read for them. @throws as `sorted` */
  async ofNote(note: TFile, sort: TaskSort, signal: AbortSignal): Promise<readonly IndexedTask[]> {
    const { readiness, slicer } = this.dependencies;
    await readiness.wait(signal, [note.path]);
    const table = (this.table ??= this.open());
    // Others may wait for the same note, so it does not end when this call is aborted.
    await this.look(table, note);
    throwIfAborted(signal);
    return orderedTasks(itemsOf(table.byNote, note), sort, { slicer, signal });
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
    const table: Table = {
      byNote: new Map(),
      changed: new Set(app.vault.getMarkdownFiles()),
      order: undefined,
      sorted: new Map(),
      revision: 0,
    };
    events.listen({
      metadataChanged: note => table.changed.add(note),
      metadataDeleted: note => forget(table, note),
      deleted: file => file instanceof TFile && forget(table, file),
      renamed: () => {
        table.order = undefined;
        outdated(table);
      },
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
    return tasksOf(text, cache, { file, versionId, shared: this.shared }, { slicer });
  }
}

function forget(table: Table, note: TFile): void {
  table.changed.delete(note);
  keep(table, note, undefined);
}

function keep(table: Table, note: TFile, found: readonly IndexedTask[] | undefined): void {
  outdated(table);
  const hadTasks = table.byNote.has(note);
  if (found === undefined) table.byNote.delete(note);
  else table.byNote.set(note, found);
  if (hadTasks !== (found !== undefined)) table.order = undefined;
}

function outdated(table: Table): void {
  table.sorted.clear();
  table.revision += 1;
}
