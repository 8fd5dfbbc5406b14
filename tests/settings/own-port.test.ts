import { readFileSync } from 'node:fs';
import type { JSDOM } from 'jsdom';
import { z } from 'zod';
import { openVault } from '../../pkg/headless/host';
import type { AppInterface } from '../../src/app-interface';
import LecternPlugin from '../../src/main';
import { defaultPort } from '../../src/settings/schema';
import { AppLectern } from '../browser/support/app-lectern';
import { clients } from '../support/clients';
import { closePage, openPage } from '../headless/page';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { manifest } from '../support/lectern';
import { withTakenPorts } from '../support/taken-ports';
import { eventually } from '../support/time/waiting';

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
