import type { TFile } from 'obsidian';
import type { TaskRules, StatusType } from '../../../markdown/tasks/task-rules';
import { type IndexedTask, orderOf, type TaskFields } from '../../index/tasks/indexed-task';
import type { UnreadableFields } from '../unreadable';
import type { TaskNote } from '../../plugins/tasks/task-notes';

/** A note that is a task of TaskNotes. */
export interface NoteTask extends Pick<IndexedTask, 'file' | 'line' | 'text' | 'tags' | 'order'> {
  readonly status: StatusType;
  readonly fields: TaskFields;
  readonly statusChar?: undefined;
  readonly bullet?: undefined;
  readonly versionId?: undefined;
  readonly heading?: undefined;
  readonly parentLine?: undefined;
}

/** A task as tools see it. Tasks of lines are not copied: there may be tens of thousands. */
export type TaskRow = IndexedTask | NoteTask;

/** The rows that a query found. */
export interface FoundTasks {
  readonly rows: readonly TaskRow[];
  /** How many lines lack the global filter of the Tasks plugin. */
  readonly unfiltered: number;
  /** How many tasks in progress or on hold are not among the open ones that were asked for. */
  readonly underway: number;
  /** How many are in a folder of templates. */
  readonly inTemplates: number;
  /** Notes that may be tasks of TaskNotes but whose properties cannot be read. */
  readonly unreadable: UnreadableFields;
}

export function statusOf(row: TaskRow, { statuses }: TaskRules): StatusType {
  return row.statusChar === undefined ? row.status : statuses.of(row.statusChar).type;
}

export function rowOfNote(file: TFile, tags: readonly string[], note: TaskNote): NoteTask {
  const { text, status, due, scheduled, done, created, priority, recurrence } = note;
  const absent = { start: undefined, id: undefined, dependsOn: undefined };
  const fields = { due, scheduled, done, created, priority, recurrence, ...absent };
  return { file, line: 1, text, tags, status, fields, order: orderOf(fields) };
}

/** Adds the scheduled dates that file names give the tasks. */
export function withFileDates({ fileDate }: TaskRules): ((row: IndexedTask) => IndexedTask) | undefined {
  if (fileDate === undefined) return undefined;
  const known = new Map<TFile, string | undefined>();
  return row => {
    const { due, scheduled, start } = row.fields;
    if ((due ?? scheduled ?? start) !== undefined) return row;
    if (!known.has(row.file)) known.set(row.file, fileDate(row.file.path));
    const date = known.get(row.file);
    return date === undefined ? row : { ...row, fields: { ...row.fields, scheduled: date } };
  };
}
