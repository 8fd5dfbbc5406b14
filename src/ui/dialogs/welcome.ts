import { type App, Modal, Setting } from 'obsidian';
import { copyText } from '../controls/clipboard';
import { addressPlace } from '../plain-words';
import type { Live } from '../live-status';

export interface WelcomeParts {
  readonly app: App;
  readonly live: Live;
  /** Asks which client to connect. */
  readonly addConnection: () => void;
}

/** The page of the first start: what has been set up, and how to go on. */
export class Welcome extends Modal {
  private end: () => void = () => undefined;

  constructor(private readonly parts: WelcomeParts) {
    super(parts.app);
  }

  override onOpen(): void {
    this.setTitle('Lectern is ready');
    this.modalEl.addClass('lectern-welcome');
    const { contentEl } = this;
    contentEl.createEl('p', { text: purpose });
    this.drawAddress(contentEl);
    const list = contentEl.createEl('ul');
    for (const text of rules) list.createEl('li', { text });
    this.drawWayOn(contentEl);
  }

  override onClose(): void {
    this.end();
    this.contentEl.empty();
  }

  private drawAddress(parent: HTMLElement): void {
    const { live } = this.parts;
    const row = new Setting(parent).setName('Address');
    const show = (): void => {
      const { server } = live.state;
      row.setDesc(server.url ?? server.problem ?? 'The server is starting.');
    };
    show();
    this.end = live.subscribe(show);
    row.addButton(button => {
      button.setButtonText('Copy');
      const { app } = this;
      button.onClick(() =>
        copyText(app, { text: live.state.server.url ?? '', place: addressPlace }, button.buttonEl),
      );
      button.buttonEl.setAttr('aria-label', 'Copy the address');
    });
  }

  private drawWayOn(parent: HTMLElement): void {
    const buttons = parent.createDiv('modal-button-container');
    const connect = buttons.createEl('button', { cls: 'mod-cta', text: 'Connect a client' });
    connect.addEventListener('click', () => {
      this.close();
      this.parts.addConnection();
    });
    buttons.createEl('button', { text: 'Later' }).addEventListener('click', () => this.close());
    connect.focus();
  }
}

const purpose =
  'AI clients on this computer, such as Claude Code or Cursor, can now search, read and edit the notes of this vault. Nothing leaves your computer by itself: a client sees only what it asks for, and only with a token that you give it.';

const rules = [
  'A first connection named “default” may read and write every note. You can give it fewer rights, or only some folders.',
  'Every change is kept for a while and can be undone. What is deleted goes to the trash.',
  'Pause all clients at any time from the status bar.',
] as const;
