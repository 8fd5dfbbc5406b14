import { type ActivityEntry, isUndoable } from './activity-entries';

/** Changes of one client with little time between them. */
export interface Group {
  readonly key: string;
  readonly token: string;
  readonly client: string | undefined;
  /** Newest first. */
  readonly entries: readonly ActivityEntry[];
}

/** A longer pause between two changes of a client starts a new group, milliseconds. */
const maxPause = 15 * 60_000;

/**
 * Groups changes by client and time; the group with the newest change comes first.
 * @param entries newest first
 */
export function groupsOf(entries: readonly ActivityEntry[]): Group[] {
  const groups: { token: string; client: string | undefined; entries: ActivityEntry[] }[] = [];
  const open = new Map<string, ActivityEntry[]>();
  for (const entry of entries) {
    if (entry.change === undefined) continue;
    const { token, client } = entry;
    const who = JSON.stringify([token, client]);
    const current = open.get(who);
    const oldest = current?.at(-1);
    if (current !== undefined && oldest !== undefined && oldest.time - entry.time <= maxPause) {
      current.push(entry);
      continue;
    }
    const begun = [entry];
    open.set(who, begun);
    groups.push({ token, client, entries: begun });
  }
  // Identified by its oldest entry, a group stays the same when the client makes another change.
  return groups.map(group => ({ ...group, key: `group:${group.entries.at(-1)?.key ?? ''}` }));
}

/** Ids of its changes that the user can try to undo. */
export function undoableIds(entries: readonly ActivityEntry[]): string[] {
  return entries.filter(isUndoable).map(({ change }) => change.id);
}
