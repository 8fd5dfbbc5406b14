import type { App } from 'obsidian';
import type { Cancellable } from '../../platform';
import type { ApprovalQueue } from '../../vault/approval/approval-queue';

/** Requests for approval, and how the user is notified. */
export interface ApprovalPresenterOptions {
  readonly app: App;
  readonly queue: Pick<ApprovalQueue, 'requests' | 'answer' | 'subscribe'>;
  readonly notify: (message: string) => void;
  /** The same through the system; `clicked` runs when the user clicks the notification. */
  readonly showDesktopNotification: (message: string, clicked: () => void) => void;
  /** Whether the app has the focus. */
  readonly isWatched: () => boolean;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
}
