import { Modal, ProgressBarComponent } from 'obsidian';
import type { Change } from '../../vault/journal/journal';
import type { UndoGroupPreview, GroupResult } from '../../vault/writing/undo/owner-changes';
import { visible } from '../../utils/text/visible-text';
import { counted } from '../plain-words';
import type { ActivityOptions } from './parts';
import { obstacleWords, timeWords } from './words';

/** Changes that are named; more are counted. */
const mostNamed = 20;

/** Previews the undo of several changes, does it, and shows the outcome. */
export class UndoDialog extends Modal {
  private readonly status: HTMLElement;
  private readonly bar: HTMLElement;
  private readonly body: HTMLElement;
  private readonly buttons: HTMLElement;

  constructor(
    private readonly parts: ActivityOptions,
    private readonly changeIds: readonly string[],
    private readonly done: () => void,
  ) {
    super(parts.app);
    this.modalEl.addClass('lectern-undo');
    this.status = this.contentEl.createDiv({ attr: { role: 'status' } });
    this.bar = this.contentEl.createDiv();
    this.body = this.contentEl.createDiv();
    this.buttons = this.contentEl.createDiv('modal-button-container');
  }

  override onOpen(): void {
    this.setTitle(`Undo ${counted(this.changeIds.length, 'change')}?`);
    this.status.setText('Looking at what can be undone.');
    void this.look().catch(() => this.status.setText('Could not check what can be undone.'));
  }

  private async look(): Promise<void> {
    const undoPreview = await this.parts.changes.undoPreview(this.changeIds);
    const { undoable, stuck } = undoPreview;
    const could = `${counted(undoable.length, 'change')} can be undone, newest first.`;
    const couldNot = stuck.length === 0 ? '' : ` ${counted(stuck.length, 'change')} cannot, and will stay.`;
    this.status.setText(undoable.length === 0 ? 'None of these changes can be undone.' : could + couldNot);
    this.drawUndoPreview(undoPreview);
    if (undoable.length > 0) {
      const undo = this.addButton(`Undo ${counted(undoable.length, 'change')}`, () => this.run(undoable));
      undo.addClass('mod-warning');
    }
    this.addButton(undoable.length > 0 ? 'Cancel' : 'Close', () => this.close()).focus();
  }

  private drawUndoPreview({ undoable, stuck }: UndoGroupPreview): void {
    this.drawList(undoable.map(change => this.name(change)));
    if (stuck.length === 0) return;
    this.body.createEl('p', { text: 'These cannot be undone:' });
    this.drawList(stuck.map(({ change, obstacle }) => `${this.name(change)}: ${obstacleWords[obstacle]}`));
  }

  private drawList(lines: readonly string[]): void {
    if (lines.length === 0) return;
    const list = this.body.createEl('ul');
    for (const text of lines.slice(0, mostNamed)) list.createEl('li', { text });
    const more = lines.length - mostNamed;
    if (more > 0) list.createEl('li', { text: `and ${counted(more, 'more change')}` });
  }

  private name({ tool, files, time }: Change): string {
    const [first] = files;
    const place =
      files.length === 1 ? visible(first?.newPath ?? first?.path ?? '') : counted(files.length, 'file');
    return `${this.parts.titleOf(tool)}, ${place}, ${timeWords(time, this.parts.clock())}`;
  }

  private async run(undoable: readonly Change[]): Promise<void> {
    for (const button of this.buttons.querySelectorAll('button')) button.disabled = true;
    this.status.setText('Undoing.');
    const ids = undoable.map(({ id }) => id);
    const result = await this.parts.changes.undoAll(ids, this.drawProgress());
    this.done();
    this.tellResult(result, undoable);
  }

  private drawProgress(): (part: number) => void {
    const attr = { role: 'progressbar', 'aria-label': 'Undone', 'aria-valuenow': '0' };
    const place = this.bar.createDiv({ attr });
    const bar = new ProgressBarComponent(place);
    return part => {
      const percent = Math.floor(100 * part);
      bar.setValue(percent);
      place.setAttr('aria-valuenow', percent);
    };
  }

  private tellResult({ undone, failed }: GroupResult, changes: readonly Change[]): void {
    this.setTitle('Undone');
    this.bar.empty();
    this.body.empty();
    this.buttons.empty();
    const wereNot = failed.length === 0 ? '' : ` ${counted(failed.length, 'change')} could not be:`;
    this.status.setText(`${counted(undone.length, 'change')} undone.${wereNot}`);
    const byId = new Map(changes.map(change => [change.id, change]));
    this.drawList(
      failed.map(({ changeId, message }) => {
        const change = byId.get(changeId);
        return `${change === undefined ? changeId : this.name(change)}: ${message}`;
      }),
    );
    this.addButton('Close', () => this.close()).focus();
  }

  private addButton(text: string, run: () => unknown): HTMLButtonElement {
    const button = this.buttons.createEl('button', { text });
    button.addEventListener('click', run);
    return button;
  }
}
