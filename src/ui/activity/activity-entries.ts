/** What the activity shows: calls with the changes that they made, filtered, and grouped by client and time. */

import type { App } from 'obsidian';
import type { Cancellable } from '../../platform';
import type { CallLog } from '../../server/calls/call-log';
import type { OwnerChanges } from '../../vault/writing/undo/owner-changes';
import type { CallRecord } from '../../vault/activity/call-record';
import type { Change } from '../../vault/journal/change-index';
import type { ChangedFile, ChangeKind } from '../../vault/journal/records';
import { contains } from '../../utils/text/text-search';
import { undoneIds } from '../../utils/undone';

export interface ActivityOptions {
  readonly app: App;
  readonly calls: Pick<CallLog, 'all' | 'subscribe' | 'watch'>;
  readonly changes: Pick<OwnerChanges, 'list' | 'detail' | 'undoPreview' | 'undoAll'>;
  /** Deletes the calls, including those on disk. */
  readonly clearCalls: () => Promise<void>;
  readonly openNote: (path: string) => Promise<void>;
  readonly connectClient: () => void;
  /** A tool's title, by its name. */
  readonly titleOf: (tool: string) => string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
}

/** A call, or a change without a call in the log. */
export interface ActivityEntry extends Omit<CallRecord, 'milliseconds'> {
  /** Identifies it, except among equal calls within one millisecond. */
  readonly key: string;
  readonly milliseconds?: number;
  /** The change that it made, while the journal has it. */
  readonly change?: Change;
  readonly isUndone: boolean;
}

/** Newest first; linear. @param calls oldest first @param changes newest first */
export function activityEntries(calls: readonly CallRecord[], changes: readonly Change[]): ActivityEntry[] {
  const byId = new Map(changes.map(change => [change.id, change]));
  const undone = undoneIds(changes);
  const entries = calls.map((call): ActivityEntry => {
    const { time, tool, path, changeId } = call;
    const change = changeId === undefined ? undefined : byId.get(changeId);
    const key = `${time}:${tool}:${changeId ?? path ?? ''}`;
    return {
      ...call,
      key,
      ...(change && { change }),
      isUndone: change !== undefined && undone.has(change.id),
    };
  });
  for (const { change } of entries) if (change !== undefined) byId.delete(change.id);
  for (const change of byId.values()) entries.push(entryOfChange(change, undone.has(change.id)));
  return entries.reverse().sort((one, other) => other.time - one.time);
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

/** Whether the user can try to undo it. */
export function isUndoable(entry: ActivityEntry): entry is ActivityEntry & { readonly change: Change } {
  return entry.change !== undefined && !entry.isUndone;
}

export const filterKinds = ['all', 'changes', 'problems'] as const;
type FilterKind = (typeof filterKinds)[number];

export interface Filters {
  readonly kind: FilterKind;
  /** Words that must all occur, in any case. */
  readonly text: string;
}

export const noFilters: Filters = { kind: 'all', text: '' };

/** @param titleOf a tool's title, by its name */
export function filtered(
  entries: readonly ActivityEntry[],
  filters: Filters,
  titleOf: (tool: string) => string,
): readonly ActivityEntry[] {
  if (filters === noFilters) return entries;
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(
    entry => isOfKind(entry, filters.kind) && hasWords(entry, titleOf(entry.tool), words),
  );
}

function isOfKind({ outcome, changeId }: ActivityEntry, kind: FilterKind): boolean {
  if (kind === 'problems') return outcome !== 'ok';
  return kind === 'all' || changeId !== undefined;
}

function hasWords(
  { tool, path, client, token, outcome, change }: ActivityEntry,
  title: string,
  words: readonly string[],
): boolean {
  if (words.length === 0) return true;
  const places = change?.files.slice(0, 20).map(file => file.path) ?? [];
  const text = [tool, title, path, client, token, outcome, ...places].join('\n').toLowerCase();
  return words.every(word => contains(text, word));
}

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

/** Groups changes by client and time; the group with the newest change comes first. @param entries newest first */
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
