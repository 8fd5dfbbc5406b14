import type { Setting, SettingDefinitionGroup } from 'obsidian';
import type { SetupText } from '../../../control';
import type { ConnectionResult } from '../../../server/http/connection-test';
import { copyText, saveFile } from '../../../ui/controls/clipboard';
import { counted } from '../../../ui/plain-words';
import type { StoredToken } from '../../schema';
import type { TabState } from '../parts';
import { addAction, addChoice, addStatusLine } from '../rows';

/** The text that sets up one client with one token, and a call that shows whether it would work. */
export function connectGroup(tab: TabState): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Connect a client',
    items: [
      {
        name: 'Client',
        desc: 'The app to connect.',
        aliases: [...tab.clients],
        render: row => {
          addChoice(row, {
            label: 'Client',
            key: 'client',
            value: tab.chosenClient,
            options: named(tab.clients.map(client => [client, client] as const)),
            onChange: client => {
              tab.chosenClient = client;
              tab.redraw('client');
            },
          });
        },
      },
      {
        name: 'Connection',
        desc: 'The connection whose permissions it gets.',
        render: row => {
          addChoice(row, {
            label: 'Connection',
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
      { name: 'Setup', render: row => drawSetup(row, tab) },
      {
        name: 'Test connection',
        desc: 'Makes a real call to the server, as the client will.',
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

/** The text that sets up the chosen client with the chosen connection, the token hidden until it is asked for. */
export function drawSetup(row: Setting, tab: TabState): void {
  const { options, chosenClient } = tab;
  const token = chosen(tab);
  const setup = options.clients.setupTextsWith(token).find(({ client }) => client === chosenClient);
  if (setup === undefined) return;
  row.setName(`Setup for ${setup.client}`);
  row.setDesc(
    `${placeWords(setup)}${token !== undefined && options.store.tokenValue(token) === undefined ? unknownValue : ''}`,
  );
  row.settingEl.addClass('lectern-setup');
  if (setup.client === 'Claude Desktop' && token !== undefined) {
    addAction(row, {
      text: 'Export the Claude Desktop extension',
      run: async () =>
        saveFile('lectern.mcpb', Uint8Array.from(await options.clients.desktopExtension(token))),
    });
  }
  const value = token === undefined ? undefined : options.store.tokenValue(token);
  const attr = { tabindex: 0, role: 'region', 'aria-label': `Setup for ${setup.client}` };
  const code = row.settingEl.createEl('pre', { cls: 'lectern-setup-text', attr }).createEl('code');
  if (value === undefined) code.setText(setup.text);
  else drawHidden(row, code, setup.text, value);
  addAction(row, {
    text: 'Copy',
    label: `Copy the setup for ${setup.client}`,
    kind: 'cta',
    key: 'copy-setup',
    run: button => copyText(options.app, setup, button),
  });
}

/** Shows a text without the token in it until the user asks for it. */
function drawHidden(row: Setting, code: HTMLElement, text: string, value: string): void {
  let isShown = false;
  const toggle = addAction(row, {
    text: 'Show token',
    run: () => {
      isShown = !isShown;
      show();
    },
  });
  const show = (): void => {
    toggle.setText(isShown ? 'Hide token' : 'Show token');
    code.setText(isShown ? text : text.replaceAll(value, () => hiddenToken));
  };
  show();
}

const hiddenToken = 'lct_••••••••';

const unknownValue =
  ' The token was made on another device: paste its value yourself, or rotate it to get a new one.';

function placeWords({ place }: SetupText): string {
  return place.includes('/') || place.includes('.') ? `Put this into ${place}.` : `${place}.`;
}

/** A button that calls the server as the client will, and what came of it. */
export function drawTest(row: Setting, tab: TabState): void {
  const { options } = tab;
  const status = addStatusLine(row.infoEl);
  const test = async (): Promise<void> => {
    const token = chosen(tab);
    const value = token === undefined ? undefined : options.store.tokenValue(token);
    if (value === undefined) {
      status.setText('This device does not know the value of that token.');
      return;
    }
    status.setText('Calling…');
    status.setText(resultWords(await options.testConnection(value)));
  };
  addAction(row, { text: 'Test connection', run: test });
}

function resultWords(result: ConnectionResult): string {
  switch (result.kind) {
    case 'answered':
      return `It works: the client would see ${counted(result.tools, 'tool')}.`;
    case 'refused':
      return result.status === 401
        ? 'The server answered that the token is not valid, or has expired.'
        : `Something answered that is not this server, with status ${result.status}.`;
    case 'unreachable':
      return 'Nothing answered. Is the server running?';
  }
}
