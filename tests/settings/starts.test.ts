import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { JSDOM } from 'jsdom';
import { Setting, type SettingDefinitionGroup, SettingGroup } from 'obsidian';
import { z } from 'zod';
import { ToolFailure } from '../../src/errors';
import LecternPlugin from '../../src/main';
import { t } from '../../src/ui/text/text';
import { journalGroup } from '../../src/settings/tab/pages/safety';
import { statusGroup } from '../../src/settings/tab/pages/status';
import type { SettingsTabOptions, TabState } from '../../src/settings/tab/parts';
import { rulesProblem, unreadableRules } from '../../src/settings/tab/folders/folder-rules';
import type { CallRecord } from '../../src/vault/activity/call-record';
import { withPage, closePage, openPage } from '../headless/page';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { withAppLanguage } from '../support/language';
import { manifest } from '../support/lectern';
import { eventually } from '../support/time/waiting';
import type { Plugin } from '../../pkg/headless/obsidian/plugins/plugin';
import { unloadPlugin } from '../../pkg/headless/plugins/plugin-loader';
import type { Overlay } from '../../src/control';
import { settingsSchema, defaultPort } from '../../src/settings/schema';
import { withShortPauses } from '../support/time/short-pauses';
import { openVault } from '../../pkg/headless/host';
import type { AppInterface } from '../../src/app-interface';
import { AppLectern } from '../browser/support/app-lectern';
import { clients } from '../support/clients';
import { withTakenPorts } from '../support/taken-ports';

describe('errors in German', () => {
  withAppLanguage('de');
  withPage();

  const failure = new ToolFailure('storage_error', 'The journal of changes could not be written.');

  let vault: TemporaryVault;
  let options: SettingsTabOptions;

  beforeAll(async () => {
    vault = await temporaryVault({});
    const { control, instance } = await vault.host.loadPlugin(LecternPlugin, manifest, {
      settings: { port: 0 },
    });
    await control?.started();
    if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
    options = instance.lectern.appInterface.tab;
  });
  afterAll(() => vault.close());

  const nothing = (): void => undefined;
  const tabWith = (more: Partial<SettingsTabOptions>): TabState => ({
    options: { ...options, ...more },
    ...{ redraw: nothing, redrawFirstPage: nothing, openCards: new Set(), wantsOwnRules: false },
  });

  function drawRow({ items = [] }: SettingDefinitionGroup, name: string): void {
    const rows = items.flatMap(item => ('render' in item && item.name === name ? [item] : []));
    for (const { render } of rows) render?.(new Setting(document.body), new SettingGroup(document.body));
  }

  function press(words: string): void {
    const buttons = [...document.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === words,
    );
    buttons.at(-1)?.click();
  }

  test('a journal that could not be emptied says so in German alone', async () => {
    const journal = {
      usage: () => ({ changes: 0, oldest: undefined }),
      clear: () => Promise.reject(failure),
    };
    drawRow(journalGroup(tabWith({ journal })), 'Änderungsverlauf');
    press('Verlauf löschen');
    press('Verlauf löschen');
    await eventually(() => document.body.textContent.includes('Der Verlauf konnte nicht gelöscht werden.'));
    expect(document.body.textContent).not.toContain(failure.message);
  });

  test('the last call is named by the title of its tool', () => {
    const lastCall: CallRecord = {
      ...{ time: 0, token: 'test', client: 'Cursor', tool: 'undo_change', effect: 'writes' },
      ...{ outcome: 'ok', milliseconds: 1 },
    };
    const state = { ...options.live.state, lastCall };
    const live = { state, setPaused: nothing, subscribe: () => nothing };
    drawRow(statusGroup(tabWith({ live })), 'Letzter Aufruf');
    expect(document.body.textContent).toContain('Änderung rückgängig machen von test');
  });

  test.each([
    ['with too many braces', ['{a,b}'.repeat(12)], 'zu aufwendig'],
    ['that are too many', Array.from({ length: 65 }, () => 'a'), 'Höchstens 64'],
  ])('folder rules %s are refused in German', (_, rules, words) => {
    expect(rulesProblem(rules)).toContain(words);
  });

  test('other failures while rules are tested are reported in German', () => {
    expect(unreadableRules(new ToolFailure('budget_exceeded', 'Too many steps.'))).toContain('zu aufwendig');
    expect(unreadableRules(new Error('broken'))).toBe('Diese Regeln sind nicht lesbar.');
  });
});

