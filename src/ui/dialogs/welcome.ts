import { type App, Modal, Setting } from 'obsidian';
import { copyText } from '../controls/clipboard';
import { t } from '../text/text';
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
    this.setTitle(t('welcome.title'));
    this.modalEl.addClass('lectern-welcome');
    const { contentEl } = this;
    contentEl.createEl('p', { text: t('welcome.purpose') });
    this.drawAddress(contentEl);
    const list = contentEl.createEl('ul');
    for (const key of rules) list.createEl('li', { text: t(key) });
    this.drawWayOn(contentEl);
  }

  override onClose(): void {
    this.end();
    this.contentEl.empty();
  }

  private drawAddress(parent: HTMLElement): void {
    const { live } = this.parts;
    const row = new Setting(parent).setName(t('status.address'));
    const show = (): void => {
      const { server } = live.state;
      row.setDesc(server.url ?? server.problem ?? t('welcome.starting'));
    };
    show();
    this.end = live.subscribe(show);
    row.addButton(button => {
      button.setButtonText(t('common.copy'));
      const { app } = this;
      button.onClick(() =>
        copyText(
          app,
          { text: live.state.server.url ?? '', place: t('common.addressPlace') },
          button.buttonEl,
        ),
      );
      button.buttonEl.setAttr('aria-label', t('common.copyAddress'));
    });
  }

  private drawWayOn(parent: HTMLElement): void {
    const buttons = parent.createDiv('modal-button-container');
    const connect = buttons.createEl('button', { cls: 'mod-cta', text: t('common.connectClient') });
    connect.addEventListener('click', () => {
      this.close();
      this.parts.addConnection();
    });
    buttons.createEl('button', { text: t('welcome.later') }).addEventListener('click', () => this.close());
    connect.focus();
  }
}

const rules = ['welcome.first', 'welcome.undo', 'welcome.pause'] as const;
