import { rmSync } from 'node:fs';
import type { JSDOM } from 'jsdom';
import { installDomHelpers } from '../../pkg/headless/obsidian/dom/dom-helpers';
import LecternPlugin from '../../src/main';
import { secretId, storedToken, uniquelyNamed } from '../../src/settings/tokens/tokens';
import { acceptSettings } from '../support/accepted';
import { AppLectern, asInApp } from '../browser/support/app-lectern';
import { closePage, openPage, openWindow } from '../headless/page';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { withFreePort } from '../support/free-port';
import { manifest, RunningLectern } from '../support/lectern';
import { eventually } from '../support/time/waiting';
import { appInterfaceOf } from '../support/app-interface';
import { signIn } from '../server/sign-in/support/browser';
import {
  authorizationUrl,
  called,
  redeemed,
  registered,
  tokensIn,
} from '../server/sign-in/support/plain-client';
import { atPublicName, publicUrl } from '../server/sign-in/support/public-name';
import { settingsSchema, securitySchema } from '../../src/settings/schema';
import { applyPreset, presetOf, toolPresets, isToolOn } from '../../src/settings/tool-switches';
import { tools } from '../../src/tools';
import { checkOverlay } from '../../src/settings/store/overlay';
import { narrowed } from '../../src/settings/trust/trust';
import { publicAddress } from '../../src/utils/urls';

describe('the window of the settings', () => {
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
    acceptSettings(vault.host.app, { tokens: [token] });
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
      open('Search');
      const field = body().querySelector<HTMLInputElement>("[aria-label='Embeddings model']");
      if (field === null) throw new Error('There is no such field.');
      field.focus();
      field.value = 'my-model';
      field.dispatchEvent(new own.window.Event('input', { bubbles: true }));
      own.window.dispatchEvent(new own.window.Event('pagehide'));
      expect(store().settings.embeddingsModel).toBe('my-model');
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

  test('nothing is set up for a connection that could not be made, and it can be tried again', async () => {
    clipboardOf(main, text => Promise.resolve(void copied.push(text)));
    const press = (text: string): void => {
      const buttons = [body(), main.window.document].flatMap(one => [...one.querySelectorAll('button')]);
      buttons.findLast(({ textContent }) => textContent === text)?.click();
    };
    open('Connections');
    for (const text of ['Connect a client', 'Claude Code']) press(text);
    rmSync(vault.at(`.obsidian/plugins/${manifest.id}/data.json`));
    press('Copy');
    await eventually(() => store().isLocked);
    await eventually(() => {
      press('Copy');
      return copied.length > 0;
    });
    expect(copied[0]).toContain('Bearer lct_');
  });

  test('connections are found by their names after settings that were open while one was added', async () => {
    const searchable = (): string => JSON.stringify(tabs().pluginTabs.map(tab => tab.settingItems));
    open('Connections');
    await store().addToken('librarian', 'read', new Date());
    await eventually(() => body().querySelectorAll('.lectern-card').length === 2);
    tabs().close();
    expect(searchable()).toContain('"librarian"');
  });
});

