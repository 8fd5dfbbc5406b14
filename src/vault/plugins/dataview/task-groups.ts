/** Reads lists of tasks, which may be in nested groups. */

import { property } from '../other-plugins';

export interface TaskPlace {
  /** Keys of the groups around the task, outermost first. */
  readonly keys: readonly unknown[];
  readonly task: unknown;
}

const maxDepth = 8;

/** All tasks of a grouping, in order, and undefined for each group: a group may be empty but is still a step. */
export function* tasksOf(
  values: readonly unknown[],
  keys: readonly unknown[] = [],
): Generator<TaskPlace | undefined> {
  for (const value of values) {
    const rows = groupRows(value);
    if (rows === undefined) {
      yield { keys, task: value };
      continue;
    }
    yield undefined;
    if (keys.length < maxDepth) yield* tasksOf(rows, [...keys, property(value, 'key')]);
  }
}

/** The rows of a group; undefined for a task. */
function groupRows(value: unknown): readonly unknown[] | undefined {
  const rows = property(value, 'rows');
  return Array.isArray(rows) && property(value, 'text') === undefined ? rows : undefined;
}

interface PlainGroup {
  readonly key: unknown;
  readonly rows: unknown[];
}

/** Puts plain tasks back into their groups. */
export class TaskRows {
  readonly rows: unknown[] = [];
  /** The groups around the task that was added last. */
  private readonly open: { readonly key: unknown; readonly group: PlainGroup }[] = [];

  add(task: unknown, keys: readonly unknown[], plainKey: (key: unknown) => unknown): void {
    let depth = 0;
    while (depth < keys.length && depth < this.open.length && this.open[depth]?.key === keys[depth])
      depth += 1;
    this.open.length = depth;
    for (const key of keys.slice(depth)) {
      const group: PlainGroup = { key: plainKey(key), rows: [] };
      this.place().push(group);
      this.open.push({ key, group });
    }
    this.place().push(task);
  }

  private place(): unknown[] {
    return this.open.at(-1)?.group.rows ?? this.rows;
  }
}
