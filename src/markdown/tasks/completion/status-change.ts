/** How a task's line changes with its status, as the Tasks plugin would write it. */
import { ToolFailure } from '../../../errors';
import { withField, withoutField, fieldValue, type TaskLine } from '../line/task-line';
import { isTracked, newFieldForm, type TaskRules, type StatusType } from '../task-rules';
import type { TaskField } from '../line/task-fields';
import { addDays, dateOfDay, dayOfDate, daysBetween } from './calendar-days';
import { nextDate } from './recurrence';

interface StatusChange {
  readonly statusChar: string;
  /** `2026-11-22` */
  readonly today: string;
  /** Whether list items are nested in the task. */
  readonly hasChildren: boolean;
}

/**
 * The lines that replace the task's: its own, and the next occurrence of a completed recurring task; none if
 * the line is set to be deleted when done.
 * @throws ToolFailure `unsupported_task`
 */
export function changeStatus(line: TaskLine, change: StatusChange, rules: TaskRules): readonly TaskLine[] {
  const { statusChar, today } = change;
  if (statusChar === line.statusChar) return [line];
  const changed = { ...line, statusChar };
  if (!isTracked(line, rules)) return [changed];
  const dated = withDates(line, changed, today, rules);
  if (!isCompletion(line, statusChar, rules)) return [dated];
  const next = nextOccurrence(line, change, rules);
  const kept = isDeletedWhenDone(line) ? [] : [dated];
  if (kept.length === 0 && change.hasChildren) throw keepsChildren();
  return rules.nextBelow ? [...kept, ...next] : [...next, ...kept];
}

export function isCompletion(line: TaskLine, statusChar: string, { statuses }: TaskRules): boolean {
  return statuses.of(statusChar).type === 'done' && statuses.of(line.statusChar).type !== 'done';
}

export function isDeletedWhenDone(line: TaskLine): boolean {
  return fieldValue(line, 'onCompletion')?.toLowerCase() === 'delete';
}

/** @throws always: its nested items would become a code block */
export function keepsChildren(): ToolFailure {
  return new ToolFailure(
    'unsupported_task',
    'The task is deleted when it is done, but it has nested items.',
    {
      hint: 'Remove its 🏁 field first, or move the nested items.',
    },
  );
}

function withDates(line: TaskLine, changed: TaskLine, today: string, rules: TaskRules): TaskLine {
  const { statuses, setsDoneDate, setsCancelledDate } = rules;
  const from = statuses.of(line.statusChar).type;
  const to = statuses.of(changed.statusChar).type;
  const dated = (given: TaskLine, field: TaskField, type: StatusType, isSet: boolean): TaskLine => {
    if (to === type && from === type) return given;
    return to === type && isSet
      ? withField(given, field, today, newFieldForm(given, rules))
      : withoutField(given, field);
  };
  return dated(dated(changed, 'cancelled', 'cancelled', setsCancelledDate), 'done', 'done', setsDoneDate);
}

function nextOccurrence(line: TaskLine, { statusChar, today }: StatusChange, rules: TaskRules): TaskLine[] {
  const rule = fieldValue(line, 'recurrence');
  if (rule === undefined) return [];
  const reference = referenceDate(line, rules);
  const date = nextDate(rule, reference, today);
  const moved = reference === undefined ? line : withMovedDates(line, reference, date, rules);
  const status = rules.statuses.afterRecurrence(statusChar);
  const bare = dropped.reduce<TaskLine>(withoutField, { ...moved, statusChar: status.symbol, blockLink: '' });
  return [rules.setsCreatedDate ? withField(bare, 'created', today, newFieldForm(line, rules)) : bare];
}

/** Fields of one occurrence only. A created date is set again if the plugin is set to. */
const dropped = ['id', 'dependsOn', 'created', 'cancelled', 'done'] as const;

function referenceDate(line: TaskLine, { dropsScheduledDate }: TaskRules): string | undefined {
  const order = dropsScheduledDate
    ? (['due', 'start', 'scheduled'] as const)
    : (['due', 'scheduled', 'start'] as const);
  return order.map(field => fieldValue(line, field)).find(date => date !== undefined);
}

/** Every date keeps its distance to the recurring one; one that is not in the calendar becomes that one. */
function withMovedDates(line: TaskLine, reference: string, date: string, rules: TaskRules): TaskLine {
  let moved = line;
  for (const field of ['start', 'scheduled', 'due'] as const) {
    const old = fieldValue(line, field);
    if (old === undefined) continue;
    const day = dayOfDate(date);
    if (day === undefined) continue;
    const distance = daysBetween(reference, old) ?? 0;
    moved = withField(moved, field, dateOfDay(addDays(day, distance)), rules.form);
  }
  const hasOther = fieldValue(line, 'due') !== undefined || fieldValue(line, 'start') !== undefined;
  return rules.dropsScheduledDate && hasOther ? withoutField(moved, 'scheduled') : moved;
}
