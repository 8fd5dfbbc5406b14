import { type App, Modal, Setting } from 'obsidian';
import { t } from '../text/text';
import type { Live } from '../live-status';

export interface WelcomeOptions {
  readonly app: App;
  readonly live: Live;
  /** Asks which client to connect, and begins with what was chosen here. */
  readonly addConnection: (choice: ConnectionChoice) => void;
}

/** What a connection that is about to be added may do. */
export interface ConnectionChoice {
  readonly rights: 'read' | 'write';
  /** Folders are to be picked; the whole vault otherwise. */
  readonly onlySomeFolders: boolean;
}
export const defaultConnection: ConnectionChoice = { rights: 'write', onlySomeFolders: false };

/** The page at the first start: what was set up, and how to continue. */
export class Welcome extends Modal {
  private end: () => void = () => undefined;
  private choice = defaultConnection;

  constructor(private readonly options: WelcomeOptions) {
    super(options.app);
  }

  override onOpen(): void {
    this.setTitle(t('welcome.title'));
    this.modalEl.addClasses(['lectern-settings', 'lectern-welcome']);
    const { contentEl } = this;
    contentEl.createEl('p', { text: t('welcome.purpose') });
    this.drawConnectionChoice(contentEl);
    const list = contentEl.createEl('ul');
    for (const key of rules) list.createEl('li', { text: t(key) });
    this.drawServer(contentEl);
    this.drawWayOn(contentEl);
  }

  override onClose(): void {
    this.end();
    this.contentEl.empty();
  }

  /** What the first client may do and see. */
  private drawConnectionChoice(parent: HTMLElement): void {
    const { rights, onlySomeFolders } = this.choice;
    addList(parent, {
      name: t('token.rights'),
      desc: t('welcome.rightsDesc'),
      options: { read: t('token.rights.read'), write: t('token.rights.write') },
      value: rights,
      choose: value => (this.choice = { ...this.choice, rights: value === 'read' ? 'read' : 'write' }),
    });
    addList(parent, {
      name: t('folders.new'),
      desc: t('welcome.foldersDesc'),
      options: { all: t('folders.wholeVault'), some: t('welcome.someFolders') },
      value: onlySomeFolders ? 'some' : 'all',
      choose: value => (this.choice = { ...this.choice, onlySomeFolders: value === 'some' }),
    });
  }

  private drawServer(parent: HTMLElement): void {
    const { live } = this.options;
    const line = parent.createEl('p', { cls: 'lectern-live', attr: { role: 'status' } });
    const show = (): void => {
      const { url, problem } = live.state.server;
      const running = url === undefined ? t('welcome.starting') : t('welcome.running', { url });
      line.setText(problem ?? running);
    };
    show();
    this.end = live.subscribe(show);
  }

  private drawWayOn(parent: HTMLElement): void {
    const buttons = parent.createDiv('modal-button-container');
    const connect = buttons.createEl('button', { cls: 'mod-cta', text: t('common.connectClient') });
    connect.addEventListener('click', () => {
      this.close();
      this.options.addConnection(this.choice);
    });
    buttons.createEl('button', { text: t('welcome.later') }).addEventListener('click', () => this.close());
    connect.focus();
  }
}

interface List {
  readonly name: string;
  readonly desc: string;
  /** Texts by their values. */
  readonly options: Readonly<Record<string, string>>;
  readonly value: string;
  readonly choose: (value: string) => void;
}

/** A row with a list to choose from. */
function addList(parent: HTMLElement, { name, desc, options, value, choose }: List): void {
  const row = new Setting(parent).setName(name).setDesc(desc);
  row.addDropdown(list => {
    list
      .addOptions({ ...options })
      .setValue(value)
      .onChange(choose);
    list.selectEl.setAttr('aria-label', name);
  });
}

const rules = ['welcome.first', 'welcome.undo', 'welcome.pause'] as const;
