/** The meaning of the characters in the brackets of tasks. */

/** The types of the Tasks plugin, by our names. */
export const statusTypes = ['open', 'in_progress', 'on_hold', 'done', 'cancelled', 'non_task'] as const;
export type StatusType = (typeof statusTypes)[number];

export interface TaskStatus {
  readonly symbol: string;
  /** The character after toggling the task. */
  readonly next: string;
  readonly type: StatusType;
}

/** The defaults of the plugin. */
export const defaultStatuses: readonly TaskStatus[] = [
  { symbol: ' ', next: 'x', type: 'open' },
  { symbol: 'x', next: ' ', type: 'done' },
  { symbol: '/', next: 'x', type: 'in_progress' },
  { symbol: '-', next: ' ', type: 'cancelled' },
];

/** Of two with one character the first counts; a character that none has is open, and done when it is toggled. */
export class TaskStatuses {
  private readonly bySymbol = new Map<string, TaskStatus>();

  constructor(statuses: readonly TaskStatus[]) {
    for (const status of statuses)
      if (!this.bySymbol.has(status.symbol)) this.bySymbol.set(status.symbol, status);
  }

  of(symbol: string): TaskStatus {
    return this.bySymbol.get(symbol) ?? { symbol, next: 'x', type: 'open' };
  }

  /**
   * The status of a type for a task with another one: the one after toggling, or the first of that type.
   * Undefined if there is none.
   */
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

  /** The status of a task's next occurrence: by toggling the completed one, first an open one, else one in progress. */
  afterRecurrence(done: string): TaskStatus {
    const chain: TaskStatus[] = [];
    for (
      let step = 0, status = this.of(this.of(done).next);
      step < Math.max(this.bySymbol.size, 1);
      step += 1
    ) {
      chain.push(status);
      status = this.of(status.next);
    }
    const first = (type: StatusType): TaskStatus | undefined => chain.find(status => status.type === type);
    return first('open') ?? first('in_progress') ?? this.of(' ');
  }
}
