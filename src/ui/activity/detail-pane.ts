import type { ChangeDetail } from '../../vault/writing/undo/owner-changes';
import { addButton } from '../controls/app-actions';
import { drawFileDiffs } from '../file-diffs';
import { visible, visibleLine } from '../../utils/text/visible-text';
import { actionText } from '../action-text';
import { callerText, momentText } from '../plain-words';
import { t } from '../text/text';
import type { ActivityEntry, ActivityOptions } from './activity-entries';
import { outcomeText, problemText, undoProblemText } from './words';

interface DetailActions {
  readonly back: () => void;
  /** Something was undone. */
  readonly changed: () => void;
}

export class DetailPane {
  private readonly back: HTMLElement;
  private readonly status: HTMLElement;
  private readonly buttons: HTMLElement;
  private readonly body: HTMLElement;
  private isOver = false;

  constructor(
    private readonly parent: HTMLElement,
    private readonly entry: ActivityEntry,
    private readonly options: ActivityOptions,
    private readonly actions: DetailActions,
  ) {
    this.back = addButton(parent, t('activity.back'), actions.back);
    this.back.setAttr('aria-label', t('activity.backLabel'));
    parent.addEventListener('keydown', this.leave);
    this.drawFacts();
    this.status = parent.createDiv({ cls: 'lectern-live', attr: { role: 'status' } });
    this.buttons = parent.createDiv('lectern-activity-buttons');
    this.body = parent.createDiv();
    void this.show().catch(() => this.status.setText(t('activity.unreadable')));
    this.back.focus();
  }

  end(): void {
    this.isOver = true;
    this.parent.removeEventListener('keydown', this.leave);
  }

  private readonly leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.actions.back();
  };

  private drawFacts(): void {
    const { entry, options, parent } = this;
    const { tool, path, milliseconds, time, client } = entry;
    parent.createDiv({
      cls: 'lectern-activity-title',
      text: options.titleOf(tool),
      attr: { role: 'heading', 'aria-level': 2 },
    });
    const call = `${tool}: ${outcomeText(entry)}`;
    const facts = [
      `${callerText(entry)}, ${momentText(new Date(time))}`,
      milliseconds === undefined
        ? call
        : t('activity.took', { call, milliseconds: Math.round(milliseconds) }),
      ...(path === undefined ? [] : [visible(path)]),
      ...(client === undefined ? [] : [t('activity.client', { client: visibleLine(client) })]),
    ];
    for (const text of facts) parent.createDiv({ cls: 'lectern-activity-fact', text });
  }

  private async show(): Promise<void> {
    const { changeId, path, outcome } = this.entry;
    const detail = changeId === undefined ? undefined : await this.options.changes.detail(changeId);
    if (this.isOver) return;
    this.buttons.empty();
    this.body.empty();
    if (detail !== undefined) this.drawChange(detail);
    else if (changeId !== undefined) this.status.setText(t('activity.notInJournal'));
    else this.status.setText(outcome === 'ok' ? t('activity.noContent') : problemText(outcome));
    const note = detail === undefined ? path : noteOf(detail);
    if (note === undefined || note === '' || outcome === 'not_found') return;
    this.addButton(t('activity.openNote'), () => this.options.openNote(note));
  }

  private drawChange(detail: ChangeDetail): void {
    if (detail.obstacle !== 'undone') this.drawUndo(detail);
    const { action, files } = detail;
    if (action !== undefined) this.body.createEl('p', { text: actionText(action) });
    drawFileDiffs(this.body, files);
  }

  private drawUndo({ id, obstacle }: ChangeDetail): void {
    const undo = this.addButton(t('activity.undoOne'), () => this.undo(id));
    if (obstacle === undefined) return;
    undo.disabled = true;
    if (this.status.getText() === '')
      this.status.setText(t('activity.stuck', { reason: t(`activity.obstacle.${obstacle}`) }));
  }

  private addButton(text: string, run: () => Promise<void>): HTMLButtonElement {
    const button = addButton(this.buttons, text, () => {
      button.disabled = true;
      void run().finally(() => (button.disabled = false));
    });
    return button;
  }

  private async undo(changeId: string): Promise<void> {
    const { undone, failed } = await this.options.changes.undoAll([changeId]);
    const reason = undoProblemText(failed[0]?.code ?? 'not_found');
    this.status.setText(undone.length > 0 ? t('activity.undone') : t('activity.notUndone', { reason }));
    this.actions.changed();
    await this.show();
    // The clicked button no longer exists.
    this.back.focus();
  }
}

function noteOf({ files }: ChangeDetail): string | undefined {
  const file = files.find(({ isFolder, kind }) => isFolder !== true && kind !== 'delete');
  return file?.newPath ?? file?.path;
}
