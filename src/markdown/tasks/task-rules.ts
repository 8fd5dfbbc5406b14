/** How tasks are read and written in a vault: the characters in their brackets, and the settings of the Tasks plugin. */
import type { TaskForm } from './line/task-fields';
import { descriptionOf, formOf, type TaskLine } from './line/task-line';
import { contains } from '../../utils/text/text-search';

/** The types of the Tasks plugin, by our names. */
export type StatusType = 'open' | 'in_progress' | 'on_hold' | 'done' | 'cancelled' | 'non_task';

export interface TaskStatus {
  readonly symbol: string;
  /** The character after toggling the task. */
  readonly next: string;
  readonly type: StatusType;
}

export const defaultStatuses: readonly TaskStatus[] = [
  { symbol: ' ', next: 'x', type: 'open' },
  { symbol: 'x', next: ' ', type: 'done' },
  { symbol: '/', next: 'x', type: 'in_progress' },
  { symbol: '-', next: ' ', type: 'cancelled' },
];

/** If two statuses share a character, the first counts. An unknown character is open, and done when toggled; `X` is done. */
export class TaskStatuses {
  private readonly bySymbol = new Map<string, TaskStatus>();

  constructor(statuses: readonly TaskStatus[]) {
    for (const status of statuses)
      if (!this.bySymbol.has(status.symbol)) this.bySymbol.set(status.symbol, status);
  }

  of(symbol: string): TaskStatus {
    const isDone = symbol === 'X';
    return this.bySymbol.get(symbol) ?? { symbol, next: isDone ? ' ' : 'x', type: isDone ? 'done' : 'open' };
  }

  /** The status of a type that follows another status: the one that toggling gives, or the first; undefined if there is none. */
  ofType(type: StatusType, from: string): TaskStatus | undefined {
    const current = this.of(from);
    if (current.type === type) return current;
    const toggled = this.of(current.next);
    return toggled.type === type ? toggled : [...this.bySymbol.values()].find(status => status.type === type);
  }

  /** A status that is not done and that toggling changes to this one. */
  before(symbol: string): TaskStatus | undefined {
    return [...this.bySymbol.values()].find(({ next, type }) => next === symbol && type !== 'done');
  }

  /** The status of a task's next occurrence: toggles the completed one until it is open, or else in progress. */
  afterRecurrence(done: string): TaskStatus {
    let status = this.of(this.of(done).next);
    const chain = [status];
    while (chain.length < this.bySymbol.size) chain.push((status = this.of(status.next)));
    const first = (type: StatusType): TaskStatus | undefined => chain.find(status => status.type === type);
    return first('open') ?? first('in_progress') ?? this.of(' ');
  }
}

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
  /** The day in a file's name, scheduled for tasks without start, scheduled or due date; undefined if unused. */
  readonly fileDate: ((path: string) => string | undefined) | undefined;
}

export const rulesWithoutPlugin: TaskRules = {
  hasPlugin: false,
  statuses: new TaskStatuses(defaultStatuses),
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

/** Whether a task counts as open or as done; undefined if as neither, such as a cancelled one. */
export function countedAs(mark: string, text: string, rules: TaskRules): 'open' | 'done' | undefined {
  const { type } = rules.statuses.of(mark);
  return (type === 'open' || type === 'done') && isTaskText(text, rules) ? type : undefined;
}

/** Whether dates and recurrence follow the status: only with the global filter and, without the plugin, with a field. */
export function isTracked(line: TaskLine, rules: TaskRules): boolean {
  return isTaskText(descriptionOf(line), rules) && (rules.hasPlugin || formOf(line) !== undefined);
}

export function newFieldForm(line: TaskLine, { hasPlugin, form }: TaskRules): TaskForm {
  return hasPlugin ? form : (formOf(line) ?? form);
}

/** Tags of a task without the global filter, which the plugin does not count as one. */
export function withoutFilter(tags: readonly string[], { globalFilter }: TaskRules): string[] {
  return tags.filter(tag => `#${tag}` !== globalFilter);
}
