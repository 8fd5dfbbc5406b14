import type { JSDOM } from 'jsdom';
import LecternPlugin from '../../src/main';
import { loadSettings } from '../../src/settings/store/data-file';
import { settingsSchema } from '../../src/settings/schema';
import { tools } from '../../src/tools';
import { catalogues } from '../../src/ui/text/text';
import { secretId, storedToken } from '../../src/settings/tokens/tokens';
import { acceptSettings } from '../support/accepted';
import { AppLectern } from '../browser/support/app-lectern';
import { closePage, openPage } from '../headless/page';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { withFreePort } from '../support/free-port';
import { manifest } from '../support/lectern';
import { eventually } from '../support/time/waiting';

withFreePort();

const folder = `.obsidian/plugins/${manifest.id}`;

let page: JSDOM;
let vault: TemporaryVault;
let plugin: LecternPlugin;

const oneConnection = settingsSchema.parse({ port: 0, tokens: [named('default')] });

/** Starts the plugin as the app does. */
async function start(settings: object = oneConnection): Promise<void> {
  vault = await temporaryVault({ [`${folder}/data.json`]: JSON.stringify(settings) });
  // These connections were made on this device.
  for (const name of ['default', 'one', 'two'])
    vault.host.app.secretStorage.setSecret(secretId(named(name)), `lct_${name}`);
  acceptSettings(vault.host.app, loadSettings(settings).settings);
  const { control, instance } = await vault.host.loadPlugin(AppLectern, manifest);
  if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
  plugin = instance;
  await control?.started();
}

beforeEach(() => {
  page = openPage();
});
afterEach(async () => {
  await vault.close();
  closePage(page);
});

const store = () => plugin.lectern.appInterface.tab.store;
const tab = (): HTMLElement => page.window.document.body;
/** Opens the settings, and pages of theirs by their names. */
function open(...pages: readonly string[]): void {
  vault.host.internals.setting.openTabById(manifest.id);
  for (const name of pages) {
    const rows = [...tab().querySelectorAll<HTMLElement>('.setting-item.mod-clickable')];
    const row = rows.find(one => one.querySelector('.setting-item-name')?.textContent === name);
    if (row === undefined) throw new Error(`There is no page ${name}.`);
    row.click();
  }
}
const close = (): void => vault.host.internals.setting.close();
const count = (selector: string): number => tab().querySelectorAll(selector).length;
const text = (): string => tab().textContent;

function element<T extends Element>(selector: string, kind: new () => T): T {
  const found = tab().querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`There is no ${selector}.`);
  return found;
}

const field = (label: string): HTMLInputElement =>
  element(`input[aria-label='${label}']`, page.window.HTMLInputElement);

function choose(label: string, value: string): void {
  const select = element(`select[aria-label='${label}']`, page.window.HTMLSelectElement);
  select.value = value;
  select.dispatchEvent(new page.window.Event('change'));
}

function press(label: string): void {
  const buttons = [...tab().querySelectorAll('button')];
  const found = buttons.find(button => (button.getAttribute('aria-label') ?? button.textContent) === label);
  if (found === undefined) throw new Error(`There is no button ${label}.`);
  found.click();
}

function type(input: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new page.window.Event('input'));
}

/** What lies in the tab beyond what a definition declares, as the plugin's classes and attributes. */
const leftOver = (): string[] =>
  [...tab().querySelectorAll('.setting-item')].flatMap(row => [
    ...[...row.classList].filter(name => name.startsWith('lectern-')),
    ...[...row.children].slice(2).map(child => child.className),
  ]);

describe('the settings of a fresh vault', () => {
  test('have no connection that nobody asked for, and the server waits for one', async () => {
    await start({ port: 0 });
    expect(store().settings.tokens).toEqual([]);
    expect(plugin.lectern.appInterface.tab.live.state.server.state).toBe('listening');
    open('Connections');
    expect(text()).toContain('No connections');
    expect(count('.lectern-card')).toBe(0);
    await store().addToken('guest', 'read', new Date(0));
    await eventually(() => count('.lectern-card') === 1);
  });
});

