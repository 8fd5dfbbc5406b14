import { type App, Modal, Setting } from 'obsidian';

/** Something that the vault's settings bring along, in words. */
export interface UntrustedSetting {
  readonly id: string;
  readonly words: string;
}

export interface UntrustedSettingsDialogOptions {
  readonly app: App;
  /** Everything that does not hold on this device. */
  readonly items: () => readonly UntrustedSetting[];
  readonly accept: (ids: readonly string[]) => void;
  readonly ignore: (ids: readonly string[]) => void;
}

/** Asks which of the settings that came with the vault are to hold on this device. */
export class UntrustedSettingsDialog extends Modal {
  constructor(private readonly parts: UntrustedSettingsDialogOptions) {
    super(parts.app);
  }

  override onOpen(): void {
    this.setTitle('Settings from another device');
    this.modalEl.addClass('lectern-brought');
    this.draw();
    // A key that was meant for a note must not accept anything.
    this.contentEl.setAttr('tabindex', '-1');
    this.contentEl.focus();
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private draw(): void {
    const { contentEl, parts } = this;
    const items = parts.items();
    contentEl.empty();
    if (items.length === 0) {
      contentEl.createEl('p', { text: nothing });
      return;
    }
    contentEl.createEl('p', { text: explanation });
    for (const { id, words } of items) this.drawItem(id, words);
    const ids = items.map(({ id }) => id);
    const buttons = contentEl.createDiv('modal-button-container');
    this.addButton(buttons, 'Accept all', () => parts.accept(ids));
    this.addButton(buttons, 'Ignore all', () => parts.ignore(ids));
  }

  private drawItem(id: string, words: string): void {
    const { parts } = this;
    const row = new Setting(this.contentEl).setName(words);
    row.addButton(button => {
      button.setButtonText('Accept').onClick(() => {
        parts.accept([id]);
        this.draw();
      });
      button.buttonEl.setAttr('aria-label', `Accept: ${words}`);
    });
  }

  private addButton(parent: HTMLElement, text: string, act: () => void): void {
    parent.createEl('button', { text }).addEventListener('click', () => {
      act();
      this.close();
    });
  }
}

const explanation =
  'These settings came with the vault: from another device of yours, or from whoever made the vault. They let somebody do more than what was set on this device, so they do not hold here until you accept them. What you ignore stays in the settings of your other devices.';

const nothing = 'Nothing in the settings of this vault waits to be accepted on this device.';
