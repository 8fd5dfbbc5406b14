import { ToolFailure } from '../../errors';
import type { ChangeDetail } from '../../vault/writing/undo/owner-changes';
import { drawFileDiffs } from '../diff/file-diffs';
import { visible, visibleLine } from '../../utils/text/visible-text';
import { callerText } from '../plain-words';
import type { ActivityEntry } from './activity-entries';
import type { ActivityOptions } from './parts';
import { obstacleWords, outcomeWords } from './words';

export interface DetailActions {
  readonly back: () => void;
  /** Something was undone. */
  readonly changed: () => void;
}

/** One call: what it was, and what it changed. */
export class DetailPane {
  private readonly back: HTMLElement;
  private readonly status: HTMLElement;
  private readonly buttons: HTMLElement;
  private readonly body: HTMLElement;
  private isOver = false;

  constructor(
    private readonly parent: HTMLElement,
    private readonly entry: ActivityEntry,
    private readonly parts: ActivityOptions,
    private readonly actions: DetailActions,
  ) {
    this.back = parent.createEl('button', { text: 'Back', attr: { 'aria-label': 'Back to the list' } });
    this.back.addEventListener('click', actions.back);
    parent.addEventListener('keydown', this.leave);
    this.drawFacts();
    this.status = parent.createDiv({ cls: 'lectern-live', attr: { role: 'status' } });
    this.buttons = parent.createDiv('lectern-activity-buttons');
    this.body = parent.createDiv();
    void this.show().catch(() => this.status.setText('It could not be read.'));
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
    const { entry, parts, parent } = this;
    const { tool, path, milliseconds, time } = entry;
    parent.createDiv({
      cls: 'lectern-activity-title',
      text: parts.titleOf(tool),
      attr: { role: 'heading', 'aria-level': 2 },
    });
    const took =
      milliseconds === undefined ? '' : `, took ${Math.round(milliseconds).toLocaleString('en')} ms`;
    const facts = [
      `${callerText(entry)}, ${new Date(time).toLocaleString()}`,
      `${tool}: ${outcomeWords(entry)}${took}`,
      ...(path === undefined ? [] : [visible(path)]),
    ];
    for (const text of facts) parent.createDiv({ cls: 'lectern-activity-fact', text });
  }

  private async show(): Promise<void> {
    const { changeId, path } = this.entry;
    const detail = changeId === undefined ? undefined : await this.parts.changes.detail(changeId);
    if (this.isOver) return;
    this.buttons.empty();
    this.body.empty();
    if (detail !== undefined) this.drawChange(detail);
    else if (changeId !== undefined) this.status.setText('This change is no longer in the journal.');
    const note = detail === undefined ? path : noteOf(detail);
    if (note === undefined || note === '') return;
    this.addButton('Open note', () => this.parts.openNote(note));
  }

  private drawChange(detail: ChangeDetail): void {
    const { obstacle } = detail;
    const undo = this.addButton('Undo', () => this.undo(detail.id));
    if (obstacle !== undefined) {
      undo.disabled = true;
      if (this.status.getText() === '')
        this.status.setText(`It cannot be undone: ${obstacleWords[obstacle]}.`);
    }
    if (detail.summary !== undefined) this.body.createEl('p', { text: visibleLine(detail.summary) });
    drawFileDiffs(this.body, detail.files);
  }

  private addButton(text: string, run: () => Promise<void>): HTMLButtonElement {
    const button = this.buttons.createEl('button', { text });
    button.addEventListener('click', () => {
      button.disabled = true;
      void run().finally(() => (button.disabled = false));
    });
    return button;
  }

  private async undo(changeId: string): Promise<void> {
    try {
      await this.parts.changes.undo(changeId);
      this.status.setText('Undone. The undo is in the list too, and can itself be undone.');
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      this.status.setText(`It was not undone: ${error.message}`);
    }
    this.actions.changed();
    await this.show();
    // The button that was pressed is gone.
    this.back.focus();
  }
}

function noteOf({ files }: ChangeDetail): string | undefined {
  const file = files.find(({ isFolder, kind }) => isFolder !== true && kind !== 'delete');
  return file?.newPath ?? file?.path;
}
