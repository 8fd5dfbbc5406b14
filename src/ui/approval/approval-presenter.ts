import type { ApprovalRequest } from '../../vault/approval/approval-request';
import { ApprovalDialog } from './approval-dialog';
import { t } from '../text/text';
import type { ApprovalPresenterOptions } from './parts';

/** Opens the dialog when a request comes in, or when the user asks for it. */
export class ApprovalPresenter {
  private dialog: ApprovalDialog | undefined;
  private lastSeen = 0;
  private readonly unsubscribe: () => void;

  constructor(
    private readonly parts: ApprovalPresenterOptions,
    private readonly folderOf: (request: ApprovalRequest) => string,
  ) {
    this.unsubscribe = parts.queue.subscribe(() => this.follow());
    this.follow();
  }

  /** Does nothing if no request waits. */
  readonly open = (): void => {
    const { parts, folderOf } = this;
    if (this.dialog !== undefined || parts.queue.requests.length === 0) return;
    this.dialog = new ApprovalDialog({ ...parts, folderOf, closed: () => (this.dialog = undefined) });
    this.dialog.open();
  };

  end(): void {
    this.unsubscribe();
    this.dialog?.close();
  }

  private follow(): void {
    const newest = this.parts.queue.requests.at(-1)?.id ?? 0;
    if (newest <= this.lastSeen) return;
    this.lastSeen = newest;
    if (!this.parts.isWatched()) {
      const message = t('approval.waits');
      this.parts.notify(message);
      this.parts.showDesktopNotification(message, this.open);
    }
    this.open();
  }
}