describe('settings that are lost in the host', () => {
  withShortPauses();

  const folder = `.obsidian/plugins/${manifest.id}`;
  const file = `${folder}/data.json`;
  const inHost: Overlay = { settings: { port: 0 } };

  let vault: TemporaryVault;
  let plugin: LecternPlugin;
  let instance: Plugin;

  beforeEach(async () => {
    vault = await temporaryVault({ 'Home.md': 'home' });
  });
  afterEach(() => vault.close());

  /** Starts the plugin as the host does, again with the state folder of the starts before. */
  async function start(overlay: Overlay = inHost): Promise<void> {
    const loaded = await vault.host.loadPlugin(LecternPlugin, manifest, overlay);
    ({ instance } = loaded);
    if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
    plugin = instance;
    await loaded.control?.started();
  }

  /** A first start, a rule that a person sets, and the end. @returns the settings file */
  async function runOnce(): Promise<string> {
    await start();
    await store().update(settings => ({ ...settings, hidden: ['Private'] }));
    stop();
    return readFileSync(vault.at(file), 'utf8');
  }

  const stop = (): void => unloadPlugin(vault.host.internals, instance);
  const store = () => plugin.lectern.appInterface.tab.store;
  const notices = (): string => vault.host.notices.join('\n');
  const newToken = 'a-token-for-this-run';
  const withToken: Overlay = { ...inHost, tokens: [{ name: 'env', value: newToken, rights: 'write' }] };

  describe('a settings file that is gone when the host starts again', () => {
    test.each([
      ['it alone was removed', 'missing', () => rmSync(vault.at(file))],
      [
        'the folder of the plugin was removed',
        'missing',
        () => rmSync(vault.at(folder), { recursive: true }),
      ],
      ['it was emptied', 'empty', () => writeFileSync(vault.at(file), '')],
      ['it holds an object without any setting', 'empty', () => writeFileSync(vault.at(file), '{}')],
    ] as const)('stops all access where %s, and says what to do', async (_how, kind, lose) => {
      await runOnce();
      lose();
      await start(withToken);
      expect(store().isLocked).toBe(true);
      expect(store().settings).toMatchObject({ readOnly: true, tokens: [] });
      expect(plugin.lectern.appInterface.tab.live.state.server.url).toBeUndefined();
      expect(notices()).toContain(t(`file.${kind}`));
      expect(notices()).toContain(t(kind === 'missing' ? 'file.closedHostMissing' : 'file.closedHost'));
    });

    test('gives access again once it is back', async () => {
      const good = await runOnce();
      rmSync(vault.at(file));
      await start();
      writeFileSync(vault.at(file), good);
      await plugin.onExternalSettingsChange();
      expect(store().isLocked).toBe(false);
      expect(store().settings.hidden).toEqual(['Private']);
    });

    test('is made again with the host’s option that accepts the settings', async () => {
      await runOnce();
      rmSync(vault.at(file));
      await start({ ...inHost, acceptsStored: true });
      expect(store().settings).toMatchObject({ hidden: [], readOnly: false, tokens: [{ name: 'default' }] });
      stop();
      await start();
      expect(store().isLocked).toBe(false);
    });

    test('is not reported as lost if the host never had one', async () => {
      const keepingNothing = { ...inHost, keepsNothing: true };
      await start(keepingNothing);
      stop();
      await start(keepingNothing);
      expect(store().isLocked).toBe(false);
      stop();
      await start(withToken);
      expect(store().isLocked).toBe(false);
    });
  });

  test('settings that are removed while the host runs stop all access', async () => {
    await start(withToken);
    await store().update(settings => ({ ...settings, hidden: ['Private'] }));
    rmSync(vault.at(file));
    await plugin.onExternalSettingsChange();
    expect(store().isLocked).toBe(true);
    expect(store().settings.tokens).toEqual([]);
  });

  test('settings of a run without tokens get one for that run', async () => {
    for (let run = 0; run < 2; run += 1) {
      await start({ ...inHost, settings: { tokens: [] } });
      expect(store().settings.tokens.map(({ name }) => name)).toEqual(['default']);
      expect(store().firstKnownToken()).toMatchObject({ rights: 'write' });
      stop();
    }
    await start();
    expect(store().settings.tokens.map(({ name }) => name)).toEqual(['default']);
  });

  test('an empty object does not stop access to a vault that had no settings', async () => {
    mkdirSync(vault.at(folder), { recursive: true });
    writeFileSync(vault.at(file), '{}');
    await start();
    expect(store().isLocked).toBe(false);
    expect(settingsSchema.parse(JSON.parse(readFileSync(vault.at(file), 'utf8'))).tokens).toHaveLength(1);
  });
});

