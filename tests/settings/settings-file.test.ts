import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import type { Plugin } from '../../pkg/headless/obsidian/plugins/plugin';
import { unloadPlugin } from '../../pkg/headless/plugins/plugin-loader';
import LecternPlugin from '../../src/main';
import { settingsSchema } from '../../src/settings/schema';
import { secretId, storedToken } from '../../src/settings/tokens/tokens';
import { AppLectern } from '../browser/support/app-lectern';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { withFreePort } from '../support/free-port';
import { manifest } from '../support/lectern';
import { withShortPauses } from '../support/time/short-pauses';

withFreePort();

withShortPauses();

const folder = `.obsidian/plugins/${manifest.id}`;
const file = `${folder}/data.json`;
const guest = storedToken('guest', 'read', 'lct_guest');
const other = storedToken('other', 'read', 'lct_other');
const rules = { readOnly: true, hidden: ['Private'], port: 0, tokens: [guest] };
const good = JSON.stringify(settingsSchema.parse(rules), undefined, 2);

let vault: TemporaryVault;
let instance: Plugin;
let plugin: LecternPlugin;

/** Starts the plugin as the app does, over what lies in its folder. */
async function open(files: Record<string, string>): Promise<void> {
  vault = await temporaryVault({ 'Home.md': 'home', ...files });
  // They were made on this device.
  const { secretStorage } = vault.host.app;
  secretStorage.setSecret(secretId(guest), 'lct_guest');
  secretStorage.setSecret(secretId(other), 'lct_other');
  await load();
}

async function load(): Promise<void> {
  const loaded = await vault.host.loadPlugin(AppLectern, manifest);
  ({ instance } = loaded);
  if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
  plugin = instance;
  await loaded.control?.started();
}

const store = () => plugin.lectern.appInterface.tab.store;
const stored = (): string => readFileSync(vault.at(file), 'utf8');
const notices = (): string => vault.host.notices.join('\n');
const url = (): string | undefined => plugin.lectern.appInterface.tab.live.state.server.url;
const getsIn = async (token: string): Promise<boolean> =>
  (await plugin.lectern.appInterface.tab.testConnection(token)).kind === 'answered';

/** Another hand changes the file, and the app tells the plugin. */
async function change(text: string | undefined): Promise<void> {
  if (text === undefined) rmSync(vault.at(file));
  else writeFileSync(vault.at(file), text);
  await plugin.onExternalSettingsChange();
}

afterEach(() => vault.close());

describe('a settings file that cannot be used when the app starts', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['is cut off', good.slice(0, 120)],
    ['is empty', ''],
    ['holds null', 'null'],
    ['is missing although clients have called', undefined],
  ];

  test.each(cases)('stops all access, is not changed, and is reported, when it %s', async (_how, text) => {
    await open({ [`${folder}/activity.jsonl`]: '', ...(text === undefined ? {} : { [file]: text }) });
    expect(url()).toBeUndefined();
    expect(store().isLocked).toBe(true);
    expect(store().settings).toMatchObject({ readOnly: true, tokens: [] });
    expect(existsSync(vault.at(file)) ? stored() : undefined).toBe(text);
    expect(notices()).toContain('No client can connect until');
  });

  test('stops all access and is not changed when the user presses Start or Restart', async () => {
    await open({ [file]: good.slice(0, 120) });
    await plugin.lectern.appInterface.tab.server.start();
    await plugin.lectern.appInterface.tab.server.restart();
    expect(url()).toBeUndefined();
    expect(store().isLocked).toBe(true);
    expect(stored()).toBe(good.slice(0, 120));
    expect(plugin.lectern.appInterface.tab.live.state.server.problem).toContain('settings could not be read');
  });

  test('is kept beside the new one, byte for byte, and so is the next one', async () => {
    await open({ [file]: good.slice(0, 120) });
    expect(notices()).toContain('The file was kept as data.damaged.json.');
    await change(good.slice(0, 60));
    await store().update(settings => ({ ...settings, port: 0 }));
    const copy = (name: string): string => readFileSync(vault.at(`${folder}/${name}`), 'utf8');
    expect(copy('data.damaged.json')).toBe(good.slice(0, 120));
    expect(copy('data.damaged-2.json')).toBe(good.slice(0, 60));
    expect(JSON.parse(stored())).toMatchObject({ readOnly: true, tokens: [] });
  });

  test('does not stop access to a vault where Lectern was never used', async () => {
    await open({});
    expect(store().isLocked).toBe(false);
    expect(store().settings.tokens).toEqual([]);
    expect(url()).toBeDefined();
    expect(notices()).toBe('');
  });
});

describe('a settings file that is lost while the app runs', () => {
  test.each([
    ['is cut off', good.slice(0, 120)],
    ['is emptied', ''],
    ['is removed', undefined],
  ])('stops all access when it %s, and allows it again with the complete file', async (_how, text) => {
    await open({ [file]: good });
    expect(await getsIn('lct_guest')).toBe(true);
    await change(text);
    expect(await getsIn('lct_guest')).toBe(false);
    expect(notices()).toContain('No client can connect until');
    await change(good);
    expect(await getsIn('lct_guest')).toBe(true);
    expect(store().settings).toMatchObject(rules);
  });

  test.each([
    ['was removed', undefined],
    ['was cut off', good.slice(0, 120)],
  ])('is written again with its rules when it %s and the user changes a setting', async (_how, text) => {
    await open({ [file]: good });
    await change(text);
    expect(existsSync(vault.at(file)) ? stored() : undefined).toBe(text);
    await store().update(settings => ({ ...settings, journalDays: 7 }));
    expect(JSON.parse(stored())).toMatchObject({ ...rules, journalDays: 7 });
    expect(await getsIn('lct_guest')).toBe(true);
  });
});

