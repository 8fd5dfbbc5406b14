import { Modal, Setting, type SettingDefinition } from 'obsidian';
import type { OpenPairing, PairingConsent, PairingEnd, PairingRequest } from '../../control';
import { addButton, copyText } from '../../ui/controls/app-actions';
import { quoted } from '../../ui/plain-words';
import { markOwn, t } from '../../ui/text/text';
import { loopbackUrl, publicAddress } from '../../utils/urls';
import { visibleLine } from '../../utils/text/visible-text';
import { addExpiry } from './expiry';
import { addFolderRules } from './folders/folder-rules';
import type { TabState } from './parts';
import { addAction, addChoice, addText, addStatusLine, rightsOf, rightsOptions, switchRow } from './rows';

/** The row that opens the dialog below. */
export function pairingRow(tab: TabState): SettingDefinition {
  return {
    name: t('pairing.row'),
    desc: t('pairing.rowDesc'),
    render: row => {
      addAction(row, { text: t('pairing.start'), key: 'pair', run: () => new PairClient(tab).open() });
    },
  };
}

export function addressRow(tab: TabState): SettingDefinition {
  const { store } = tab.options;
  return {
    name: t('pairing.address'),
    desc: t('pairing.addressDesc'),
    visible: () => store.settings.publicUrl !== '',
    render: row => void addAddress(row, tab, t('pairing.saveAddress'), () => undefined),
  };
}

const help = 'https://github.com/lectern-mcp/lectern/blob/main/docs/remote.md#setting-it-up';

/** A field for the public address. Enter and the button save it, but leaving it does not: half an address must not apply. */
function addAddress(row: Setting, tab: TabState, button: string, saved: () => void): HTMLInputElement {
  const { store, server, live } = tab.options;
  const { publicUrl: value } = store.settings;
  row.settingEl.addClass('lectern-below');
  const about = row.infoEl.createDiv('setting-item-description');
  about.createEl('a', { text: t('pairing.addressHelp'), href: help });
  const { inputEl } = addText(row, { label: t('pairing.address'), value, onChange: () => undefined });
  const save = async (): Promise<void> => {
    const text = inputEl.value.trim();
    const url = text === '' && value !== '' ? text : publicAddress(text)?.url;
    const isOwn = loopbackUrl(url ?? '') !== undefined;
    row.setErrorMessage(url === undefined ? t('pairing.badAddress') : isOwn ? t('pairing.ownAddress') : null);
    if (url === undefined || isOwn) return;
    await store.update(settings => ({ ...settings, publicUrl: url }));
    if (live.state.server.state !== 'off') await server.restart();
    tab.redraw(url === '' ? 'pair' : 'address');
    saved();
  };
  inputEl.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') void save();
  });
  inputEl.maxLength = 200;
  inputEl.placeholder = 'https://notes.example.org';
  addAction(row, { text: button, key: 'address', run: save });
  return inputEl;
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
  private isOver = false;

  constructor(private readonly tab: TabState) {
    super(tab.options.app);
  }

  override onOpen(): void {
    this.setTitle(t('pairing.row'));
    markOwn(this.modalEl, 'lectern-settings');
    if (this.tab.options.store.settings.publicUrl !== '') {
      this.begin();
      return;
    }
    const row = new Setting(this.contentEl).setName(t('pairing.address')).setDesc(t('pairing.addressDesc'));
    addAddress(row, this.tab, t('signIn.next'), () => this.begin()).focus();
  }

  /** A client that the owner has allowed still fetches its tokens. */
  override onClose(): void {
    this.isOver = true;
    if (!this.isAgreed) this.pairing?.close();
    this.contentEl.empty();
  }

  private begin(): void {
    if (this.isOver || this.pairing !== undefined) return;
    const { contentEl } = this;
    contentEl.empty();
    const { app, clients, store } = this.tab.options;
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
    const client = new Setting(contentEl).setName(t('pairing.step.client')).setDesc(address);
    const copy = addAction(client, {
      text: t('common.copy'),
      label: t('common.copyAddress'),
      run: from => copyText(app, { text: address, place: t('common.addressPlace') }, from),
    });
    const row = new Setting(contentEl).setName(t('pairing.step.code'));
    row.controlEl.createEl('strong', { text: `${code.slice(0, 4)}-${code.slice(4)}` });
    addStatusLine(contentEl).setText(t('pairing.waiting'));
    addButton(contentEl.createDiv('modal-button-container'), t('common.cancel'), () => this.close());
    copy.focus();
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
    const goesTo = contentEl.createEl('p', { text: `${t('pairing.goesTo')} ` });
    goesTo.createEl('strong', { text: visibleLine(new URL(redirect).host) });
    contentEl.createEl('p', { text: visibleLine(redirect) });
    contentEl.createEl('p', { text: t('pairing.from', { address: visibleLine(address) }) });
    let rights: PairingConsent['rights'] = 'write';
    const about = `${t('token.rightsDesc')} ${t('pairing.rightsDesc')}`;
    addChoice(new Setting(contentEl).setName(t('token.rights')).setDesc(about), {
      label: t('token.rights'),
      value: rights,
      options: rightsOptions(),
      onChange: value => {
        rights = rightsOf(value);
      },
    });
    let folders: readonly string[] = [];
    addFolderRules(new Setting(contentEl).setName(t('folders.new')), this.tab, {
      label: t('folders.new'),
      value: folders,
      none: t('folders.allow.none'),
      changed: value => {
        folders = value;
      },
    });
    const expiry = addExpiry(contentEl, { label: t('token.expires'), day: '' });
    const buttons = contentEl.createDiv('modal-button-container');
    addButton(buttons, t('common.allow'), () => {
      const expires = expiry();
      if (expires === undefined) return;
      this.isAgreed = true;
      this.decide({ rights, folders, changes: 'ask', ...expires });
      this.say(t('pairing.allowed'));
    });
    addButton(buttons, t('common.refuse'), () => this.decide(undefined)).focus();
    return new Promise(resolve => {
      this.decide = resolve;
    });
  }
}

function endText(how: PairingEnd): string {
  if (how.kind === 'paired') return t('pairing.paired', { name: quoted(how.name) });
  if (how.kind === 'guessed') return t('pairing.guessed', { address: visibleLine(how.address) });
  return t(`pairing.${how.kind}`);
}
