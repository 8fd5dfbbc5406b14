import type { CallRecord } from '../../vault/activity/call-record';
import type { Change, ChangedFile, ChangeKind } from '../../vault/journal/journal';

/** A call, or a change without a call in the log. */
export interface ActivityEntry extends Omit<CallRecord, 'milliseconds'> {
  /** Identifies it, except among equal calls within one millisecond. */
  readonly key: string;
  readonly milliseconds?: number;
  /** The change that it made, while the journal has it. */
  readonly change?: Change;
  /** Whether that change was undone. */
  readonly isUndone: boolean;
}

/** Makes entries from calls and changes; entries of calls without changes are cached. */
export class ActivityEntries {
  private readonly made = new WeakMap<CallRecord, ActivityEntry>();

  /**
   * Newest first; linear.
   * @param calls oldest first
   * @param changes newest first
   */
  entries(calls: readonly CallRecord[], changes: readonly Change[]): ActivityEntry[] {
    const byId = new Map(changes.map(change => [change.id, change]));
    const undone = undoneIds(changes);
    const entries = calls.map(call => this.entry(call, byId, undone));
    for (const { change } of entries) if (change !== undefined) byId.delete(change.id);
    for (const change of byId.values()) entries.push(entryOfChange(change, undone.has(change.id)));
    return entries.reverse().sort((one, other) => other.time - one.time);
  }

  private entry(
    call: CallRecord,
    changes: ReadonlyMap<string, Change>,
    undone: ReadonlySet<string>,
  ): ActivityEntry {
    const known = this.made.get(call);
    if (known !== undefined) return known;
    const { time, tool, path, changeId } = call;
    const key = `${time}:${tool}:${changeId ?? path ?? ''}`;
    const change = changeId === undefined ? undefined : changes.get(changeId);
    if (change !== undefined) return { ...call, key, change, isUndone: undone.has(change.id) };
    const entry = { ...call, key, isUndone: false };
    if (changeId === undefined) this.made.set(call, entry);
    return entry;
  }
}

/** The current path of its first file; a folder counts only if nothing else changed. */
export function mainPath({ files }: Change): string | undefined {
  const file = files.find(({ isFolder }) => isFolder !== true) ?? files[0];
  return file?.newPath ?? file?.path;
}

/** The files that the change itself affected, without updated links and parent folders. */
export function directFiles(files: readonly ChangedFile[]): readonly ChangedFile[] {
  const direct = files.filter(({ isFolder, isLinking }) => isFolder !== true && isLinking !== true);
  return direct.length > 0 ? direct : files;
}

/** The kind of change of all files; `edit` if they differ. */
export function kindOf(files: readonly ChangedFile[]): ChangeKind {
  const [kind = 'edit', ...others] = new Set(files.map(file => file.kind));
  return others.length > 0 ? 'edit' : kind;
}

/** A change that only the journal knows. */
function entryOfChange(change: Change, isUndone: boolean): ActivityEntry {
  const { id, time, token, client, tool } = change;
  const path = mainPath(change);
  return {
    key: id,
    time,
    token,
    tool,
    effect: 'writes',
    outcome: 'ok',
    changeId: id,
    change,
    isUndone,
    ...(client === undefined ? {} : { client }),
    ...(path === undefined ? {} : { path }),
  };
}

/** Changes that another one undid, unless that was undone itself. */
function undoneIds(newestFirst: readonly Change[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { id, undoes } of newestFirst) {
    if (undoes !== undefined && !undone.has(id)) undone.add(undoes);
  }
  return undone;
}

/** Whether the user can try to undo it. */
export function isUndoable(entry: ActivityEntry): entry is ActivityEntry & { readonly change: Change } {
  return entry.change !== undefined && !entry.isUndone;
}