test('a vault without a connection says so instead of what holds for others', async () => {
  const said = (row: string): string | null | undefined =>
    [...tab().querySelectorAll('.setting-item-info')]
      .find(info => info.querySelector('.setting-item-name')?.textContent.startsWith(row))
      ?.querySelector('.setting-item-description')?.textContent;
  const told: unknown[] = [];
  for (const tokens of [[], [named('default')]]) {
    await start(settingsSchema.parse({ port: 0, tokens }));
    open();
    const status = said('Running');
    close();
    open('Connections');
    told.push([status, said(tokens.length === 0 ? 'No connections' : 'One connection')]);
    if (tokens.length === 0) await vault.close();
  }
  const { 'status.running': running, 'connections.eachDesc': each } = catalogues.en;
  expect(told[1]).toEqual([running, each]);
  expect(told[0]).toEqual([expect.any(String), expect.any(String)]);
  expect(told[0]).not.toContain(running);
  expect(told[0]).not.toContain(each);
});

describe('the settings that are drawn again', () => {
  test('hold one card and one form, however often they are drawn', async () => {
    await start();
    open('Connections');
    press('Edit “default”');
    for (const name of ['librarian', 'keeper']) {
      await rename(name);
      await eventually(() => text().includes(name));
    }
    expect(count('.lectern-card-body')).toBe(1);
    expect(count('.lectern-card-body .lectern-live')).toBe(2);
    expect(leftOver().sort()).toEqual(
      ['lectern-below', 'lectern-card', 'lectern-card-body', 'lectern-card-list', 'lectern-cards'].sort(),
    );
  });

  test('stay on the page that is open when a connection comes or a choice is made', async () => {
    await start();
    open('Connections');
    await store().addToken('guest', 'read', new Date(0));
    await eventually(() => count('.lectern-card') === 2);
    expect(tab().querySelector('.setting-page-title')?.textContent).toBe('Connections');
  });

  test('show nothing of a connection in a row that is now for another one', async () => {
    await start(settingsSchema.parse({ port: 0, tokens: ['one', 'two'].map(named) }));
    open('Connections');
    press('Edit “one”');
    const [one] = store().settings.tokens;
    if (one !== undefined) await store().removeToken(one);
    await eventually(() => count('.lectern-card') === 1);
    expect(count('.lectern-card-body')).toBe(1);
    expect(text()).not.toContain('“one”');
    expect(tab().querySelector("[aria-label='Edit “two”']")?.getAttribute('aria-expanded')).toBe('false');
  });

  test('do not keep error messages', async () => {
    await start();
    open('Safety');
    const seconds = field('Approval timeout in seconds');
    seconds.value = '1';
    seconds.dispatchEvent(new page.window.Event('change'));
    expect(text()).toContain('Enter a whole number from 5 to 3600.');
    choose('Ask before changes', 'custom');
    await eventually(() => !text().includes('Enter a whole number'));
  });

  test('offer presets for approval, and a rule for each kind of change on request', async () => {
    await start();
    open('Safety');
    const kinds = (): boolean =>
      element("select[aria-label='Rule: Deleting']", page.window.HTMLSelectElement)
        .closest<HTMLElement>('.setting-item')
        ?.isShown() === true;
    expect(kinds()).toBe(false);
    choose('Ask before changes', 'destructive');
    await eventually(() => store().settings.approval.delete === 'ask');
    const [allowed, asked] = ['allow', 'ask'] as const;
    expect(store().settings.approval).toMatchObject({
      ...{ edit: allowed, move: allowed },
      ...{ overwrite: asked, massChange: asked, command: asked },
    });
    choose('Ask before changes', 'custom');
    await eventually(kinds);
    choose('Rule: Editing', 'refuse');
    await eventually(() => store().settings.approval.edit === 'refuse');
    open('Safety');
    expect(element("select[aria-label='Ask before changes']", page.window.HTMLSelectElement).value).toBe(
      'custom',
    );
  });
});