describe('settings that another device changed', () => {
  const freePort = async (): Promise<number> => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    await new Promise(resolve => server.close(resolve));
    if (address === null || typeof address === 'string') throw new Error('No port.');
    return address.port;
  };

  test('move the server to the port that they name', async () => {
    await open({ [file]: good });
    const port = await freePort();
    await change(good.replace('"port": 0', () => `"port": ${port}`));
    expect(url()).toBe(`http://127.0.0.1:${port}/mcp`);
  });

  test('move the server to the host that they name', async () => {
    await open({ [file]: good });
    await change(good.replace('"host": "127.0.0.1"', () => '"host": "localhost"'));
    expect(url()).toMatch(/^http:\/\/localhost:\d+\/mcp$/);
    expect(await getsIn('lct_guest')).toBe(true);
  });

  test('allow the web pages that they name, if these were accepted, and no others', async () => {
    const named = (...origins: readonly string[]): string =>
      JSON.stringify(settingsSchema.parse({ ...rules, allowedOrigins: origins }));
    const statusFor = async (origin: string): Promise<number> => {
      const { status } = await fetch(url() ?? '', {
        method: 'POST',
        headers: { Origin: origin, 'Content-Type': 'application/json' },
      });
      return status;
    };
    await open({ [file]: named('https://a.example', 'https://b.example') });
    expect([await statusFor('https://a.example'), await statusFor('https://b.example')]).toEqual([401, 401]);
    await change(named('https://b.example'));
    expect([await statusFor('https://a.example'), await statusFor('https://b.example')]).toEqual([403, 401]);
    await change(named('https://b.example', 'https://c.example'));
    expect(await statusFor('https://c.example')).toBe(403);
  });

  test('start the server when they switch its automatic start on, and do not stop it when they switch that off', async () => {
    const started = (autoStart: boolean): string =>
      good.replace(/"autoStart": \w+/, () => `"autoStart": ${autoStart}`);
    await open({ [file]: started(false) });
    expect(url()).toBeUndefined();
    await change(started(true));
    expect(url()).toBeDefined();
    await change(started(false));
    expect(await getsIn('lct_guest')).toBe(true);
  });

  test('do not restart the server when only other settings changed', async () => {
    await open({ [file]: good });
    const before = url();
    await change(good.replace('"journalDays": 30', () => '"journalDays": 7'));
    expect(url()).toBe(before);
    expect(store().settings.journalDays).toBe(7);
  });

  test('start the server when damaged ones had stopped it, and not when the user had', async () => {
    await open({ [file]: good.slice(0, 120) });
    await change(good);
    expect(url()).toBeDefined();
    await plugin.lectern.appInterface.tab.server.stop();
    await change(good.replace('"journalDays": 30', () => '"journalDays": 7'));
    expect(url()).toBeUndefined();
  });
});

describe('a change that cannot be saved', () => {
  const block = (): void => {
    rmSync(vault.at(file));
    mkdirSync(vault.at(file));
  };

  test('applies until the app is closed, and is reported', async () => {
    await open({ [file]: good });
    block();
    await store().removeToken(guest);
    expect(await getsIn('lct_guest')).toBe(false);
    expect(notices()).toContain('The settings could not be saved.');
  });

  test('that revokes a token applies on this device for good', async () => {
    await open({ [file]: good });
    block();
    await store().removeToken(guest);
    unloadPlugin(vault.host.internals, instance);
    rmSync(vault.at(file), { recursive: true });
    writeFileSync(vault.at(file), good);
    await load();
    expect(store().settings.tokens.map(({ name }) => name)).not.toContain('guest');
    expect(notices()).toContain('“guest” came back with another copy of the settings');
  });
});

describe('a token that was revoked', () => {
  test('does not come back with the settings of a device that was away', async () => {
    await open({ [file]: JSON.stringify({ ...settingsSchema.parse(rules), tokens: [guest, other] }) });
    const away = stored();
    await store().removeToken(guest);
    await change(away);
    expect(await getsIn('lct_guest')).toBe(false);
    expect(await getsIn('lct_other')).toBe(true);
    expect(JSON.parse(stored())).toMatchObject({ revoked: [guest.valueHash], tokens: [{ name: 'other' }] });
  });

  test('is revoked on a device that reads the settings of the device where it was revoked', async () => {
    await open({ [file]: good });
    await change(JSON.stringify({ ...JSON.parse(good), revoked: [guest.valueHash] }));
    expect(await getsIn('lct_guest')).toBe(false);
  });

  test('on another device stays revoked after a restart with a file that was written before that', async () => {
    await open({ [file]: good });
    await change(JSON.stringify({ ...JSON.parse(good), revoked: [guest.valueHash] }));
    unloadPlugin(vault.host.internals, instance);
    writeFileSync(vault.at(file), good);
    await load();
    expect(store().settings.tokens.map(({ name }) => name)).not.toContain('guest');
    expect(store().untrusted()).toEqual([]);
    expect(JSON.parse(stored())).toMatchObject({ revoked: [guest.valueHash] });
  });

  test('because of a new value does not come back either', async () => {
    await open({ [file]: good });
    await store().rotateToken(guest, new Date(0));
    const [rotated] = store().settings.tokens;
    await change(good);
    expect(await getsIn('lct_guest')).toBe(false);
    expect(store().settings.revoked).toEqual([guest.valueHash]);
    expect(rotated?.name).toBe('guest');
  });
});

test('the folder contains only the settings after all this', async () => {
  await open({ [file]: good });
  expect(readdirSync(dirname(vault.at(file))).sort()).toEqual(['data.json']);
});
