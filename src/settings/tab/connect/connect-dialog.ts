import { DropdownComponent, Setting, Modal } from 'obsidian';
import { addButton } from '../../../ui/controls/app-actions';
import { clientText } from '../../../ui/text/server-texts';
import { markOwn, t } from '../../../ui/text/text';
import type { ClientSetups, TabState } from '../parts';
import type { ConnectionResult } from '../../../server/http/connection-test';
import { quoted } from '../../../ui/plain-words';
import type { Grant } from '../../../vault/access/access';
import { profileFor } from '../../clients/setup-texts';
import type { StoredToken } from '../../schema';
import { nameFor } from '../../tokens/tokens';
import { CoverageLine, addFolderRules } from '../folders/folder-rules';
import { addChoice, addStatusLine, rightsOf, rightsOptions } from '../rows';
import { Setup } from './setup';
import { noRules } from '../../../utils/rights';

/** The clients with a button of their own. */
const firstClients = ['Claude Desktop', 'Claude Code', 'Cursor', 'VS Code'] as const;

/** A button for each of the first clients, and a list of the others. */
function drawClients(
  parent: HTMLElement,
  clients: ClientSetups,
  chosen: string,
  choose: (client: string) => void,
): void {
  const row = new Setting(parent).setName(t('connect.client'));
  row.settingEl.addClasses(['lectern-below', 'lectern-clients']);
  row.controlEl.setAttrs({ role: 'group', 'aria-label': t('connect.client') });
  for (const client of firstClients) {
    row.addButton(button => {
      button.setButtonText(client).onClick(() => choose(client));
      button.buttonEl.setAttr('aria-pressed', client === chosen);
    });
  }
  const isFirst = (client: string): boolean => firstClients.some(first => first === client);
  const others = clients
    .setupTextsWith('')
    .map(({ client }) => client)
    .filter(client => !isFirst(client));
  const list = new DropdownComponent(row.controlEl);
  list.addOptions({
    '': t('connect.more'),
    ...Object.fromEntries(others.map(client => [client, clientText(client)])),
  });
  list.setValue(isFirst(chosen) ? '' : chosen).onChange(client => {
    if (client !== '') choose(client);
  });
  list.selectEl.setAttr('aria-label', t('connect.otherClients'));
}

/**
 * Connects a client: which one, what it may do, which folders, and one button that sets it up. The connection is made
 * when that button is used, so that cancelling leaves nothing. For a connection that exists it shows the setup again.
 */
export class ConnectDialog extends Modal {
  private client: string;
  private rights: StoredToken['rights'] = 'write';
  private allow: readonly string[] = [];
  /** Whether this dialog made the connection. */
  private isMade = false;
  /** How the setup was last used. */
  private used: 'quickly' | 'byHand' | undefined;
  private isWorking = false;
  private coverage: CoverageLine | undefined;
  private endWaiting: () => void = () => undefined;

  /** @param token the connection to set up again, a new one unless given; `rotate` asks to replace its value */
  constructor(
    private readonly tab: TabState,
    private token?: StoredToken,
    private readonly rotate?: () => void,
  ) {
    super(tab.options.app);
    const names = tab.options.clients.setupTextsWith('').map(({ client }) => client);
    this.client = names.find(name => token?.name.startsWith(name)) ?? firstClients[0];
  }

  override onOpen(): void {
    markOwn(this.modalEl, 'lectern-settings', 'lectern-connect');
    this.draw();
    this.focusClient();
  }

  override onClose(): void {
    this.end();
    this.contentEl.empty();
  }

  private focusClient(): void {
    const { contentEl } = this;
    const pressed = contentEl.querySelector<HTMLElement>('button[aria-pressed="true"]');
    (pressed ?? contentEl.querySelector('select'))?.focus();
  }

  private end(): void {
    this.coverage?.end();
    this.endWaiting();
  }

  private draw(): void {
    const { contentEl, token, client, tab } = this;
    this.end();
    contentEl.empty();
    this.setTitle(
      token === undefined ? t('common.connectClient') : t('connect.setupOf', { name: quoted(token.name) }),
    );
    if (token === undefined) contentEl.createEl('p', { text: t('connect.purpose') });
    if (!this.isMade && (token === undefined || this.value() !== ''))
      drawClients(contentEl, tab.options.clients, client, chosen => {
        this.client = chosen;
        this.used = undefined;
        this.draw();
        this.focusClient();
      });
    if (token === undefined) this.drawGrant();
    this.drawSetup();
  }

