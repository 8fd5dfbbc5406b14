import type { TFile } from 'obsidian';
import { isTaskText, type TaskRules } from '../../../markdown/tasks/task-rules';
import type { StatusType } from '../../../markdown/tasks/task-statuses';
import type { IndexedTask, NoteTasks, TaskFields } from '../../index/task-index';
import type { TaskNote } from '../../plugins/tasks/task-notes';

/** A task as tools see it: a line of a note, or a note of TaskNotes. */
export interface TaskRow {
  readonly file: TFile;
  /** Undefined for a note of TaskNotes. */
  readonly versionId: string | undefined;
  /** 1 for a note of TaskNotes. */
  readonly line: number;
  readonly text: string;
  readonly status: StatusType;
  /** Undefined for a note of TaskNotes. */
  readonly statusChar: string | undefined;
  readonly tags: readonly string[];
  readonly fields: TaskFields;
  readonly heading: string | undefined;
  readonly parentLine: number | undefined;
}

/** Undefined for a line that the plugin does not take for a task, as it lacks the global filter. */
export function rowOfLine(
  { file, versionId }: NoteTasks,
  task: IndexedTask,
  rules: TaskRules,
): TaskRow | undefined {
  if (!isTaskText(task.text, rules)) return undefined;
  return { file, versionId, status: rules.statuses.of(task.statusChar).type, ...task };
}

export function rowOfNote(file: TFile, tags: readonly string[], note: TaskNote): TaskRow {
  const { text, status, ...fields } = note;
  return {
    ...{ file, text, status, tags, fields },
    ...{ line: 1, versionId: undefined, statusChar: undefined, heading: undefined, parentLine: undefined },
  };
}

/** The rows of a scope, those that were asked for, and how many lines the plugin's filter keeps out. */
export interface FoundTasks {
  readonly all: readonly TaskRow[];
  readonly rows: readonly TaskRow[];
  readonly unfiltered: number;
}
