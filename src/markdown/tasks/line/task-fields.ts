/** The fields of the Tasks plugin on the line of a task, in both of its forms (read in its 8.3.0). */

/** In the order in which the plugin writes them. */
export const taskFields = [
  'id',
  'dependsOn',
  'priority',
  'recurrence',
  'onCompletion',
  'created',
  'start',
  'scheduled',
  'due',
  'cancelled',
  'done',
] as const;
export type TaskField = (typeof taskFields)[number];

/** Signs such as `📅 2026-11-22`, or inline fields of Dataview such as `[due:: 2026-11-22]`. */
export type TaskForm = 'emoji' | 'dataview';

/** Highest first; a task without one is between `medium` and `low`. */
export const priorities = ['highest', 'high', 'medium', 'low', 'lowest'] as const;
type Priority = (typeof priorities)[number];

/** The first sign of each field is used for writing. */
const signs: Readonly<Record<Exclude<TaskField, 'priority'>, readonly string[]>> = {
  id: ['🆔'],
  dependsOn: ['⛔'],
  recurrence: ['🔁'],
  onCompletion: ['🏁'],
  created: ['➕'],
  start: ['🛫'],
  scheduled: ['⏳', '⌛'],
  due: ['📅', '📆', '🗓'],
  cancelled: ['❌'],
  done: ['✅'],
};

const prioritySigns: Readonly<Record<Priority, string>> = {
  highest: '🔺',
  high: '⏫',
  medium: '🔼',
  low: '🔽',
  lowest: '⏬',
};

/** The names of the fields as Dataview's inline fields. */
const keys: Readonly<Record<TaskField, string>> = {
  id: 'id',
  dependsOn: 'dependsOn',
  priority: 'priority',
  recurrence: 'repeat',
  onCompletion: 'onCompletion',
  created: 'created',
  start: 'start',
  scheduled: 'scheduled',
  due: 'due',
  cancelled: 'cancelled',
  done: 'completion',
};

export const fieldsBySign: ReadonlyMap<string, TaskField> = new Map(
  taskFields.flatMap(field => (field === 'priority' ? [] : signs[field].map(sign => [sign, field] as const))),
);
export const prioritiesBySign: ReadonlyMap<string, Priority> = new Map(
  priorities.map(priority => [prioritySigns[priority], priority]),
);
export const fieldsByKey: ReadonlyMap<string, TaskField> = new Map(
  taskFields.map(field => [keys[field], field]),
);

const date = /^\d{4}-\d{2}-\d{2}$/;
const word = /^[a-zA-Z]+$/;
const rule = /^[a-zA-Z0-9, !]+$/;
const id = /^[\w-]+$/;

/** Whether a text can be the value of a field; a date need not be in the calendar. */
export function isValueOf(field: TaskField, value: string): boolean {
  switch (field) {
    case 'id':
      return id.test(value);
    case 'dependsOn':
      return value.split(',').every(one => id.test(one.trim()));
    case 'priority':
      return priorities.some(priority => priority === value);
    case 'recurrence':
      return rule.test(value);
    case 'onCompletion':
      return word.test(value);
    case 'created':
    case 'start':
    case 'scheduled':
    case 'due':
    case 'cancelled':
    case 'done':
      return date.test(value);
  }
}

/** The text around a value in a form, and the value as written. */
interface WrittenField {
  readonly open: string;
  readonly value: string;
  readonly close: string;
}

/** @param value for a priority, its name */
export function writtenField(field: TaskField, value: string, form: TaskForm): WrittenField {
  if (form === 'dataview') return { open: `[${keys[field]}:: `, value, close: ']' };
  if (field !== 'priority') return { open: `${signs[field][0] ?? ''} `, value, close: '' };
  const known = priorities.find(priority => priority === value);
  return { open: '', value: known === undefined ? '' : prioritySigns[known], close: '' };
}
