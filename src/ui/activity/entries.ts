import type { CallRecord } from '../../vault/activity/call-record';
import type { Change } from '../../vault/journal/journal';

/** A call, or a change that no call of the log names. */
export interface Entry extends Omit<CallRecord, 'milliseconds'> {
  /** Tells it from others, but for equal calls within one millisecond. */
  readonly key: string;
  readonly milliseconds?: number;
  /** The change it made, while the journal has it. */
  readonly change?: Change;
  /** Whether that change has been taken back. */
  readonly isUndone: boolean;
}

/**
 * Newest first; linear.
 * @param calls oldest first
 * @param changes newest first
 */
export function entriesOf(calls: readonly CallRecord[], changes: readonly Change[]): Entry[] {
  const byId = new Map(changes.map(change => [change.id, change]));
  const undone = undoneIds(changes);
  const named = new Set<string>();
  const entries = calls.map((call): Entry => {
    const change = call.changeId === undefined ? undefined : byId.get(call.changeId);
    if (change !== undefined) named.add(change.id);
    const isUndone = change !== undefined && undone.has(change.id);
    const key = `${call.time}:${call.tool}:${call.changeId ?? call.path ?? ''}`;
    return { ...call, key, ...(change === undefined ? {} : { change }), isUndone };
  });
  for (const change of changes) {
    if (!named.has(change.id)) entries.push(entryOf(change, undone.has(change.id)));
  }
  return entries.reverse().sort((one, other) => other.time - one.time);
}

/** A change of which only the journal knows. */
function entryOf(change: Change, isUndone: boolean): Entry {
  const { id, time, token, client, tool, files } = change;
  const [first] = files;
  return {
    ...{ key: id, time, token, tool, effect: 'writes', outcome: 'ok', changeId: id, change, isUndone },
    ...(client === undefined ? {} : { client }),
    ...(first === undefined ? {} : { path: first.newPath ?? first.path }),
  };
}

/** Changes that another took back, unless that one was itself. */
function undoneIds(newestFirst: readonly Change[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { id, undoes } of newestFirst) {
    if (undoes !== undefined && !undone.has(id)) undone.add(undoes);
  }
  return undone;
}

/** Whether taking it back can be tried. */
export function isUndoable(entry: Entry): entry is Entry & { readonly change: Change } {
  return entry.change !== undefined && !entry.isUndone;
}
