import { Modal, Setting, type SettingDefinition } from 'obsidian';
import type { OpenPairing, PairingConsent, PairingEnd, PairingRequest } from '../../control';
import { addButton } from '../../ui/controls/app-actions';
import { quoted } from '../../ui/plain-words';
import { t } from '../../ui/text/text';
import { publicAddress } from '../../utils/urls';
import { visibleLine } from '../../utils/text/visible-text';
import { addExpiry } from './expiry';
import { FolderPicker } from './folders/folder-rules';
import type { TabState } from './parts';
import { addAction, addChoice, addText, addStatusLine, rightsOf, rightsOptions, switchRow } from './rows';

/** The row that opens the dialog below. */
export function pairingRow(tab: TabState): SettingDefinition {
  return {
    name: t('pairing.row'),
    desc: t('pairing.rowDesc'),
    render: row => void addAction(row, { text: t('pairing.start'), run: () => new PairClient(tab).open() }),
  };
}

export function documentsRow({ options: { store } }: TabState): SettingDefinition {
  return {
    ...switchRow(store, 'clientDocuments', {
      name: t('pairing.documents'),
      desc: t('pairing.documentsDesc'),
    }),
    visible: () => store.settings.publicUrl !== '',
  };
}

/** Shows the code by which a client elsewhere signs in, and asks what the client may do. */
class PairClient extends Modal {
  private pairing: OpenPairing | undefined;
  /** Answers the client that waits. */
  private decide: (consent: PairingConsent | undefined) => void = () => undefined;
  private isAgreed = false;

  constructor(private readonly tab: TabState) {
    super(tab.options.app);
  }

  override onOpen(): void {
    this.setTitle(t('pairing.row'));
    this.modalEl.addClass('lectern-settings');
    if (this.tab.options.store.settings.publicUrl === '') this.drawAddress();
    else this.begin();
  }

  /** A client that the owner has allowed still fetches its tokens. */
  override onClose(): void {
    if (!this.isAgreed) this.pairing?.close();
    this.contentEl.empty();
  }

  private drawAddress(): void {
    const { store, server } = this.tab.options;
    const row = new Setting(this.contentEl).setName(t('pairing.address')).setDesc(t('pairing.addressDesc'));
    const { inputEl } = addText(row, {
      label: t('pairing.address'),
      value: '',
      onChange: async text => {
        const address = publicAddress(text.trim());
        row.setErrorMessage(address === undefined ? t('pairing.badAddress') : null);
        if (address === undefined) return;
        await store.update(settings => ({ ...settings, publicUrl: address.url }));
        await server.restart();
        this.begin();
      },
    });
    inputEl.maxLength = 200;
    inputEl.placeholder = 'https://notes.example.org';
    inputEl.focus();
  }

  private begin(): void {
    const { contentEl } = this;
    contentEl.empty();
    const { clients, store } = this.tab.options;
    try {
      this.pairing = clients.openPairing({
        rights: 'write',
        ask: request => this.ask(request),
        ended: how => this.say(endText(how)),
      });
    } catch (error) {
      this.say(error instanceof Error ? error.message : '');
      return;
    }
    const { code } = this.pairing;
    const address = publicAddress(store.settings.publicUrl)?.audience ?? '';
    new Setting(contentEl).setName(t('pairing.step.client')).setDesc(address);
    const row = new Setting(contentEl).setName(t('pairing.step.code'));
    row.controlEl.createEl('strong', { text: `${code.slice(0, 4)}-${code.slice(4)}` });
    addStatusLine(contentEl).setText(t('pairing.waiting'));
  }

  private say(text: string): void {
    this.contentEl.empty();
    addStatusLine(this.contentEl).setText(text);
    const buttons = this.contentEl.createDiv('modal-button-container');
    addButton(buttons, t('common.close'), () => this.close()).focus();
  }

  /** Nothing is allowed by default: the focus is on the refusal. */
  private ask({ client, redirect, address }: PairingRequest): Promise<PairingConsent | undefined> {
    const { contentEl } = this;
    contentEl.empty();
    contentEl.createEl('p', { text: t('pairing.wants', { client: quoted(client) }) });
    contentEl.createEl('p', { text: t('pairing.goesTo', { redirect: visibleLine(redirect) }) });
    contentEl.createEl('p', { text: t('pairing.from', { address: visibleLine(address) }) });
    let rights: PairingConsent['rights'] = 'write';
    addChoice(new Setting(contentEl).setName(t('token.rights')).setDesc(t('pairing.rightsDesc')), {
      label: t('token.rights'),
      value: rights,
      options: rightsOptions(),
      onChange: value => {
        rights = rightsOf(value);
      },
    });
    const folders = this.drawFolders();
    const expiry = addExpiry(contentEl, { label: t('token.expires'), day: '' });
    const buttons = contentEl.createDiv('modal-button-container');
    addButton(buttons, t('pairing.allow'), () => {
      const expires = expiry();
      if (expires === undefined) return;
      this.isAgreed = true;
      this.decide({ rights, folders: [...folders], changes: 'ask', ...expires });
      this.say(t('pairing.allowed'));
    });
    addButton(buttons, t('pairing.refuse'), () => this.decide(undefined)).focus();
    return new Promise(resolve => {
      this.decide = resolve;
    });
  }

  /** @returns the vault paths that are chosen; they change with the row */
  private drawFolders(): ReadonlySet<string> {
    const chosen = new Set<string>();
    const row = new Setting(this.contentEl).setName(t('folders.new')).setDesc(t('folders.wholeVault'));
    const { app, folders } = this.tab.options;
    const add = (_rule: string, path: string): void => {
      chosen.add(path);
      row.setDesc(t('folders.only', { folders: [...chosen].map(visibleLine).join(', ') }));
    };
    addAction(row, {
      text: t('folders.choose'),
      run: () => new FolderPicker(app, folders(), add, false).open(),
    });
    return chosen;
  }
}

function endText(how: PairingEnd): string {
  if (how.kind === 'paired') return t('pairing.paired', { name: quoted(how.name) });
  if (how.kind === 'guessed') return t('pairing.guessed', { address: visibleLine(how.address) });
  return t(`pairing.${how.kind}`);
}
