/** Computes the line of one task after a change of its fields and status. */
import { ToolFailure } from '../../../errors';
import { dayOfDate } from '../completion/calendar-days';
import { changeStatus, isCompletion, isDeletedWhenDone, keepsChildren } from '../completion/status-change';
import {
  withDescription,
  withField,
  withoutField,
  descriptionOf,
  fieldValue,
  parseTaskLine,
  type TaskLine,
  taskLineText,
} from '../line/task-line';
import { type TaskField, taskFields } from '../line/task-fields';
import { isTaskText, isTracked, newFieldForm, type TaskRules, type StatusType } from '../task-rules';
import { matchOf } from '../../../utils/text/pieces';

/** What to change; `none` removes a field. */
export interface TaskChange {
  /** A type of status, or the character for the brackets. */
  readonly status?: string | undefined;
  /** `2026-11-22` */
  readonly due?: string | undefined;
  readonly scheduled?: string | undefined;
  readonly start?: string | undefined;
  readonly priority?: string | undefined;
  readonly text?: string | undefined;
}

export interface TaskContext {
  readonly rules: TaskRules;
  /** `2026-11-22` */
  readonly today: string;
  readonly hasChildren: boolean;
  /** Toggles a recurring task's line with the plugin: the resulting lines; undefined if it cannot. */
  readonly toggled?: ((line: string) => readonly string[] | undefined) | undefined;
}

/**
 * The lines that replace a task's line, without line breaks.
 * @throws ToolFailure `unsupported_task`, `invalid_argument`
 */
export function updatedTask(line: string, change: TaskChange, context: TaskContext): readonly string[] {
  const task = parseTaskLine(line);
  if (task === undefined)
    throw new ToolFailure('unsupported_task', 'The task on this line is in a form that cannot be changed.');
  const statusChar = statusCharOf(change.status, task, context.rules);
  const { rules } = context;
  const edited = withFields(withText(task, change.text, statusChar ?? task.statusChar, rules), change, rules);
  return statusChar === undefined ? [taskLineText(edited)] : completed(edited, statusChar, context);
}

/** The list marker and box of a text that was given as a whole line. */
const marker = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+\[.\]|\[[ xX]\])(?:[ \t]+|$)/u;

/** Keeps the global filter, as the plugin's own dialog does. @param statusChar of the changed task */
function withText(task: TaskLine, given: string | undefined, statusChar: string, rules: TaskRules): TaskLine {
  if (given === undefined) return task;
  const [box = ''] = matchOf(marker, given.trim());
  const text = given.trim().slice(box.length);
  const was = descriptionOf(task);
  const isLost = isTaskText(was, rules) && !isTaskText(text, rules);
  const parts = was.endsWith(rules.globalFilter) ? [text, rules.globalFilter] : [rules.globalFilter, text];
  const description = isLost ? parts.join(' ').trim() : text;
  const changed = withDescription(task, description);
  const again = parseTaskLine(taskLineText(changed));
  const isRead =
    again !== undefined &&
    descriptionOf(again) === description &&
    taskFields.every(field => fieldValue(again, field) === fieldValue(task, field));
  const isOfStatus =
    box === '' || box.charAt(box.indexOf('[') + 1).toLowerCase() === statusChar.toLowerCase();
  if (!/[\n\r]/.test(description) && isRead && isOfStatus) return changed;
  throw new ToolFailure('invalid_argument', '`text` must be one line, without a status, dates or fields.', {
    hint: 'Pass status, dates and priority as separate arguments.',
  });
}

const settable = ['due', 'scheduled', 'start', 'priority'] as const satisfies readonly TaskField[];

function withFields(task: TaskLine, change: TaskChange, rules: TaskRules): TaskLine {
  let edited = task;
  for (const field of settable) {
    const value = change[field];
    if (value === undefined) continue;
    edited =
      value === 'none'
        ? withoutField(edited, field)
        : withField(edited, field, value, newFieldForm(edited, rules));
  }
  return edited;
}

/** Undefined if the status stays the same. @throws ToolFailure `invalid_argument`, `unsupported_task` */
function statusCharOf(
  status: string | undefined,
  task: TaskLine,
  { hasPlugin, statuses }: TaskRules,
): string | undefined {
  if (status === undefined || status === task.statusChar) return undefined;
  const type = usable.find(one => one === status);
  if (type === undefined) {
    if (/^.$/u.test(status)) return status;
    throw new ToolFailure('invalid_argument', '`status` must be a named status or one character.', {
      hint: `Use ${usable.join(', ')}, or the character between the brackets.`,
    });
  }
  const found = statuses.ofType(type, task.statusChar);
  if (found !== undefined) return found.symbol === task.statusChar ? undefined : found.symbol;
  throw new ToolFailure('unsupported_task', `There is no status of the type \`${type}\` here.`, {
    hint: `Pass the character between the brackets as \`status\`${hasPlugin ? ', or ask the user to add such a status to the Tasks plugin' : ''}.`,
  });
}

const usable: readonly StatusType[] = ['open', 'in_progress', 'on_hold', 'done', 'cancelled'];

function completed(task: TaskLine, statusChar: string, context: TaskContext): readonly string[] {
  const { rules, today, hasChildren } = context;
  const byPlugin = isCompletion(task, statusChar, rules)
    ? toggledLines(task, statusChar, context)
    : undefined;
  if (byPlugin !== undefined) return byPlugin;
  return changeStatus(task, { statusChar, today, hasChildren }, rules).map(taskLineText);
}

/** Toggling goes to the next status, so the line gets a status whose next one is the wanted one. */
function toggledLines(
  task: TaskLine,
  statusChar: string,
  context: TaskContext,
): readonly string[] | undefined {
  const { rules, hasChildren, toggled } = context;
  const isForPlugin = isTracked(task, rules) && fieldValue(task, 'recurrence') !== undefined;
  const { statuses } = rules;
  const current = statuses.of(task.statusChar);
  const before = current.next === statusChar ? current : statuses.before(statusChar);
  if (toggled === undefined || !isForPlugin || before === undefined) return undefined;
  if (isDeletedWhenDone(task) && hasChildren) throw keepsChildren();
  requireDates(task);
  const lines = toggled(taskLineText({ ...task, statusChar: before.symbol }));
  return lines?.every(line => parseTaskLine(line) !== undefined) === true ? lines : undefined;
}

/** The plugin would lose the recurrence rule of such a task. */
function requireDates(task: TaskLine): void {
  for (const field of ['due', 'scheduled', 'start'] as const) {
    const date = fieldValue(task, field);
    if (date !== undefined && dayOfDate(date) === undefined)
      throw new ToolFailure('unsupported_task', `The \`${field}\` date of the task does not exist.`, {
        hint: 'Correct the date first.',
      });
  }
}
