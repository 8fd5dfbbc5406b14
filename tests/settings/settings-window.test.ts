import type { JSDOM } from 'jsdom';
import { installDomHelpers } from '../../pkg/headless/obsidian/dom/dom-helpers';
import LecternPlugin from '../../src/main';
import { secretId, storedToken } from '../../src/settings/tokens/tokens';
import { AppLectern } from '../browser/support/app-lectern';
import { closePage, openPage, openWindow } from '../headless/page';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { withFreePort } from '../support/free-port';
import { manifest } from '../support/lectern';
import { eventually } from '../support/time/waiting';

withFreePort();

/** The app opens the settings in a window of their own by default. */
let main: JSDOM;
let own: JSDOM;
let vault: TemporaryVault;
let plugin: LecternPlugin;
const copied: string[] = [];

beforeEach(async () => {
  main = openPage();
  own = openWindow();
  installDomHelpers(own.window.document);
  copied.length = 0;
  clipboardOf(main, () => Promise.reject(new Error('Document is not focused.')));
  clipboardOf(own, text => Promise.resolve(void copied.push(text)));
  const token = storedToken('default', 'write', 'lct_default');
  const settings = JSON.stringify({ port: 0, tokens: [token] });
  vault = await temporaryVault({ [`.obsidian/plugins/${manifest.id}/data.json`]: settings });
  vault.host.app.secretStorage.setSecret(secretId(token), 'lct_default');
  const { control, instance } = await vault.host.loadPlugin(AppLectern, manifest);
  if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
  plugin = instance;
  await control?.started();
  const window: unknown = own.window;
  if (!isWindow(window)) throw new Error('jsdom has no window.');
  vault.host.internals.setting.ownWindow = window;
});
afterEach(async () => {
  await vault.close();
  own.window.close();
  closePage(main);
});

function clipboardOf({ window }: JSDOM, writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(window.navigator, 'clipboard', { value: { writeText }, configurable: true });
}

function isWindow(value: unknown): value is Window {
  return typeof value === 'object' && value !== null && 'document' in value;
}

const body = (): HTMLElement => own.window.document.body;
const store = () => plugin.lectern.appInterface.tab.store;
const tabs = () => vault.host.internals.setting;

function open(page: string): void {
  tabs().openTabById(manifest.id);
  const rows = [...body().querySelectorAll<HTMLElement>('.setting-item.mod-clickable')];
  rows.find(row => row.querySelector('.setting-item-name')?.textContent === page)?.click();
}

describe('settings in a window of their own', () => {
  test('are drawn there, and not in the main window', () => {
    open('Connections');
    expect(body().querySelectorAll('.lectern-card')).toHaveLength(1);
    expect(main.window.document.body.textContent).toBe('');
  });

  test('copy through that window, since the main one has no focus', async () => {
    open('Connections');
    body().querySelector<HTMLElement>("[aria-label='Edit “default”']")?.click();
    body().querySelector<HTMLElement>("[aria-label='Copy token of “default”']")?.click();
    await eventually(() => copied.length > 0);
    expect(copied).toEqual([store().firstKnownToken()?.value]);
    expect(vault.host.notices.join()).toContain('Copied');
  });

  test('follow a change of the settings where they are', async () => {
    open('Connections');
    await store().addToken('second', 'read', new Date());
    await eventually(() => body().querySelectorAll('.lectern-card').length === 2);
    expect(main.window.document.body.textContent).toBe('');
  });

  test('keep what was typed and not confirmed when that window goes away, before it is gone', () => {
    open('Advanced');
    const field = body().querySelector<HTMLInputElement>("[aria-label='Prompts folder']");
    if (field === null) throw new Error('There is no such field.');
    field.focus();
    field.value = 'My prompts';
    field.dispatchEvent(new own.window.Event('input', { bubbles: true }));
    own.window.dispatchEvent(new own.window.Event('pagehide'));
    expect(store().settings.promptsFolder).toBe('My prompts');
  });

  test('say at once that the embeddings server in them is refused', async () => {
    const refused = (): number => body().querySelectorAll('.setting-item.has-error').length;
    await store().update(settings => ({ ...settings, embeddingsServer: 'http://127.0.0.1:9' }));
    open('Search');
    expect(refused()).toBe(0);
    await store().update(settings => ({ ...settings, embeddingsServer: 'http://10.0.0.1' }));
    open('Search');
    expect(refused()).toBe(1);
  });

  test('can be opened in the main window again', () => {
    open('Connections');
    tabs().close();
    expect(body().textContent).toBe('');
    tabs().ownWindow = undefined;
    tabs().openTabById(manifest.id);
    expect(main.window.document.body.textContent).toContain('Connections');
  });
});

test('connections are found by their names after settings that were open while one was added', async () => {
  const searchable = (): string => JSON.stringify(tabs().pluginTabs.map(tab => tab.settingItems));
  open('Connections');
  await store().addToken('librarian', 'read', new Date());
  await eventually(() => body().querySelectorAll('.lectern-card').length === 2);
  tabs().close();
  expect(searchable()).toContain('"librarian"');
});
