import { type App, type CachedMetadata, TFile } from 'obsidian';
import {
  descriptionOf,
  fieldValue,
  parseTaskLine,
  tagsIn,
  type TaskLine,
} from '../../markdown/tasks/line/task-line';
import type { TaskField } from '../../markdown/tasks/line/task-fields';
import { linesOf } from '../../markdown/text/lines';
import { sortSliced } from '../../utils/slicing/sorting';
import { drive, type SliceTurn, throwIfAborted, type TimeSlicer } from '../../utils/slicing/time-slicer';
import { compareKeys, nameKey } from '../../utils/text/folding';
import { versionSteps } from '../reading/notes';
import { decoding } from '../writing/pipeline/text-bytes';
import { Derived } from './derived';
import type { MetadataReadiness } from './metadata-readiness';
import type { VaultEvents } from './vault-events';

/** A task of a note, as its line says; dates as `2026-11-22`, not checked against the calendar. */
export interface IndexedTask {
  readonly file: TFile;
  /** Of the text that the line is of. */
  readonly versionId: string;
  /** From 1. */
  readonly line: number;
  readonly statusChar: string;
  /** The description with its tags, without fields. */
  readonly text: string;
  /** Without `#`. */
  readonly tags: readonly string[];
  readonly fields: TaskFields;
  /** The text of the nearest heading above. */
  readonly heading: string | undefined;
  /** The line of the list item that it is nested in. */
  readonly parentLine: number | undefined;
}

/** All of one shape, with or without values: ten thousands of objects of many shapes are ten times slower to read. */
export interface TaskFields {
  readonly due: string | undefined;
  readonly scheduled: string | undefined;
  readonly start: string | undefined;
  readonly done: string | undefined;
  readonly created: string | undefined;
  readonly priority: string | undefined;
  readonly recurrence: string | undefined;
  readonly id: string | undefined;
  readonly dependsOn: string | undefined;
}

/** The tasks of one note, in their order. */
export interface NoteTasks {
  readonly file: TFile;
  readonly tasks: readonly IndexedTask[];
}

interface Table {
  readonly byNote: Map<TFile, NoteTasks>;
  /** Notes to look at again. */
  readonly changed: Set<TFile>;
  /** Those in `byNote` by path; undefined after notes came, went or moved. */
  order: readonly TFile[] | undefined;
  /** The same with their tasks; undefined after any change. */
  listed: readonly NoteTasks[] | undefined;
  /** Grows with every change of `byNote` or of paths. */
  revision: number;
}

export interface TaskIndexParts {
  readonly app: App;
  readonly events: VaultEvents;
  readonly readiness: MetadataReadiness;
  readonly slicer: TimeSlicer;
}

/**
 * The tasks of all notes. Which lines are tasks says the app's metadata, so those in code and comments are none; only
 * notes that have some are read, all by the first question, later those that have changed.
 */
export class TaskIndex {
  private readonly table: Derived<Table>;
  private settling: Promise<void> | undefined;

  constructor(private readonly parts: TaskIndexParts) {
    const { app, events } = parts;
    this.table = new Derived<Table>(
      events,
      () =>
        Promise.resolve({
          byNote: new Map(),
          changed: new Set(app.vault.getMarkdownFiles()),
          order: undefined,
          listed: undefined,
          revision: 0,
        }),
      ({ patch }) => ({
        metadataChanged: note => patch(({ changed }) => changed.add(note)),
        metadataDeleted: note => patch(table => forget(table, note)),
        deleted: file => file instanceof TFile && patch(table => forget(table, file)),
        renamed: () =>
          patch(table => {
            table.order = undefined;
            outdated(table);
          }),
      }),
    );
  }

  /** The notes that have tasks, by path. @throws ToolFailure `busy` while the vault is still opening */
  async notes(signal: AbortSignal): Promise<readonly NoteTasks[]> {
    const { readiness, slicer } = this.parts;
    await readiness.wait(signal);
    const table = await this.table.get(slicer.slice({ signal }));
    // For everybody who asks meanwhile, so it does not end with the one who asked first.
    this.settling ??= this.settle(table).finally(() => {
      this.settling = undefined;
    });
    await this.settling;
    throwIfAborted(signal);
    if (table.listed !== undefined) return table.listed;
    const { revision } = table;
    const order = table.order ?? (await inOrder(table.byNote.keys(), slicer.slice({ signal })));
    const listed = order.flatMap(note => table.byNote.get(note) ?? []);
    // What changed while it was sorted makes it good for this answer only.
    if (table.revision === revision) {
      table.order = order;
      table.listed = listed;
    }
    return listed;
  }