test('no page shows how many tools of a category are on while a preset on it changes that', async () => {
  await start();
  open('Tools');
  const counts = (): string[] => text().match(/\d+ of \d+/gu) ?? [];
  press('Everything');
  await eventually(() => store().settings.disabledTools.length === 0);
  expect(counts()).toEqual([]);
  open('Tools', 'Categories');
  expect(counts().length).toBeGreaterThan(5);
  expect(counts().filter(shown => new Set(shown.split(' of ')).size > 1)).toEqual([]);
});

describe('the settings that are opened again', () => {
  test('show the current rights of a connection', async () => {
    await start();
    open('Connections');
    press('Edit “default”');
    choose('Rights of “default”', 'read');
    await eventually(() => store().settings.tokens[0]?.rights === 'read');
    close();
    open('Connections');
    expect(element('.lectern-card .setting-item-description', page.window.HTMLElement).textContent).toMatch(
      /^Read only\./,
    );
    expect(element("select[aria-label='Rights of “default”']", page.window.HTMLSelectElement).value).toBe(
      'read',
    );
  });

  test('show as on only the tools that a connection gets, also when its rights change', async () => {
    await start();
    open('Connections');
    press('Edit “default”');
    const details = element('.lectern-token-tools', page.window.HTMLDetailsElement);
    details.open = true;
    await eventually(() => count('.lectern-token-tools [role=switch]') > 0);
    const looks = (title: string): readonly boolean[] => {
      const { checked, disabled } = field(`${title}: “default”`);
      return [checked, disabled];
    };
    const all = (): readonly unknown[] => ['Read note', 'Edit note', 'Execute command'].map(looks);
    const [isUsable, isWithheld] = [
      [true, false],
      [false, true],
    ];
    choose('Rights of “default”', 'full');
    await eventually(() => store().settings.tokens[0]?.rights === 'full');
    expect(all()).toEqual([isUsable, isUsable, isWithheld]);
    choose('Rights of “default”', 'read');
    await eventually(() => looks('Edit note')[1] === true);
    expect(all()).toEqual([isUsable, isWithheld, isWithheld]);
    expect(count('.lectern-token-tools summary')).toBe(1);
    expect(count('.lectern-token-tools .setting-item')).toBe(tools.length);
  });

  test('show connections that another device made meanwhile, also while they are open', async () => {
    await start(settingsSchema.parse({ port: 0, tokens: [named('one')] }));
    const change = async (...names: string[]): Promise<void> => {
      const settings = settingsSchema.parse({ port: 0, tokens: names.map(named) });
      await vault.host.app.vault.adapter.write(`${folder}/data.json`, JSON.stringify(settings));
      await plugin.onExternalSettingsChange();
      store().acceptUntrusted(store().untrusted());
    };
    await change('one', 'two');
    open('Connections');
    await eventually(() => count('.lectern-card') === 2);
    await change('one', 'two', 'three');
    await eventually(() => count('.lectern-card') === 3);
    expect(count('.lectern-card-body')).toBe(3);
  });

  test('are found by the name that a connection has now', async () => {
    await start();
    const names = (): string =>
      JSON.stringify(vault.host.internals.setting.pluginTabs.map(tab => tab.settingItems));
    await rename('librarian');
    await eventually(() => names().includes('"librarian"'));
    expect(names()).not.toContain('"default"');
  });
});

test('a server that is off is not offered to be stopped', async () => {
  await start();
  open('Advanced');
  const stop = (): boolean | undefined =>
    [...tab().querySelectorAll('button')].findLast(button => button.textContent === 'Stop')?.disabled;
  expect(stop()).toBe(false);
  press('Stop');
  await eventually(() => stop() === true);
});