  /** What the new connection may do, and the folders that it may see. */
  private drawGrant(): void {
    const { contentEl, tab } = this;
    addChoice(new Setting(contentEl).setName(t('connect.rights')).setDesc(t('token.rightsDesc')), {
      label: t('connect.rights'),
      value: this.rights,
      options: rightsOptions(),
      onChange: rights => {
        this.rights = rightsOf(rights);
        showCoverage();
      },
    });
    const row = new Setting(contentEl).setName(t('connect.folders'));
    const coverage = new CoverageLine(row.infoEl, tab.options.grantPreview);
    this.coverage = coverage;
    const showCoverage = (): void => {
      void coverage.show({ ...newGrant, rights: this.rights, allow: this.allow });
    };
    addFolderRules(row, tab, {
      label: t('connect.folders'),
      value: this.allow,
      none: t('folders.allow.none'),
      changed: allow => {
        this.allow = allow;
        showCoverage();
      },
    });
    showCoverage();
  }

  private drawSetup(): void {
    const { contentEl, token, tab, client } = this;
    if (token !== undefined && this.value() === '') {
      this.drawUnknown();
      return;
    }
    const setup = new Setup(tab.options, client);
    const ended = (isSetUp: boolean): void => {
      if (isSetUp) tab.options.store.keepPort();
      else void this.takeBack();
    };
    setup.drawText(contentEl, button =>
      this.use('byHand', () => setup.copy(this.value(), button).then(() => ended(true))),
    );
    const status = addStatusLine(contentEl);
    const result = addStatusLine(contentEl);
    const buttons = contentEl.createDiv('modal-button-container');
    const main = addButton(buttons, setup.actionText, () =>
      this.use('quickly', () => setup.act(this.value(), main, ended)),
    );
    main.toggleClass('mod-cta', this.used === undefined);
    if (token === undefined) {
      addButton(buttons, t('common.cancel'), () => this.close());
      return;
    }
    addButton(buttons, t('connections.test'), () => void this.test(result));
    const done = addButton(buttons, t('connect.done'), () => this.close());
    if (this.used === undefined) return;
    done.addClass('mod-cta');
    done.focus();
    this.follow(status, setup.next(this.used === 'byHand'));
  }

  /** A token that was made elsewhere only gets a new value. */
  private drawUnknown(): void {
    this.contentEl.createEl('p', { text: t('connect.valueElsewhere') });
    const buttons = this.contentEl.createDiv('modal-button-container');
    const rotate = addButton(buttons, t('token.rotate'), () => {
      this.close();
      this.rotate?.();
    });
    rotate.focus();
    addButton(buttons, t('common.close'), () => this.close());
  }

  /** Uses the setup; a new connection is made for it. */
  private async use(way: 'quickly' | 'byHand', act: () => Promise<void>): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    try {
      if (this.token === undefined) await this.make();
      // None is made where the settings cannot be changed.
      if (this.token === undefined) return;
      this.used = way;
      await act();
    } finally {
      this.isWorking = false;
    }
    this.draw();
  }

  private async make(): Promise<void> {
    const { client, rights, allow, tab } = this;
    const { store, time } = tab.options;
    const name = nameFor(clientText(client), store.settings.tokens);
    const hash = await store.addToken(name, rights, time.now());
    const chosen = { allow: [...allow], profile: profileFor(client) };
    await store.changeToken(hash, token => ({ ...token, ...chosen }));
    this.token = store.token(hash);
    this.isMade = this.token !== undefined;
    tab.redraw();
  }

  /** The setup was not used after all. */
  private async takeBack(): Promise<void> {
    const { token, isMade, tab } = this;
    this.used = undefined;
    if (token !== undefined && isMade) {
      this.token = undefined;
      this.isMade = false;
      await tab.options.store.removeToken(token);
    }
    this.draw();
  }

  private value(): string {
    const { token, tab } = this;
    return (token === undefined ? undefined : tab.options.store.tokenValue(token)) ?? '';
  }

  /** Says what to do next, until the client makes its first call. */
  private follow(status: HTMLElement, next: string): void {
    const { live, lastUse } = this.tab.options;
    const lastTime = (): number | undefined => this.token && lastUse(this.token)?.time;
    const before = lastTime();
    const show = (): void => {
      const isUsed = lastTime() !== before;
      status.setText(isUsed ? t('connect.connected', { client: clientText(this.client) }) : next);
      status.toggleClass('lectern-success', isUsed);
    };
    show();
    this.endWaiting = live.subscribe(show);
  }

  private async test(status: HTMLElement): Promise<void> {
    status.setText(t('connections.test.calling'));
    const result = await this.tab.options.testConnection(this.value());
    const isPaused = result.kind === 'answered' && this.tab.options.live.state.isPaused;
    const works = result.kind === 'answered' && !isPaused;
    status.setText(isPaused ? t('connections.test.paused') : testResult(result));
    status.toggleClass('lectern-success', works);
    status.toggleClass('lectern-trouble', !works);
  }
}

const newGrant: Grant = { token: '', rights: 'write', ...noRules };

function testResult(result: ConnectionResult): string {
  if (result.kind === 'answered') return t('connections.test.works', { count: result.tools });
  if (result.kind === 'unreachable') return t('connections.test.nothing');
  return result.status === 401
    ? t('connections.test.badToken')
    : t('connections.test.otherServer', { status: String(result.status) });
}
