import { Modal, Setting } from 'obsidian';
import type { StoredToken } from '../schema';
import { longestName, nameFor, nameProblem } from '../tokens/token-names';
import { drawSetup, drawTest } from './pages/connect';
import type { TabState } from './parts';
import { addChoice, addText } from './rows';
import { rightsOf, rightsWords } from './words';

/** Asks which client a new connection is for, how it is called and what it may do, then shows the client's setup. */
export class AddConnection extends Modal {
  private client: string;
  private name: string;
  private isNamed = false;
  private rights: StoredToken['rights'] = 'write';

  constructor(private readonly tab: TabState) {
    super(tab.options.app);
    this.client = tab.clients[0] ?? '';
    this.name = nameFor(this.client, this.tokens);
  }

  private get tokens(): readonly StoredToken[] {
    return this.tab.options.store.settings.tokens;
  }

  override onOpen(): void {
    this.setTitle('Add connection');
    this.modalEl.addClass('lectern-settings');
    const { contentEl } = this;
    const name = this.drawName(contentEl);
    addChoice(new Setting(contentEl).setName('Client').setDesc('The app to connect.'), {
      label: 'Client of the new connection',
      value: this.client,
      options: Object.fromEntries(this.tab.clients.map(client => [client, client])),
      onChange: client => {
        this.client = client;
        if (!this.isNamed) this.name = nameFor(client, this.tokens);
        name.value = this.name;
      },
    });
    contentEl.append(name.closest('.setting-item') ?? name);
    addChoice(new Setting(contentEl).setName('Rights').setDesc('You can change them at any time.'), {
      label: 'Rights of the new connection',
      value: this.rights,
      options: rightsWords,
      onChange: rights => {
        this.rights = rightsOf(rights);
      },
    });
    this.drawButtons(contentEl);
    contentEl.querySelector('select')?.focus();
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private drawName(parent: HTMLElement): HTMLInputElement {
    const row = new Setting(parent).setName('Name').setDesc('How the activity calls it.');
    const { inputEl } = addText(row, {
      label: 'Name of the new connection',
      value: this.name,
      onChange: text => {
        this.isNamed = true;
        this.name = text.trim();
        row.setErrorMessage(nameProblem(this.name, this.tokens) ?? null);
      },
    });
    inputEl.maxLength = longestName;
    return inputEl;
  }

  private drawButtons(parent: HTMLElement): void {
    const buttons = parent.createDiv('modal-button-container');
    const add = buttons.createEl('button', { cls: 'mod-cta', text: 'Add' });
    add.addEventListener('click', () => void this.finish());
    buttons.createEl('button', { text: 'Cancel' }).addEventListener('click', () => this.close());
  }

  private async finish(): Promise<void> {
    const { client, name, rights, tab } = this;
    if (nameProblem(name, this.tokens) !== undefined) return;
    const { store, time } = tab.options;
    const hash = await store.addToken(name, rights, time.now());
    tab.chosenToken = hash;
    tab.chosenClient = client;
    tab.redraw('add');
    this.drawSetup();
  }

  private drawSetup(): void {
    const { contentEl, tab } = this;
    this.setTitle(`Connect ${this.client}`);
    contentEl.empty();
    drawSetup(new Setting(contentEl), tab);
    drawTest(
      new Setting(contentEl).setName('Test connection').setDesc('Makes a real call, as the client will.'),
      tab,
    );
    const buttons = contentEl.createDiv('modal-button-container');
    const done = buttons.createEl('button', { text: 'Done' });
    done.addEventListener('click', () => this.close());
    contentEl.querySelector('button')?.focus();
  }
}