describe('folder rules', () => {
  const deny = (): readonly string[] | undefined => store().settings.tokens[0]?.deny;

  /** Types into the picker of the folders that are never seen. @returns what it offers */
  async function look(typed: string): Promise<HTMLElement[]> {
    press('Choose folder: Folders it never sees: “default”');
    type(element('.lectern-folders input', page.window.HTMLInputElement), typed);
    await eventually(() => count('.lectern-folders .suggestion-item') > 0);
    return [...tab().querySelectorAll<HTMLElement>('.lectern-folders .suggestion-item')];
  }

  test('take a folder that is written with backslashes or slashes around it, and no pattern for it', async () => {
    await start();
    await vault.host.app.vault.createFolder('Work/Private');
    open('Connections');
    press('Edit “default”');
    for (const typed of ['Work\\Private', '/Work/Private/']) {
      const offered = await look(typed);
      expect(offered.map(one => one.textContent)).toEqual(['Work/Private']);
      offered[0]?.click();
      await eventually(() => deny()?.length === 1);
      expect(deny()).toEqual(['Work/Private/**']);
    }
    const [pattern] = (await look('Work\\Pri*')).slice(-1);
    pattern?.click();
    await eventually(() => deny()?.length === 2);
    expect(deny()?.[1]).toBe('Work/Pri*');
  });

  test('that match no file and no folder are marked', async () => {
    const token = { ...named('default'), deny: ['Empty/**', 'Nope/**', '..', '!*.png', '*.data'] };
    await start(settingsSchema.parse({ port: 0, tokens: [token] }));
    await vault.host.app.vault.createFolder('Empty');
    await vault.host.app.vault.create('a.data', '');
    open('Connections');
    press('Edit “default”');
    const marked = () =>
      [...tab().querySelectorAll('.lectern-chip.lectern-trouble')].map(chip => chip.textContent);
    await eventually(() => marked().length > 0);
    expect(marked().map(text => text.split(' ')[0])).toEqual(['Nope', '..', '!*.png']);
  });
});

describe('the dialog that sets up a client', () => {
  const said = (): string =>
    [...tab().querySelectorAll('.modal .lectern-live')].map(line => line.textContent).join(' | ');
  const focused = (): string | null => page.window.document.activeElement?.textContent ?? null;
  const buttons = (): (string | null)[] =>
    [...tab().querySelectorAll('.lectern-connect button')].map(button => button.textContent);

  test.each([
    ['Claude Desktop', 'claude_desktop_config.json'],
    ['Cursor', '~/.cursor/mcp.json'],
  ])('says where the text for %s goes once it was copied by hand', async (client, file) => {
    await start({ port: 0 });
    open('Connections');
    press('Connect a client');
    press(client);
    press(`Copy the setup for ${client}`);
    await eventually(() => said().includes(file));
    expect(said()).not.toContain('lectern.mcpb');
    expect(said()).not.toContain('installation');
  });

  test('says what is next for a connection that exists as well, and keeps the focus and that line', async () => {
    await start();
    open('Connections');
    press('Show setup of “default”');
    press('Claude Code');
    press('Copy');
    await eventually(() => said().includes('terminal'));
    expect(focused()).toBe('Done');
    press('Test connection');
    await eventually(() => /\d+ tools/u.test(said()));
    expect(said()).toContain('terminal');
  });

  test('does not call it working while Lectern is paused', async () => {
    await start();
    plugin.lectern.appInterface.tab.live.setPaused(true);
    open('Connections');
    press('Show setup of “default”');
    press('Test connection');
    await eventually(() => said().includes('paused'));
    expect(count('.modal .lectern-success')).toBe(0);
  });

  test('offers no clients for a token that was made elsewhere, but a new value', async () => {
    await start(settingsSchema.parse({ port: 0, tokens: [named('elsewhere')] }));
    store().acceptUntrusted(store().untrusted());
    open('Connections');
    press('Show setup of “elsewhere”');
    expect(buttons()).toEqual(['Rotate', 'Close']);
    press('Rotate');
    expect(text()).toContain('Replace the token of “elsewhere”?');
  });
});

