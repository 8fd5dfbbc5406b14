import { Modal, ProgressBarComponent } from 'obsidian';
import type { Change } from '../../vault/journal/change-index';
import type { UndoGroupPreview, GroupResult } from '../../vault/writing/undo/owner-changes';
import { visible } from '../../utils/text/visible-text';
import { markOwn, t } from '../text/text';
import { addButton } from '../controls/app-actions';
import type { ActivityOptions } from './activity-entries';
import { subjectText, timeText, undoProblemText } from './words';

/** Limit for the changes that are listed; more are counted. */
const maxNamed = 20;

/** Previews the undo of several changes, does it, and shows the outcome. */
export class UndoDialog extends Modal {
  private readonly status: HTMLElement;
  private readonly bar: HTMLElement;
  private readonly body: HTMLElement;
  private readonly buttons: HTMLElement;

  constructor(
    private readonly options: ActivityOptions,
    private readonly changeIds: readonly string[],
    private readonly done: () => void,
  ) {
    super(options.app);
    markOwn(this.modalEl, 'lectern-undo');
    this.status = this.contentEl.createDiv({ attr: { role: 'status' } });
    this.bar = this.contentEl.createDiv();
    this.body = this.contentEl.createDiv();
    this.buttons = this.contentEl.createDiv('modal-button-container');
  }

  override onOpen(): void {
    this.setTitle(t('undo.title', { count: this.changeIds.length }));
    this.status.setText(t('undo.looking'));
    void this.look().catch(() => this.status.setText(t('undo.failedLooking')));
  }

  private async look(): Promise<void> {
    const undoPreview = await this.options.changes.undoPreview(this.changeIds);
    const { undoable, stuck } = undoPreview;
    const couldNot = stuck.length === 0 ? [] : [t('undo.impossible', { count: stuck.length })];
    this.status.setText(
      undoable.length === 0
        ? t('undo.noneOfThem')
        : [t('undo.possible', { count: undoable.length }), ...couldNot].join(' '),
    );
    this.drawUndoPreview(undoPreview);
    if (undoable.length > 0) {
      const undo = addButton(this.buttons, t('activity.undo', { count: undoable.length }), () =>
        this.run(undoable),
      );
      undo.addClass('mod-cta');
    }
    addButton(this.buttons, t(undoable.length > 0 ? 'common.cancel' : 'common.close'), () =>
      this.close(),
    ).focus();
  }

  private drawUndoPreview({ undoable, stuck }: UndoGroupPreview): void {
    this.drawList(undoable.map(change => this.name(change)));
    if (stuck.length === 0) return;
    this.body.createEl('p', { text: t('undo.these') });
    this.drawList(
      stuck.map(({ change, obstacle }) =>
        t('undo.changeProblem', { change: this.name(change), problem: t(`activity.obstacle.${obstacle}`) }),
      ),
    );
  }

  private drawList(lines: readonly string[]): void {
    if (lines.length === 0) return;
    const list = this.body.createEl('ul');
    for (const text of lines.slice(0, maxNamed)) list.createEl('li', { text });
    const more = lines.length - maxNamed;
    if (more > 0) list.createEl('li', { text: t('undo.more', { count: more }) });
  }

  private name(change: Change): string {
    return t('undo.change', {
      tool: this.options.titleOf(change.tool),
      place: visible(subjectText({ change })),
      when: timeText(change.time, this.options.clock()),
    });
  }

  private async run(undoable: readonly Change[]): Promise<void> {
    for (const button of this.buttons.querySelectorAll('button')) button.disabled = true;
    this.status.setText(t('undo.running'));
    const ids = undoable.map(({ id }) => id);
    const result = await this.options.changes.undoAll(ids, this.drawProgress());
    this.done();
    this.tellResult(result, undoable);
  }

  private drawProgress(): (part: number) => void {
    const attr = { role: 'progressbar', 'aria-label': t('undo.progress'), 'aria-valuenow': '0' };
    const place = this.bar.createDiv({ attr });
    const bar = new ProgressBarComponent(place);
    return part => {
      const percent = Math.floor(100 * part);
      bar.setValue(percent);
      place.setAttr('aria-valuenow', percent);
    };
  }

  private tellResult({ undone, failed }: GroupResult, changes: readonly Change[]): void {
    this.setTitle(t('undo.progress'));
    this.bar.empty();
    this.body.empty();
    this.buttons.empty();
    const wereNot = failed.length === 0 ? [] : [t('undo.failed', { count: failed.length })];
    this.status.setText([t('undo.done', { count: undone.length }), ...wereNot].join(' '));
    const byId = new Map(changes.map(change => [change.id, change]));
    this.drawList(
      failed.map(({ changeId, code }) => {
        const change = byId.get(changeId);
        return t('undo.changeProblem', {
          change: change === undefined ? changeId : this.name(change),
          problem: undoProblemText(code),
        });
      }),
    );
    addButton(this.buttons, t('common.close'), () => this.close()).focus();
  }
}