describe('the port of a vault', () => {
  const taken = withTakenPorts();
  const dataFile = `.obsidian/plugins/${manifest.id}/data.json`;

  let page: JSDOM;
  let vault: TemporaryVault;
  /** The app as it was started last. */
  let host: TemporaryVault['host'];

  beforeEach(() => {
    page = openPage();
  });
  afterEach(async () => {
    await host.close();
    await vault.close();
    closePage(page);
  });

  async function load(until: readonly unknown[]): Promise<AppInterface> {
    const { control, instance } = await host.loadPlugin(AppLectern, manifest);
    if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
    if (until.length === 0) await control?.started();
    else await eventually(() => until.includes(control?.status().state));
    return instance.lectern.appInterface;
  }

  /** @param until the states to wait for, since a start may wait for its port; without any, until it has ended */
  async function start(settings?: object, ...until: readonly unknown[]): Promise<AppInterface> {
    vault = await temporaryVault(settings === undefined ? {} : { [dataFile]: JSON.stringify(settings) });
    host = vault.host;
    return load(until);
  }

  /** Starts the app anew over the same vault, on the same device. */
  async function startAgain(): Promise<AppInterface> {
    await host.close();
    host = await openVault(vault.root, { stateFolder: vault.state, watch: false, quiet: true });
    return load(['waiting', 'listening']);
  }

  const portOf = ({ tab }: AppInterface): number => tab.store.settings.port;
  const stateOf = ({ tab }: AppInterface): string => tab.live.state.server.state;
  /** What the vault's own settings say. */
  const storedPort = (): number =>
    z.object({ port: z.number() }).parse(JSON.parse(readFileSync(vault.at(dataFile), 'utf8'))).port;

  function press(label: string): void {
    const buttons = [...page.window.document.body.querySelectorAll('button')];
    const found = buttons.find(button => (button.getAttribute('aria-label') ?? button.textContent) === label);
    if (found === undefined) throw new Error(`There is no button ${label}.`);
    found.click();
  }

  describe('a vault that is opened for the first time while the port is taken', () => {
    test('takes the next free one, and keeps it on this device alone', async () => {
      taken.add(defaultPort).add(27_151);
      const first = await start();
      expect(stateOf(first)).toBe('listening');
      const port = portOf(first);
      expect(port).toBeGreaterThan(27_151);
      expect(port).toBeLessThanOrEqual(27_170);
      await first.tab.store.update(settings => ({ ...settings, welcomed: true }));
      expect(storedPort()).toBe(defaultPort);
      taken.clear();
      const again = await startAgain();
      expect(portOf(again)).toBe(port);
      // A client may have the vault with the other port as `lectern`.
      for (const { client, text, link } of again.tab.clients.setupTextsWith('T'))
        expect([client, client === 'Another client' || `${text} ${link}`.includes('lectern-vault')]).toEqual([
          client,
          true,
        ]);
    });

    test('shows it in the settings', async () => {
      taken.add(defaultPort);
      const app = await start();
      host.internals.setting.openTabById(manifest.id);
      expect(portOf(app)).not.toBe(defaultPort);
      expect(page.window.document.body.textContent).toContain(`Port ${portOf(app)}`);
    });

    test('says so if all are taken', async () => {
      for (let port = defaultPort; port <= 27_170; port += 1) taken.add(port);
      const app = await start();
      expect([stateOf(app), portOf(app)]).toEqual(['failed', defaultPort]);
      expect(app.tab.live.state.freePort).toBeUndefined();
    });
  });

  describe('a port', () => {
    test('of the settings that was set by hand stays, also at the first start', async () => {
      taken.add(27_160);
      const app = await start({ port: 27_160 }, 'waiting');
      await app.tab.server.restart();
      expect([stateOf(app), portOf(app)]).toEqual(['failed', 27_160]);
    });

    test.each<[string, (app: AppInterface) => unknown]>([
      ['of a client that was set up', ({ tab }) => tab.store.keepPort()],
      ['that the user chose', ({ tab }) => tab.store.choosePort(defaultPort)],
      ['of a token whose value is known here', ({ tab }) => tab.store.addToken('one', 'read', new Date(0))],
      [
        'of a client that has made a call',
        async ({ tab: { store, live } }) => {
          await store.addToken('one', 'read', new Date(0));
          const [token] = store.settings.tokens;
          if (token === undefined) throw new Error('There is no token.');
          const endpoint = { url: live.state.server.url ?? '', token: store.tokenValue(token) ?? '' };
          const client = await clients['2026'](endpoint);
          await client.call('get_vault_info');
          await client.close();
          await store.removeToken(token);
        },
      ],
    ])('%s stays when it is taken, until the user lets the vault use another', async (_case, act) => {
      await act(await start());
      taken.add(defaultPort);
      let app = await startAgain();
      expect(stateOf(app)).toBe('waiting');
      await app.tab.server.restart();
      expect([stateOf(app), portOf(app)]).toEqual(['failed', defaultPort]);
      host.internals.setting.openTabById(manifest.id);
      const { freePort } = app.tab.live.state;
      press(`Use port ${freePort}`);
      await eventually(() => stateOf(app) === 'listening');
      expect(portOf(app)).toBe(freePort);
      app = await startAgain();
      expect([stateOf(app), portOf(app)]).toEqual(['listening', freePort]);
    });
  });
});
