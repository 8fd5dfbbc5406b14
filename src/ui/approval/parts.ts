import type { App } from 'obsidian';
import type { Cancellable } from '../../platform';
import type { ApprovalQueue } from '../../vault/approval/approval-queue';

/** What waits for the person, and how they are told. */
export interface ApprovalPresenterOptions {
  readonly app: App;
  readonly queue: Pick<ApprovalQueue, 'requests' | 'answer' | 'subscribe'>;
  /** A tool's title, by its name. */
  readonly titleOf: (tool: string) => string;
  readonly tell: (message: string) => void;
  /** The same outside of the app; what is given is done when the person answers to it. */
  readonly showDesktopNotification: (message: string, clicked: () => void) => void;
  /** Whether the person looks at the app. */
  readonly isWatched: () => boolean;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
}
