import type { TaskForm } from './line/task-fields';
import { descriptionOf, formOf, type TaskLine } from './line/task-line';
import { TaskStatuses, usualStatuses } from './task-statuses';

/** How tasks are read and written in a vault, as the Tasks plugin is set. */
export interface TaskRules {
  /** False where the plugin is not installed or off. */
  readonly hasPlugin: boolean;
  readonly statuses: TaskStatuses;
  /** Only lines with this text are tasks of the plugin; empty for all. */
  readonly globalFilter: string;
  readonly form: TaskForm;
  readonly setsDoneDate: boolean;
  readonly setsCancelledDate: boolean;
  /** Of the next occurrence of a task. */
  readonly setsCreatedDate: boolean;
  /** The next occurrence comes below the line that is done, not above it. */
  readonly nextBelow: boolean;
  /** The next occurrence has no scheduled date where it has another one. */
  readonly dropsScheduledDate: boolean;
  /**
   * The day in the name of a file, which its tasks are scheduled for that have no start, scheduled or due date; undefined
   * where names count for nothing.
   */
  readonly fileDate: ((path: string) => string | undefined) | undefined;
}

/** Without the plugin: its defaults, and a capital X is done too. */
export const rulesWithoutPlugin: TaskRules = {
  hasPlugin: false,
  statuses: new TaskStatuses([...usualStatuses, { symbol: 'X', next: ' ', type: 'done' }]),
  globalFilter: '',
  form: 'emoji',
  setsDoneDate: true,
  setsCancelledDate: true,
  setsCreatedDate: false,
  nextBelow: false,
  dropsScheduledDate: false,
  fileDate: undefined,
};

/** Whether the plugin takes a line with this description for a task. The filter is a tag, or words. */
export function isTaskText(description: string, { globalFilter }: TaskRules): boolean {
  return globalFilter === '' || description.includes(globalFilter);
}

/**
 * Whether dates and recurrence follow the status of a task: not of a line without the global filter, and without the
 * plugin not of one that has none of its fields.
 */
export function isTracked(line: TaskLine, rules: TaskRules): boolean {
  return isTaskText(descriptionOf(line), rules) && (rules.hasPlugin || formOf(line) !== undefined);
}

/** The form of a field that a line does not have yet. */
export function newFieldForm(line: TaskLine, { hasPlugin, form }: TaskRules): TaskForm {
  return hasPlugin ? form : (formOf(line) ?? form);
}

/** Tags of a task without the global filter, which the plugin does not count as one. */
export function withoutFilter(tags: readonly string[], { globalFilter }: TaskRules): string[] {
  return tags.filter(tag => `#${tag}` !== globalFilter);
}