  private async settle(table: Table): Promise<void> {
    const { app, slicer } = this.parts;
    const turn = slicer.slice();
    for (const note of [...table.changed]) {
      const cache = app.metadataCache.getFileCache(note);
      if (turn.due()) await turn.pause();
      // A note that is not read yet is looked at again.
      if (cache === null) continue;
      table.changed.delete(note);
      const found = hasTasks(cache) ? await this.read(note, cache, turn) : undefined;
      if (!table.changed.has(note) && app.vault.getFileByPath(note.path) === note) keep(table, note, found);
    }
  }

  /** Undefined where the file cannot be read. */
  private async read(file: TFile, cache: CachedMetadata, turn: SliceTurn): Promise<NoteTasks | undefined> {
    const { vault } = this.parts.app;
    const bytes = await vault.readBinary(file).then(
      buffer => new Uint8Array(buffer),
      () => undefined,
    );
    const text = bytes === undefined ? undefined : await drive(decoding(bytes), turn);
    if (bytes === undefined || text === undefined) return undefined;
    const versionId = await drive(versionSteps(bytes), turn);
    return { file, tasks: await tasksOf(text, cache, { file, versionId }, turn) };
  }
}

function forget(table: Table, note: TFile): void {
  table.changed.delete(note);
  keep(table, note, undefined);
}

function keep(table: Table, note: TFile, found: NoteTasks | undefined): void {
  outdated(table);
  const hadTasks = table.byNote.has(note);
  if (found === undefined) table.byNote.delete(note);
  else table.byNote.set(note, found);
  if (hadTasks !== (found !== undefined)) table.order = undefined;
}

function outdated(table: Table): void {
  table.listed = undefined;
  table.revision += 1;
}

async function inOrder(notes: Iterable<TFile>, turn: SliceTurn): Promise<readonly TFile[]> {
  const keyed = [...notes].map(note => ({ note, key: nameKey(note.path) }));
  return (await sortSliced(keyed, (a, b) => compareKeys(a.key, b.key), turn)).map(({ note }) => note);
}

function hasTasks({ listItems = [] }: CachedMetadata): boolean {
  return listItems.some(({ task }) => task !== undefined);
}

async function tasksOf(
  text: string,
  { listItems = [], headings = [] }: CachedMetadata,
  { file, versionId }: Pick<IndexedTask, 'file' | 'versionId'>,
  turn: SliceTurn,
): Promise<IndexedTask[]> {
  const lines = await drive(linesOf(text), turn);
  const tasks: IndexedTask[] = [];
  let next = 0;
  for (const { task, parent, position } of listItems) {
    if (turn.due()) await turn.pause();
    const line = position.start.line + 1;
    while ((headings[next]?.position.start.line ?? Infinity) < line - 1) next += 1;
    const parsed = task === undefined ? undefined : parseTaskLine(apart(lines.textOf(line)));
    if (parsed === undefined) continue;
    const heading = headings[next - 1]?.heading;
    const parentLine = parent >= 0 ? parent + 1 : undefined;
    const { statusChar } = parsed;
    const text = descriptionOf(parsed);
    const [tags, fields] = [tagsIn(text), fieldsOf(parsed)];
    tasks.push({ file, versionId, line, statusChar, text, tags, fields, heading, parentLine });
  }
  return tasks;
}

/** A text of its own: a slice would keep the whole note in memory. */
function apart(line: string): string {
  const copy: unknown = JSON.parse(JSON.stringify(line));
  return typeof copy === 'string' ? copy : '';
}

function fieldsOf(parsed: TaskLine): TaskFields {
  const value = (field: TaskField): string | undefined =>
    parsed.pieces.length === 0 ? undefined : fieldValue(parsed, field);
  return {
    due: value('due'),
    scheduled: value('scheduled'),
    start: value('start'),
    done: value('done'),
    created: value('created'),
    priority: value('priority'),
    recurrence: value('recurrence'),
    id: value('id'),
    dependsOn: value('dependsOn'),
  };
}
