import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Plugin } from '../../pkg/headless/obsidian/plugins/plugin';
import { unloadPlugin } from '../../pkg/headless/plugins/plugin-loader';
import type { Overlay } from '../../src/control';
import LecternPlugin from '../../src/main';
import { acceptedKey } from '../../src/settings/trust/acceptance';
import { settingsSchema } from '../../src/settings/schema';
import { secretId, storedToken } from '../../src/settings/tokens/tokens';
import { AppLectern } from '../browser/support/app-lectern';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { withFreePort } from '../support/free-port';
import { manifest } from '../support/lectern';

withFreePort();

const file = `.obsidian/plugins/${manifest.id}/data.json`;
const [stolen, own] = ['lct_a-token-of-a-stranger', 'lct_a-token-of-this-device'];
const strange = storedToken('of a stranger', 'full', stolen);
const mine = storedToken('mine', 'write', own);
const hostile = { port: 0, host: '0.0.0.0', allowedOrigins: ['https://evil.example'], runTemplater: true };

const data = (more: object): string => JSON.stringify(settingsSchema.parse({ ...hostile, ...more }));

let vault: TemporaryVault;
let plugin: LecternPlugin;
let instance: Plugin;

beforeEach(async () => {
  vault = await temporaryVault({ 'Home.md': 'home' });
});
afterEach(() => vault.close());

/** Starts the plugin over a `data.json`; as the host where something is laid over, else as the app. */
async function open(text?: string, overlay?: Overlay): Promise<void> {
  if (text !== undefined) {
    await vault.host.app.vault.adapter.mkdir(`.obsidian/plugins/${manifest.id}`);
    writeFileSync(vault.at(file), text);
  }
  const loaded = await vault.host.loadPlugin(
    overlay === undefined ? AppLectern : LecternPlugin,
    manifest,
    overlay,
  );
  ({ instance } = loaded);
  if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
  plugin = instance;
  await loaded.control?.started();
}

async function sync(text: string): Promise<void> {
  writeFileSync(vault.at(file), text);
  await plugin.onExternalSettingsChange();
}

const store = () => plugin.lectern.appInterface.tab.store;
const getsIn = async (token: string): Promise<boolean> =>
  (await plugin.lectern.appInterface.tab.testConnection(token)).kind === 'answered';
const stored = (): unknown => JSON.parse(readFileSync(vault.at(file), 'utf8'));
const notices = (): string => vault.host.notices.join('\n');
const inHost = { settings: { port: 0 } };

test('a token, an address and origins that came with a vault do not apply, and the host says how to accept them', async () => {
  await open(data({ tokens: [strange] }), inHost);
  expect(await getsIn(stolen)).toBe(false);
  expect(store().settings).toMatchObject({ host: '127.0.0.1', allowedOrigins: [], runTemplater: false });
  expect(store().settings.tokens.map(({ name }) => name)).toEqual(['default']);
  expect(notices()).toContain('token “of a stranger” with full rights; listening on 0.0.0.0');
  expect(notices()).toContain('start once with --accept-settings');
});

test('the host accepts them once with its option, and remembers that', async () => {
  const local = { ...inHost, acceptsStored: true };
  await open(data({ host: '127.0.0.1', tokens: [strange] }), local);
  expect(await getsIn(stolen)).toBe(true);
  expect(notices()).toBe('');
  unloadPlugin(vault.host.internals, instance);
  await open(undefined, inHost);
  expect(await getsIn(stolen)).toBe(true);
  await sync(data({ host: '127.0.0.1', tokens: [strange, mine] }));
  expect(await getsIn(own)).toBe(false);
});

test('settings that this device made before it stored a copy apply, but not the tokens of others in them', async () => {
  vault.host.app.secretStorage.setSecret(secretId(mine), own);
  await open(data({ host: '127.0.0.1', tokens: [mine, strange] }), inHost);
  expect([await getsIn(own), await getsIn(stolen)]).toEqual([true, false]);
  expect(store().settings.allowedOrigins).toEqual(['https://evil.example']);
});

test('a value in secret storage that only has the right name is not accepted', async () => {
  vault.host.app.secretStorage.setSecret(secretId(strange), 'another value');
  await open(data({ tokens: [strange] }), inHost);
  expect(await getsIn(stolen)).toBe(false);
});

describe('a synced change while Lectern runs', () => {
  const synced = (tokens: readonly object[], more: object = {}): Promise<void> =>
    sync(JSON.stringify({ ...Object(stored()), ...more, tokens }));

  async function started(): Promise<string> {
    await open();
    await store().addToken('mine', 'write', new Date(0));
    await store().changeToken(token().valueHash, one => ({ ...one, deny: ['Secret'] }));
    return store().tokenValue(token()) ?? '';
  }
  const token = () => {
    const found = store().settings.tokens.find(({ name }) => name === 'mine');
    if (found === undefined) throw new Error('No token.');
    return found;
  };

  test('that revokes a token applies, and the token does not come back with an older file', async () => {
    const value = await started();
    const [before, other] = [token(), store().settings.tokens.filter(({ name }) => name !== 'mine')];
    expect(await getsIn(value)).toBe(true);
    await synced(other);
    expect(await getsIn(value)).toBe(false);
    await synced([...other, before]);
    expect(await getsIn(value)).toBe(false);
  });

  test('that narrows a token applies, and one that widens it is reported and waits', async () => {
    await started();
    await synced([{ ...token(), rights: 'read', deny: ['Secret', 'Other'] }]);
    expect(token()).toMatchObject({ rights: 'read', deny: ['Secret', 'Other'] });
    await synced([{ ...token(), rights: 'full', deny: [] }], { readOnly: true });
    expect(token()).toMatchObject({ rights: 'read', deny: ['Secret', 'Other'] });
    expect(store().settings.readOnly).toBe(true);
    expect(notices()).toContain('token “mine” with full rights');
  });

  test('stays in the settings of the other devices, also after a change made here', async () => {
    await started();
    await synced([token(), strange]);
    await store().update(settings => ({ ...settings, journalDays: 7 }));
    expect(stored()).toMatchObject({ journalDays: 7, tokens: [{ name: 'mine' }, { name: 'of a stranger' }] });
    expect(await getsIn(stolen)).toBe(false);
  });
});

describe('the user of the app', () => {
  test('accepts one setting and ignores the others, which are not reported again', async () => {
    await open(data({ tokens: [strange] }));
    const items = store().unreviewed();
    expect(items.map(({ key }) => key).sort()).toEqual(['allowedOrigins', 'host', 'runTemplater', 'tokens']);
    store().acceptUntrusted(items.filter(({ key }) => key === 'tokens'));
    expect(await getsIn(stolen)).toBe(true);
    store().declineUntrusted(store().untrusted());
    expect(store().unreviewed()).toEqual([]);
    expect(store().untrusted()).toHaveLength(3);
    expect(store().settings.host).toBe('127.0.0.1');
  });

  test('accepts nothing by changing another setting, and the copy is outside the vault', async () => {
    await open(data({ tokens: [strange] }));
    await store().update(settings => ({ ...settings, readOnly: true }));
    expect(await getsIn(stolen)).toBe(false);
    expect(vault.host.app.loadLocalStorage(acceptedKey)).toMatchObject({ part: { readOnly: true } });
    expect(existsSync(vault.at(file)) && JSON.stringify(stored())).not.toContain('declined');
  });
});
