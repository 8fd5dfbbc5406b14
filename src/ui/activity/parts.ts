import type { App } from 'obsidian';
import type { Cancellable } from '../../platform';
import type { CallLog } from '../../server/calls/call-log';
import type { OwnerChanges } from '../../vault/writing/undo/owner-changes';

/** What the activity shows, and may do. */
export interface ActivityOptions {
  readonly app: App;
  readonly calls: Pick<CallLog, 'all' | 'subscribe' | 'watch'>;
  readonly changes: Pick<OwnerChanges, 'list' | 'detail' | 'undo' | 'undoPreview' | 'undoAll'>;
  /** Deletes the calls, including those on disk. */
  readonly clearCalls: () => Promise<void>;
  readonly openNote: (path: string) => Promise<void>;
  /** Asks which client to connect. */
  readonly connectClient: () => void;
  /** A tool's title, by its name. */
  readonly titleOf: (tool: string) => string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
}
