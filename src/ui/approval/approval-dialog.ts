import { type App, Modal } from 'obsidian';
import type { Cancellable } from '../../platform';
import type { ApprovalQueue } from '../../vault/approval/approval-queue';
import type { ApprovalDecision, ApprovalRequest } from '../../vault/approval/approval-request';
import { addButton } from '../controls/app-actions';
import { drawFileDiffs, drawFolderTree } from '../file-diffs';
import { actionText } from '../action-text';
import { quoted } from '../plain-words';
import { markOwn, t } from '../text/text';
import { folderAround, isWholeTitle, remaining, requesterOf, titleOfRequest } from './approval-words';

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

/** After a request appears, buttons are disabled for this time, against accidental clicks and keys; milliseconds. */
const settling = 700;

interface ApprovalDialogOptions extends ApprovalPresenterOptions {
  /** The folder in which a request may be allowed; '' for the root. */
  readonly folderOf: (request: ApprovalRequest) => string;
  readonly closed: () => void;
}

/** Shows the waiting requests, oldest first, one at a time. */
class ApprovalDialog extends Modal {
  private shown: ApprovalRequest | undefined;
  private moreEl: HTMLElement | undefined;
  private timeEl: HTMLElement | undefined;
  private tick: Cancellable | undefined;
  private arming: Cancellable | undefined;
  private end: () => void = () => undefined;

  constructor(private readonly options: ApprovalDialogOptions) {
    super(options.app);
    markOwn(this.modalEl, 'lectern-approval');
    this.modalEl.setAttrs({ role: 'dialog', 'aria-modal': 'true', tabindex: -1 });
  }

  override onOpen(): void {
    this.end = this.options.queue.subscribe(() => this.follow());
    this.follow();
    this.count();
  }

  override onClose(): void {
    this.end();
    this.tick?.cancel();
    this.arming?.cancel();
    this.contentEl.empty();
    const waiting = this.options.queue.requests.length;
    if (waiting > 0) this.options.notify(t('approval.stillWaits'));
    this.options.closed();
  }

  private follow(): void {
    const { requests } = this.options.queue;
    const [first] = requests;
    if (first === undefined) {
      this.close();
      return;
    }
    const current = requests.find(({ id }) => id === this.shown?.id);
    if (current === undefined) this.show(first);
    const more = requests.length - 1;
    this.moreEl?.setText(more === 0 ? '' : t('approval.more', { count: more }));
  }

  private show(request: ApprovalRequest): void {
    this.shown = request;
    const title = titleOfRequest(request);
    const applicant = requesterOf(request);
    this.setTitle(title);
    this.modalEl.setAttr('aria-label', t('approval.title', { title, applicant }));
    const { contentEl } = this;
    contentEl.empty();
    contentEl.createEl('p', { text: applicant });
    const { action, warning } = request;
    if (action !== undefined && !isWholeTitle(request)) contentEl.createEl('p', { text: actionText(action) });
    if (warning !== undefined)
      contentEl.createEl('p', { cls: 'lectern-approval-warning', text: t('approval.noTrash') });
    this.drawChanges(contentEl.createDiv('lectern-approval-changes'), request);
    const state = contentEl.createDiv('lectern-approval-state');
    this.timeEl = state.createSpan();
    this.moreEl = state.createSpan({ attr: { role: 'status' } });
    this.tellTime();
    this.drawButtons(request);
    if (!request.risks.includes('delete'))
      contentEl.createDiv({ cls: 'lectern-approval-state', text: t('approval.longer') });
    // Not on a button: a user who is typing must not answer by accident.
    this.modalEl.focus();
  }

  private drawChanges(place: HTMLElement, { changes, risks }: ApprovalRequest): void {
    const deleted = changes.filter(({ kind }) => kind === 'delete');
    const isTree = folderAround(deleted) !== undefined;
    if (isTree) drawFolderTree(place, deleted);
    const others = isTree ? changes.filter(({ kind }) => kind !== 'delete') : changes;
    if (others.length > 0) drawFileDiffs(place, others, { areFolded: risks.includes('delete') });
  }

  private drawButtons(request: ApprovalRequest): void {
    const row = this.contentEl.createDiv('modal-button-container');
    const buttons: HTMLButtonElement[] = [];
    const add = (text: string, answer: ApprovalDecision): HTMLButtonElement => {
      const button = addButton(row, text, () => this.options.queue.answer(request.id, answer));
      button.disabled = true;
      buttons.push(button);
      return button;
    };
    const folder = this.options.folderOf(request);
    // Each deletion is decided separately.
    const isDeletion = request.risks.includes('delete');
    const allow = add(t('common.allow'), { approved: true });
    allow.addClass('mod-cta');
    allow.toggleClass('mod-destructive', isDeletion);
    if (!isDeletion) add(t('approval.allowForAWhile'), { approved: true, also: 'for10Minutes' });
    if (folder !== '' && !isDeletion)
      add(t('approval.allowInFolder', { folder: quoted(folder) }), { approved: true, also: 'inFolder' });
    add(t('common.refuse'), { approved: false });
    this.arming?.cancel();
    this.arming = this.options.after(settling, () => {
      for (const button of buttons) button.disabled = false;
    });
  }

  private count(): void {
    this.tick = this.options.after(1000, () => {
      this.tellTime();
      this.count();
    });
  }

  private tellTime(): void {
    if (this.shown === undefined) return;
    const left = remaining(this.shown.until, this.options.clock());
    this.timeEl?.setText(`${t('approval.until', { time: left })} `);
  }
}

/** Opens the dialog when a request comes in, or when the user asks for it. */
export class ApprovalPresenter {
  private dialog: ApprovalDialog | undefined;
  private lastSeen = 0;
  private readonly unsubscribe: () => void;

  constructor(
    private readonly options: ApprovalPresenterOptions,
    private readonly folderOf: (request: ApprovalRequest) => string,
  ) {
    this.unsubscribe = options.queue.subscribe(() => this.follow());
    this.follow();
  }

  /** Does nothing if no request waits. */
  readonly open = (): void => {
    const { options, folderOf } = this;
    if (this.dialog !== undefined || options.queue.requests.length === 0) return;
    this.dialog = new ApprovalDialog({ ...options, folderOf, closed: () => (this.dialog = undefined) });
    this.dialog.open();
  };

  end(): void {
    this.unsubscribe();
    this.dialog?.close();
  }

  private follow(): void {
    const newest = this.options.queue.requests.at(-1)?.id ?? 0;
    if (newest <= this.lastSeen) return;
    this.lastSeen = newest;
    if (!this.options.isWatched()) {
      const message = t('approval.waits');
      this.options.notify(message);
      this.options.showDesktopNotification(message, this.open);
    }
    this.open();
  }
}