describe('a client that asks to be let in', () => {
  let page: JSDOM;
  let lectern: RunningLectern;

  async function start(settings: Record<string, unknown>): Promise<void> {
    page = openPage();
    lectern = await RunningLectern.start(
      asInApp({ 'Home.md': 'home', 'Projects/A.md': 'a', 'Work/B.md': 'b' }, settings),
    );
    lectern.host.internals.setting.openTabById('lectern-mcp');
    press('Connections');
    press('Connect');
  }
  afterEach(async () => {
    await lectern.close();
    closePage(page);
  });

  const body = (): HTMLElement => page.window.document.body;
  const texts = (): string => body().textContent;

  function press(text: string): void {
    const all = [...body().querySelectorAll<HTMLElement>('button, .setting-item.mod-clickable')];
    const found = all.find(one => (one.querySelector('.setting-item-name') ?? one).textContent === text);
    if (found === undefined) throw new Error(`There is no ${text} in ${texts()}`);
    found.click();
  }

  const shownCode = (): string => /[A-Z]{4}-[A-Z]{4}/.exec(texts())?.[0] ?? '';

  test('the owner sees the code and the client, and allows it', async () => {
    await start({ publicUrl });
    expect(texts()).toContain(`${publicUrl}/mcp`);
    const client = await registered(lectern.port, 'Phone');
    const back = signIn(lectern.port, authorizationUrl(client), shownCode());
    await eventually(() => texts().includes('“Phone”'));
    expect(texts()).toContain(client.redirect);
    expect(page.window.document.activeElement?.textContent).toBe('Refuse');
    press('Allow');
    const code = (await back).searchParams.get('code') ?? '';
    const tokens = tokensIn(await redeemed(lectern.port, client, code));
    expect((await called(lectern.port, tokens.access_token)).status).toBe(200);
    expect(texts()).toContain('“Phone”');
    const { tokens: stored } = appInterfaceOf(lectern).tab.store.settings;
    expect(stored.at(-1)).toMatchObject({
      name: 'Phone',
      rights: 'write',
      approval: { edit: 'ask', delete: 'ask' },
    });
  });

  test.each([
    ['a date that is only partly typed', { value: '', isPart: true }],
    ['a year with five digits', { value: '10000-01-01', isPart: false }],
    ['a year with two digits', { value: '0027-12-31', isPart: false }],
  ])('%s is no end date, and nobody is let in by it', async (_, { value, isPart }) => {
    await start({ publicUrl });
    const client = await registered(lectern.port, 'Phone');
    const back = signIn(lectern.port, authorizationUrl(client), shownCode());
    await eventually(() => texts().includes('“Phone”'));
    const field = body().querySelector<HTMLInputElement>('.modal input[type="date"]');
    if (field === null) throw new Error('There is no field.');
    field.value = value;
    if (isPart) Object.defineProperty(field, 'validity', { value: { badInput: true }, configurable: true });
    press('Allow');
    expect(body().querySelectorAll('.modal .setting-item-error')).toHaveLength(1);
    Reflect.deleteProperty(field, 'validity');
    field.value = '2099-12-31';
    press('Allow');
    const code = (await back).searchParams.get('code') ?? '';
    tokensIn(await redeemed(lectern.port, client, code));
    const [, { expires = '' } = {}] = appInterfaceOf(lectern).tab.store.settings.tokens;
    expect(expires).toBe(new Date('2099-12-31T23:59:59').toISOString());
  });

  test('is let into the folders that are left when one was chosen by mistake', async () => {
    await start({ publicUrl });
    const client = await registered(lectern.port, 'Phone');
    const back = signIn(lectern.port, authorizationUrl(client), shownCode());
    await eventually(() => texts().includes('“Phone”'));
    expect(body().querySelector('.modal strong')?.textContent).toBe(new URL(client.redirect).host);
    for (const folder of ['Projects', 'Work']) {
      press('Choose folder');
      const offered = () => [...body().querySelectorAll<HTMLElement>('.lectern-folders .suggestion-item')];
      await eventually(() => offered().length > 0);
      offered()
        .find(({ textContent }) => textContent === folder)
        ?.click();
    }
    const chips = (): string[] =>
      [...body().querySelectorAll('.modal .lectern-chip')].map(chip => chip.firstChild?.textContent ?? '');
    expect(chips()).toEqual(['Projects', 'Work']);
    body().querySelector<HTMLElement>('.modal [aria-label^="Remove Work"]')?.click();
    expect(chips()).toEqual(['Projects']);
    press('Allow');
    tokensIn(await redeemed(lectern.port, client, (await back).searchParams.get('code') ?? ''));
    expect(appInterfaceOf(lectern).tab.store.settings.tokens.at(-1)?.allow).toEqual(['Projects/**']);
  });

  test.each(['You', 'DU'])('cannot be called %s, as the activity calls the owner', async name => {
    await start({ publicUrl });
    const client = await registered(lectern.port, name);
    const back = signIn(lectern.port, authorizationUrl(client), shownCode());
    await eventually(() => texts().includes(`“${name}”`));
    press('Allow');
    tokensIn(await redeemed(lectern.port, client, (await back).searchParams.get('code') ?? ''));
    const { store } = appInterfaceOf(lectern).tab;
    expect(store.settings.tokens.at(-1)?.name).toBe(`${name} 2`);
    press('Close');
    await eventually(() => texts().includes(`${name} 2`));
    body().querySelector<HTMLElement>(`[aria-label='Edit “${name} 2”']`)?.click();
    const field = body().querySelector<HTMLInputElement>(`[aria-label='Name of “${name} 2”']`);
    if (field === null) throw new Error('There is no field.');
    field.value = name;
    field.dispatchEvent(new page.window.Event('change'));
    expect(body().querySelectorAll('.lectern-card .setting-item-error')).toHaveLength(1);
    const [named] = uniquelyNamed([storedToken(name, 'read', 'lct_x')]);
    expect(named?.name).toBe(`${name} 2`);
  });

  test('a refusal, and a dialog that is closed, let nobody in', async () => {
    await start({ publicUrl });
    const client = await registered(lectern.port);
    const back = signIn(lectern.port, authorizationUrl(client), shownCode());
    await eventually(() => texts().includes(client.redirect));
    press('Refuse');
    expect((await back).searchParams.get('error')).toBe('access_denied');
    press('Close');
    press('Connect');
    expect((await atPublicName(lectern.port, `${publicUrl}/oauth/authorize`)).status).toBe(400);
    body().querySelector<HTMLElement>('.modal-close-button')?.click();
    expect((await atPublicName(lectern.port, `${publicUrl}/oauth/authorize`)).status).toBe(403);
  });

  const addressField = (place: string): HTMLInputElement => {
    const field = body().querySelector<HTMLInputElement>(`${place} [aria-label="Public address"]`);
    if (field === null) throw new Error('There is no field.');
    return field;
  };
  const keyDown = (element: HTMLElement, key: string): unknown =>
    element.dispatchEvent(new page.window.KeyboardEvent('keydown', { key, bubbles: true }));
  const kept = (): string => appInterfaceOf(lectern).tab.store.settings.publicUrl;

  test('without a public address it is asked for first', async () => {
    await start({});
    const field = addressField('.modal');
    const help = body().querySelector<HTMLAnchorElement>('.modal a')?.href ?? '';
    expect(help).toContain('/docs/remote.md');
    for (const refused of ['', 'http://notes.example.org', 'https://127.0.0.1', 'https://LOCALHOST:8443/a']) {
      field.value = refused;
      press('Continue');
      expect(body().querySelectorAll('.modal .setting-item-error')).toHaveLength(1);
    }
    expect([shownCode(), kept()]).toEqual(['', '']);
    field.value = `${publicUrl}/`;
    press('Continue');
    press('Continue');
    await eventually(() => shownCode() !== '');
    expect(kept()).toBe(publicUrl);
    expect(addressField('.vertical-tab-content').value).toBe(publicUrl);
  });

  test('an address that is left half typed is not kept, and lets nobody in', async () => {
    await start({});
    const field = addressField('.modal');
    field.value = 'https://half.example.or';
    field.dispatchEvent(new page.window.Event('change'));
    keyDown(field, 'Escape');
    await new Promise(resolve => setTimeout(resolve, 50));
    expect([kept(), body().querySelectorAll('.modal').length]).toEqual(['', 0]);
    press('Connect');
    const { live } = appInterfaceOf(lectern).tab;
    const port = (): string => new URL(live.state.server.url ?? 'http://off').port;
    const before = port();
    const again = addressField('.modal');
    again.value = publicUrl;
    keyDown(again, 'Enter');
    keyDown(again, 'Escape');
    await eventually(() => kept() === publicUrl);
    await eventually(() => !['', before].includes(port()));
    expect((await atPublicName(Number(port()), `${publicUrl}/oauth/authorize`)).status).toBe(403);
  });

  test('the public address can be seen, changed and removed', async () => {
    await start({ publicUrl });
    press('Cancel');
    const field = addressField('.vertical-tab-content');
    expect(field.value).toBe(publicUrl);
    field.value = 'https://other.example.org/';
    keyDown(field, 'Enter');
    await eventually(() => kept() === 'https://other.example.org');
    await eventually(() => addressField('.vertical-tab-content').value === kept());
    addressField('.vertical-tab-content').value = '';
    press('Save');
    await eventually(() => page.window.document.activeElement?.textContent === 'Connect');
    expect(kept()).toBe('');
    press('Connect');
    expect(addressField('.modal').value).toBe('');
  });

  test('the address is copied for the client, beside the code', async () => {
    await start({ publicUrl });
    const copied: string[] = [];
    const clipboard = { writeText: (text: string) => Promise.resolve(void copied.push(text)) };
    Object.defineProperty(page.window.navigator, 'clipboard', { value: clipboard });
    const copy = body().querySelector<HTMLElement>('.modal [aria-label="Copy the address"]');
    expect(page.window.document.activeElement).toBe(copy);
    copy?.click();
    await eventually(() => copied.length > 0);
    expect(copied).toEqual([`${publicUrl}/mcp`]);
    press('Cancel');
    expect(body().querySelectorAll('.modal')).toHaveLength(0);
  });

  test('a switch lets clients name themselves by documents, where there is a public address', async () => {
    await start({ publicUrl });
    const { store } = appInterfaceOf(lectern).tab;
    expect(store.settings.clientDocuments).toBe(false);
    const label = 'Let clients identify themselves by a web address';
    body().querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click();
    await eventually(() => store.settings.clientDocuments);
  });

  test('a client that signed in twice is two connections, which have no token to copy or rotate', async () => {
    await start({ publicUrl });
    for (const known of ['Phone', 'Phone 2']) {
      const client = await registered(lectern.port, 'Phone');
      const back = signIn(lectern.port, authorizationUrl(client), shownCode());
      await eventually(() => texts().includes('“Phone”'));
      press('Allow');
      const code = (await back).searchParams.get('code') ?? '';
      tokensIn(await redeemed(lectern.port, client, code));
      expect(texts()).toContain(`“${known}”`);
      press('Close');
      if (known === 'Phone') press('Connect');
    }
    const cards = (): HTMLElement[] =>
      [...body().querySelectorAll<HTMLElement>('.lectern-card')].filter(
        card => card.querySelector('.setting-item-name')?.textContent.startsWith('Phone') === true,
      );
    await eventually(() => cards().length === 2);
    const buttons = (card: HTMLElement): HTMLElement[] => [...card.querySelectorAll('button')];
    for (const card of cards()) {
      buttons(card)
        .find(({ textContent }) => textContent === 'Edit')
        ?.click();
      const names = buttons(card).map(({ textContent }) => textContent);
      expect(names).toContain('Revoke');
      for (const none of ['Copy', 'Rotate', 'Show setup']) expect(names).not.toContain(none);
    }
  });
});

