import { Setting, type SettingDefinitionGroup } from 'obsidian';
import type { SetupText } from '../../../control';
import type { ConnectionResult } from '../../../server/http/connection-test';
import { copyText, saveFile } from '../../../ui/controls/clipboard';
import { clientText, placeSentence, placeText } from '../../../ui/text/setup-names';
import { t } from '../../../ui/text/text';
import type { StoredToken } from '../../schema';
import type { SettingsTabOptions, TabState } from '../parts';
import { addAction, addChoice, addStatusLine } from '../rows';
import { partsBetween } from '../../../utils/text/text-search';

/** The setup text for one client and token, and a test of the connection. */
export function connectGroup(tab: TabState): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: t('common.connectClient'),
    items: [
      {
        name: t('connections.client'),
        desc: t('connections.clientDesc'),
        aliases: [...tab.clients],
        render: row => {
          addChoice(row, {
            label: t('connections.client'),
            key: 'client',
            value: tab.chosenClient,
            options: named(tab.clients.map(client => [client, clientText(client)] as const)),
            onChange: client => {
              tab.chosenClient = client;
              tab.redraw('client');
            },
          });
        },
      },
      {
        name: t('connections.connection'),
        desc: t('connections.connectionDesc'),
        render: row => {
          addChoice(row, {
            label: t('connections.connection'),
            key: 'connection',
            value: chosen(tab)?.valueHash ?? '',
            options: named(
              tab.options.store.settings.tokens.map(({ valueHash, name }) => [valueHash, name] as const),
            ),
            onChange: hash => {
              tab.chosenToken = hash;
              tab.redraw('connection');
            },
          });
        },
      },
      { name: t('connections.setup'), render: row => drawSetup(row, tab) },
      {
        name: t('connections.test'),
        desc: t('connections.testDesc'),
        render: row => drawTest(row, tab),
      },
    ],
  };
}

function named(entries: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(entries);
}

function chosen({ options, chosenToken }: TabState): StoredToken | undefined {
  const { store } = options;
  const { tokens } = store.settings;
  return (
    tokens.find(({ valueHash }) => valueHash === chosenToken) ??
    tokens.find(token => store.tokenValue(token) !== undefined) ??
    tokens[0]
  );
}

/** The setup text for the chosen client and connection; the token is hidden until the user asks for it. */
export function drawSetup(row: Setting, tab: TabState): void {
  const { options, chosenClient } = tab;
  const token = chosen(tab);
  const setup = options.clients.setupTextsWith(token).find(({ client }) => client === chosenClient);
  if (setup === undefined) return;
  const name = t('connections.setupFor', { client: clientText(setup.client) });
  row.setName(name);
  const isElsewhere = token !== undefined && options.store.tokenValue(token) === undefined;
  row.setDesc([placeSentence(setup), ...(isElsewhere ? [t('connections.valueElsewhere')] : [])].join(' '));
  row.settingEl.addClass('lectern-setup');
  const value = token === undefined ? undefined : options.store.tokenValue(token);
  if (setup.client !== 'Claude Desktop' || token === undefined) {
    drawSetupText(row, row.settingEl, setup, { options, value, kind: 'cta' });
    return;
  }
  addAction(row, {
    text: t('connections.exportExtension'),
    kind: 'cta',
    run: async () => saveFile('lectern.mcpb', Uint8Array.from(await options.clients.desktopExtension(token))),
  });
  row.setDesc(t('connections.extensionDesc'));
  const byHand = row.settingEl.createEl('details', { cls: 'lectern-setup-by-hand' });
  byHand.createEl('summary', { text: t('connections.byHand') });
  const text = new Setting(byHand).setDesc(placeSentence(setup));
  text.settingEl.addClass('lectern-setup');
  drawSetupText(text, text.settingEl, setup, { options, value });
}

interface SetupTextOptions {
  readonly options: SettingsTabOptions;
  /** Of the token; undefined where this device does not know it. */
  readonly value: string | undefined;
  readonly kind?: 'cta';
}

function drawSetupText(
  row: Setting,
  parent: HTMLElement,
  setup: SetupText,
  { options, value, kind }: SetupTextOptions,
): void {
  const client = clientText(setup.client);
  const attr = { tabindex: 0, role: 'region', 'aria-label': t('connections.setupFor', { client }) };
  const code = parent.createEl('pre', { cls: 'lectern-setup-text', attr }).createEl('code');
  if (value === undefined) code.setText(setup.text);
  else drawHidden(row, code, setup.text, value);
  addAction(row, {
    text: t('common.copy'),
    label: t('connections.copySetup', { client }),
    key: 'copy-setup',
    run: button => copyText(options.app, { text: setup.text, place: placeText(setup) }, button),
    ...(kind === undefined ? {} : { kind }),
  });
}

/** Shows a text without the token in it until the user asks for it. */
function drawHidden(row: Setting, code: HTMLElement, text: string, value: string): void {
  let isShown = false;
  const toggle = addAction(row, {
    text: t('connections.showToken'),
    run: () => {
      isShown = !isShown;
      show();
    },
  });
  const show = (): void => {
    toggle.setText(t(isShown ? 'connections.hideToken' : 'connections.showToken'));
    code.setText(isShown ? text : partsBetween(text, value).join(hiddenToken));
  };
  show();
}

const hiddenToken = 'lct_••••••••';

/** A button that calls the server like the client will, and the result. */
export function drawTest(row: Setting, tab: TabState): void {
  const { options } = tab;
  const status = addStatusLine(row.infoEl);
  const test = async (): Promise<void> => {
    const token = chosen(tab);
    const value = token === undefined ? undefined : options.store.tokenValue(token);
    if (value === undefined) {
      status.setText(t('connections.test.unknown'));
      return;
    }
    status.setText(t('connections.test.calling'));
    const result = await options.testConnection(value);
    status.setText(resultText(result));
    status.toggleClass('lectern-success', result.kind === 'answered');
    status.toggleClass('lectern-trouble', result.kind !== 'answered');
  };
  addAction(row, { text: t('connections.test'), run: test });
}

function resultText(result: ConnectionResult): string {
  switch (result.kind) {
    case 'answered':
      return t('connections.test.works', { count: result.tools });
    case 'refused':
      return result.status === 401
        ? t('connections.test.badToken')
        : t('connections.test.otherServer', { status: String(result.status) });
    case 'unreachable':
      return t('connections.test.nothing');
  }
}
