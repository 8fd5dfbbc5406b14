import { Modal, Setting } from 'obsidian';
import { type ConnectionChoice, defaultConnection } from '../../ui/dialogs/welcome';
import { clientText } from '../../ui/text/setup-names';
import { t } from '../../ui/text/text';
import { folderGlob } from '../../utils/glob/folder-glob';
import { visibleLine } from '../../utils/text/visible-text';
import type { Grant } from '../../vault/access/grant';
import { profileFor } from '../clients/setup-texts';
import type { StoredToken } from '../schema';
import { maxNameLength, nameFor } from '../tokens/token-names';
import { nameProblem } from './tokens/token-problems';
import { drawSetup, drawTest } from './pages/connect';
import type { TabState } from './parts';
import { CoverageLine } from './folders/coverage-line';
import { FolderPicker } from './folders/folder-picker';
import { addAction, addChoice, addText } from './rows';
import { rightsOf, rightsOptions } from './words';
import { itemAt } from '../../utils/item-at';

/** Asks for the client, name and rights of a new connection, then shows the client's setup. */
export class AddConnection extends Modal {
  private client: string;
  private name: string;
  private isNamed = false;
  private rights: StoredToken['rights'];
  private allow: readonly string[] = [];
  private coverage: CoverageLine | undefined;
  private chooseFolders: (allow: readonly string[]) => void = () => undefined;

  /** @param choice what was chosen already */
  constructor(
    private readonly tab: TabState,
    private readonly choice: ConnectionChoice = defaultConnection,
  ) {
    super(tab.options.app);
    this.rights = choice.rights;
    this.client = itemAt(tab.clients, 0);
    this.name = nameFor(this.client, this.tokens);
  }

  private get tokens(): readonly StoredToken[] {
    return this.tab.options.store.settings.tokens;
  }

  override onOpen(): void {
    this.setTitle(t('connections.add'));
    this.modalEl.addClass('lectern-settings');
    const { contentEl } = this;
    const name = this.drawName(contentEl);
    addChoice(new Setting(contentEl).setName(t('connections.client')).setDesc(t('connections.clientDesc')), {
      label: t('connections.new.client'),
      value: this.client,
      options: Object.fromEntries(this.tab.clients.map(client => [client, clientText(client)])),
      onChange: client => {
        this.client = client;
        if (!this.isNamed) this.name = nameFor(client, this.tokens);
        name.value = this.name;
      },
    });
    contentEl.append(name.closest('.setting-item') ?? name);
    addChoice(new Setting(contentEl).setName(t('token.rights')).setDesc(t('token.rightsDesc')), {
      label: t('connections.new.rights'),
      value: this.rights,
      options: rightsOptions(),
      onChange: rights => {
        this.rights = rightsOf(rights);
        this.showCoverage();
      },
    });
    this.drawFolders(contentEl);
    this.drawButtons(contentEl);
    contentEl.querySelector('select')?.focus();
    if (this.choice.onlySomeFolders) this.pickFolder();
  }

  override onClose(): void {
    this.coverage?.end();
    this.contentEl.empty();
  }

  private drawName(parent: HTMLElement): HTMLInputElement {
    const row = new Setting(parent).setName(t('token.name')).setDesc(t('connections.new.nameDesc'));
    const { inputEl } = addText(row, {
      label: t('connections.new.name'),
      value: this.name,
      onChange: text => {
        this.isNamed = true;
        this.name = text.trim();
        row.setErrorMessage(nameProblem(this.name, this.tokens) ?? null);
      },
    });
    inputEl.maxLength = maxNameLength;
    return inputEl;
  }

  /** The folders that it may see: the whole vault, or selected ones. */
  private drawFolders(parent: HTMLElement): void {
    const row = new Setting(parent).setName(t('folders.new'));
    this.chooseFolders = allow => {
      this.allow = allow;
      const only = t('folders.only', { folders: allow.map(rule => visibleLine(rule)).join(', ') });
      row.setDesc(allow.length === 0 ? t('folders.wholeVault') : only);
      whole.toggle(allow.length > 0);
      this.showCoverage();
    };
    addAction(row, {
      text: t('folders.choose'),
      run: () => this.pickFolder(),
    });
    const whole = addAction(row, { text: t('folders.wholeVault'), run: () => this.chooseFolders([]) });
    this.coverage = new CoverageLine(row.infoEl, this.tab.options.grantPreview);
    this.chooseFolders([]);
  }

  private pickFolder(): void {
    const { app, folders } = this.tab.options;
    const add = (path: string): void => this.chooseFolders([...new Set([...this.allow, folderGlob(path)])]);
    new FolderPicker(app, folders(), add).open();
  }

  private showCoverage(): void {
    const { allow, rights } = this;
    void this.coverage?.show({ ...newGrant, rights, allow });
  }

  private drawButtons(parent: HTMLElement): void {
    const buttons = parent.createDiv('modal-button-container');
    const add = buttons.createEl('button', { cls: 'mod-cta', text: t('connections.new.add') });
    add.addEventListener('click', () => void this.finish());
    buttons.createEl('button', { text: t('common.cancel') }).addEventListener('click', () => this.close());
  }

  private async finish(): Promise<void> {
    const { client, name, rights, allow, tab } = this;
    if (nameProblem(name, this.tokens) !== undefined) return;
    const { store, time } = tab.options;
    const hash = await store.addToken(name, rights, time.now());
    const chosen = { allow: [...allow], profile: profileFor(client) };
    await store.changeToken(hash, token => ({ ...token, ...chosen }));
    this.coverage?.end();
    tab.chosenToken = hash;
    tab.chosenClient = client;
    tab.redraw('add');
    this.drawSetup();
  }

  private drawSetup(): void {
    const { contentEl, tab } = this;
    this.setTitle(t('connections.new.connect', { client: clientText(this.client) }));
    contentEl.empty();
    drawSetup(new Setting(contentEl), tab);
    drawTest(new Setting(contentEl).setName(t('connections.test')).setDesc(t('connections.testDesc')), tab);
    const buttons = contentEl.createDiv('modal-button-container');
    const done = buttons.createEl('button', { text: t('connections.new.done') });
    done.addEventListener('click', () => this.close());
    contentEl.querySelector('button')?.focus();
  }
}

const newGrant: Grant = {
  token: '',
  rights: 'write',
  allow: [],
  allowWrite: [],
  deny: [],
  disabledTools: [],
};