describe('the presets of tools', () => {
  const defaults = settingsSchema.parse({});

  describe.each(toolPresets.map(preset => [preset.id, preset] as const))('the preset %s', (_name, preset) => {
    const settings = applyPreset(defaults, tools, preset);

    test('switches exactly its tools on, and is recognised by them', () => {
      expect(tools.filter(tool => isToolOn(settings, tool))).toEqual(tools.filter(tool => preset.has(tool)));
      expect(presetOf(settings, tools)).toBe(preset);
      expect(settingsSchema.safeParse(settings).success).toBe(true);
    });
  });

  test('a new installation has the default preset', () => {
    expect(presetOf(defaults, tools)?.id).toBe('default');
  });

  test('presets are ordered from the fewest tools to all', () => {
    const counts = toolPresets.map(preset => tools.filter(tool => preset.has(tool)).length);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(
      toolPresets[0] === undefined ? [] : tools.filter(toolPresets[0].has).map(({ risk }) => risk.name),
    ).not.toContain('changes');
  });

  test('the preset read only has no tool that changes the vault, and careful none that deletes or runs commands', () => {
    const names = (index: number): string[] =>
      tools.filter(tool => toolPresets[index]?.has(tool) === true).map(({ name }) => name);
    expect(names(0)).not.toContain('create_note');
    expect(names(1)).toEqual(expect.arrayContaining(['edit_note', 'undo_change']));
    for (const name of ['delete', 'execute_command']) expect(names(1)).not.toContain(name);
  });
});