describe('text that is typed and not confirmed', () => {
  test('is kept when the settings are closed', async () => {
    await start();
    open('Safety');
    type(field('Keep changes for (days)'), '7');
    close();
    await eventually(() => store().settings.journalDays === 7);
  });

  test('is kept when the window of the settings goes away', async () => {
    await start();
    open('Search');
    const input = field('Embeddings model');
    input.focus();
    type(input, 'my-model');
    page.window.dispatchEvent(new page.window.Event('pagehide'));
    expect(store().settings.embeddingsModel).toBe('my-model');
  });

  test('is kept in a card that is closed, and in settings that are drawn again', async () => {
    await start();
    open('Connections');
    press('Edit “default”');
    type(field('Name of “default”'), 'librarian');
    await store().addToken('guest', 'read', new Date(0));
    await eventually(() => store().settings.tokens[0]?.name === 'librarian');
    type(field('Name of “librarian”'), 'keeper');
    press('Done with “librarian”');
    await eventually(() => store().settings.tokens[0]?.name === 'keeper');
  });

  test('names a folder of prompts only if there is one, and the field shows what is kept', async () => {
    await start();
    await vault.host.app.vault.createFolder('My prompts');
    open('Advanced');
    const input = field('Prompts folder');
    for (const typed of ['Nope', '../x', 'C:\\Vault\\My prompts', ' \\My prompts/ ']) {
      expect(store().settings.promptsFolder).toBe('');
      type(input, typed);
      input.dispatchEvent(new page.window.Event('change'));
      expect(tab().querySelector('.has-error') === null).toBe(typed.includes('/ '));
    }
    expect([store().settings.promptsFolder, input.value]).toEqual(['My prompts', 'My prompts']);
  });

  test('ends a connection only on a day to come, so that no half-typed year does', async () => {
    await start();
    open('Connections');
    press('Edit “default”');
    const day = field('Last day of “default”');
    const expires = () => store().settings.tokens[0]?.expires;
    const enter = (value: string): void => {
      type(day, value);
      day.dispatchEvent(new page.window.Event('change'));
    };
    for (const half of ['0002-12-31', '0027-12-31', '2020-01-01']) enter(half);
    await eventually(() => text().includes('Enter a date'));
    expect(expires()).toBeUndefined();
    enter('2999-12-31');
    await eventually(() => expires() !== undefined);
    enter('0202-12-31');
    expect(expires()).toContain('2999-12-31');
  });

  test('is not saved while it is typed, since half a number or half a rule would apply', async () => {
    await start();
    open('Safety');
    type(field('Keep changes for (days)'), '3');
    expect(store().settings.journalDays).toBe(30);
  });
});

/** Renames the first connection, as another part of the plugin may. */
async function rename(name: string): Promise<void> {
  const [token] = store().settings.tokens;
  await store().changeToken(token?.valueHash ?? '', old => ({ ...old, name }));
}

function named(name: string) {
  return storedToken(name, 'write', `lct_${name}`);
}

test('names of the file that are no tools are told at the start, once, and in the settings', async () => {
  const unreadable = { ...named('dropped'), deny: 'Secret' };
  const tokens = [unreadable, { ...named('default'), disabledTools: ['lst', 'list'] }];
  await start({ ...oneConnection, disabledTools: ['delet', 'delete'], tokens });
  await store().load();
  expect(vault.host.notices.filter(notice => notice.includes('delet ('))).toHaveLength(1);
  open();
  for (const told of [vault.host.notices.join(), text()])
    expect(told).toContain('delet (disabledTools), lst (tokens.default.disabledTools)');
  expect(store().settings.disabledTools).toEqual(['delet', 'delete']);
});
