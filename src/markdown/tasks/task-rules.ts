import type { TaskForm } from './line/task-fields';
import { descriptionOf, formOf, type TaskLine } from './line/task-line';
import { TaskStatuses, defaultStatuses } from './task-statuses';
import { contains } from '../../utils/text/text-search';

/** How tasks are read and written in a vault, by the settings of the Tasks plugin. */
export interface TaskRules {
  /** False if the plugin is not installed or off. */
  readonly hasPlugin: boolean;
  readonly statuses: TaskStatuses;
  /** Only lines with this text are tasks of the plugin; empty for all. */
  readonly globalFilter: string;
  readonly form: TaskForm;
  readonly setsDoneDate: boolean;
  readonly setsCancelledDate: boolean;
  /** For the next occurrence of a task. */
  readonly setsCreatedDate: boolean;
  /** The next occurrence is inserted below the completed line, not above it. */
  readonly nextBelow: boolean;
  /** The next occurrence has no scheduled date if it has another date. */
  readonly dropsScheduledDate: boolean;
  /**
   * The day in a file's name, used as scheduled date for tasks without start, scheduled or due date;
   * undefined if names are not used.
   */
  readonly fileDate: ((path: string) => string | undefined) | undefined;
}

/** Without the plugin: its defaults, and a capital X also means done. */
export const rulesWithoutPlugin: TaskRules = {
  hasPlugin: false,
  statuses: new TaskStatuses([...defaultStatuses, { symbol: 'X', next: ' ', type: 'done' }]),
  globalFilter: '',
  form: 'emoji',
  setsDoneDate: true,
  setsCancelledDate: true,
  setsCreatedDate: false,
  nextBelow: false,
  dropsScheduledDate: false,
  fileDate: undefined,
};

/** Whether the plugin treats a line with this description as a task. The filter is a tag, or words. */
export function isTaskText(description: string, { globalFilter }: TaskRules): boolean {
  return globalFilter === '' || contains(description, globalFilter);
}

/**
 * Whether dates and recurrence follow a task's status: not without the global filter, nor, without the
 * plugin, if the line has none of its fields.
 */
export function isTracked(line: TaskLine, rules: TaskRules): boolean {
  return isTaskText(descriptionOf(line), rules) && (rules.hasPlugin || formOf(line) !== undefined);
}

/** The form for a field that a line does not have yet. */
export function newFieldForm(line: TaskLine, { hasPlugin, form }: TaskRules): TaskForm {
  return hasPlugin ? form : (formOf(line) ?? form);
}

/** Tags of a task without the global filter, which the plugin does not count as one. */
export function withoutFilter(tags: readonly string[], { globalFilter }: TaskRules): string[] {
  return tags.filter(tag => `#${tag}` !== globalFilter);
}