describe('the public address', () => {
  test.each([
    ['https://notes.example.org', 'https://notes.example.org', ''],
    ['https://Notes.Example.org/', 'https://notes.example.org', ''],
    ['https://notes.example.org:8443/vault/', 'https://notes.example.org:8443/vault', '/vault'],
    ['https://[2001:db8::1]/a/b', 'https://[2001:db8::1]/a/b', '/a/b'],
    ['https://notes.example.org/mcp', 'https://notes.example.org', ''],
    ['https://notes.example.org/vault/mcp/', 'https://notes.example.org/vault', '/vault'],
  ])('%s is a public address', (text, url, base) => {
    expect(publicAddress(text)).toMatchObject({ url, base, audience: `${url}/mcp` });
  });

  test.each([
    'http://notes.example.org',
    'https://name@notes.example.org',
    'https://name:word@notes.example.org',
    'https://notes.example.org?x',
    'https://notes.example.org/?',
    'https://notes.example.org/#',
    'https://*.example.org',
    'https://notes.example.org//',
    'https://notes.example.org/a b',
    'https://',
    'notes.example.org',
  ])('%s is refused at the start, by the name of the setting', publicUrl => {
    expect(publicAddress(publicUrl)).toBeUndefined();
    expect(() => checkOverlay({ settings: { publicUrl }, settingsName: 'FILE' })).toThrow(
      /^"publicUrl" in FILE/,
    );
  });

  describe('of settings that came with a vault', () => {
    const token = storedToken('one', 'full', 'lct_value');
    const settingsOf = (more: object) => settingsSchema.parse({ tokens: [token], ...more });
    const own = securitySchema.parse(settingsOf({}));

    test('a public address does not apply', () => {
      expect(narrowed(settingsOf({ publicUrl: 'https://evil.example' }), own).publicUrl).toBe('');
    });

    test('a token is not switched on for the public address', () => {
      const [held] = narrowed(settingsOf({ tokens: [{ ...token, remote: true }] }), own).tokens;
      expect(held).toEqual(token);
    });
  });
});
