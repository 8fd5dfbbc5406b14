import { type App, Modal, Setting } from 'obsidian';
import { addButton } from './controls/app-actions';
import { markOwn, t } from './text/text';

/** A setting that came with the vault, as text. */
export interface UntrustedSetting {
  readonly id: string;
  readonly words: string;
}

interface UntrustedSettingsDialogOptions {
  readonly app: App;
  /** All settings that do not apply on this device. */
  readonly items: () => readonly UntrustedSetting[];
  readonly accept: (ids: readonly string[]) => void;
  readonly ignore: (ids: readonly string[]) => void;
}

/** Asks which of the settings that came with the vault should apply on this device. */
export class UntrustedSettingsDialog extends Modal {
  constructor(private readonly options: UntrustedSettingsDialogOptions) {
    super(options.app);
  }

  override onOpen(): void {
    this.setTitle(t('brought.title'));
    markOwn(this.modalEl, 'lectern-brought');
    this.draw();
    // A key meant for a note must not accept anything.
    this.contentEl.setAttr('tabindex', '-1');
    this.contentEl.focus();
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private draw(): void {
    const { contentEl, options } = this;
    const items = options.items();
    contentEl.empty();
    if (items.length === 0) {
      contentEl.createEl('p', { text: t('brought.nothing') });
      return;
    }
    contentEl.createEl('p', { text: t('brought.explanation') });
    for (const { id, words } of items) this.drawItem(id, words);
    const ids = items.map(({ id }) => id);
    const buttons = contentEl.createDiv('modal-button-container');
    this.addButton(buttons, t('brought.acceptAll'), () => options.accept(ids));
    this.addButton(buttons, t('brought.ignoreAll'), () => options.ignore(ids));
  }

  private drawItem(id: string, words: string): void {
    const { options } = this;
    const row = new Setting(this.contentEl).setName(words);
    row.addButton(button => {
      button.setButtonText(t('brought.accept')).onClick(() => {
        options.accept([id]);
        this.draw();
      });
      button.buttonEl.setAttr('aria-label', t('brought.acceptItem', { item: words }));
    });
  }

  private addButton(parent: HTMLElement, text: string, act: () => void): void {
    addButton(parent, text, () => {
      act();
      this.close();
    });
  }
}
